"""What the ways of the English tongue are put together from: the named sets."""

SETS = {
    "able": "able to",
    "after": (
        "$ | on | for | because | due to | due | at | as | since | this | in | with | tonight | that | owing to | "
        "owing | from | again | of | until | thanks | sorry | to"
    ),
    "after0": "$ | on | for | <seat>",
    "am": "am | are | be",
    "appointment": (
        "appointment | appointments | commitment | commitments | engagement | engagements | plans | obligation | "
        "obligations | event | invitation | booking | thing"
    ),
    "arrive": (
        "pop in | swing by | drop by | stop by | pop by | come | join | be there | make it | catch up with you | "
        "turn up | show up | arrive | stay | do | make the | still | attend | see you | meet you there | dial in | "
        "zoom in | join online"
    ),
    "away": (
        "away | out of town | out of the country | out of office | abroad | on holiday | on vacation | on leave | "
        "travelling | traveling | in hospital | in bed | working | double booked | already booked | fully booked | "
        "engaged | busy | ill | sick | unwell | down with | stuck | tied up | elsewhere | on call | on shift | "
        "snowed under | swamped | under the weather | not well | not feeling | laid up | contagious | "
        "quarantining | isolating | on a business | on a work | on a trip | flying | needed at | expected at | "
        "committed | at a wedding | at a funeral | at a conference | in court | not in town | not around"
    ),
    "be": "come | be there | be with | be part | join | attend | celebrate | see you | make it | be at",
    "better": "safer | best | better | wiser | wise | sensible | more sensible | fairer | kinder",
    "can": "can | will | is able | are able",
    "cancel": (
        "cancel | withdraw | release | give up | free up | surrender | forfeit | hand back | relinquish | "
        "give back | let go of | call off | vacate | retract | take back | cancel out | undo"
    ),
    "cancelled": (
        "cancel | withdraw | drop | scrap | rescind | revoke | release | free up | relinquish | forgo | forego | "
        "forfeit | surrender | void | annul | scratch | remove | delete | vacate | give up | hand back | give back"
    ),
    "cannot": (
        "can not | can no longer | will not | will no longer | not able to | no longer able to | unable to | "
        "not going to | not be able to | can not <seem> to | <have> no way to | in no position to | "
        "not in a position to | can not possibly | do not think <i> can | do not think <i> will | "
        "do not think <i> will be able to | not be <able> | will never | can never | no longer going to | "
        "no longer be able to | do not think <i> am going to | do not believe <i> can | do not see how <i> can | "
        "can not see how <i> can | have no means to | have no chance to | not <fit> to | in no <state> to | "
        "in no fit <state> to | not in a? <state> to | not in any <state> to | not in a fit <state> to | "
        "will not get to | will not manage to | not managing to | not allowed to | not permitted to | not free to | "
        "too <weak> to | will be too <weak> to | do not feel <fit> to | not going to be able to | "
        "not going to manage to | not be <fit> to | not have the chance to | have no way of making it to | "
        "simply can not | can sadly not | not in a position any longer to | will not can | can not to | not can | "
        "will not to"
    ),
    "caught": (
        "caught | come down with | came down with | tested positive | have tested positive | have come down with | "
        "have caught | broke | broken | have broken | twisted | sprained | missed"
    ),
    "celebrate": (
        "celebrate | party | manage | enjoy | fun | time | one | night | evening | day | on | ahead | it | cope | "
        "do | be | night out | great | going | cake | happen | start the new year | toast | everyone | place | "
        "through | by | meal"
    ),
    "count": "two | three | four | five | six | seven | eight | pair | whole lot | both",
    "day": (
        "monday | tuesday | wednesday | thursday | friday | saturday | sunday | mon | tue | tues | wed | thu | "
        "thur | thurs | fri | sat | sun | today | tonight | tomorrow"
    ),
    "decision": "decision | conclusion",
    "decline": (
        "rather not <reach> | prefer not to <reach> | decline <end> | rather not $ | rather not this | "
        "rather not be there"
    ),
    "dir": "along | over | down | anymore | out",
    "doing": (
        "dancing | partying | party | drinking | celebrating | socialising | socializing | travelling | traveling | "
        "travel | fun | going out | <event> | cake | bubbles | champagne"
    ),
    "drink": (
        "drink | glass | beer | pint | dance | slice | bevvy | drinks | piece | cake | cocktail | toast | "
        "glass of ~ | piece of cake | slice of cake | wine | whiskey | gin | champagne | boogie | mince pie | "
        "burger"
    ),
    "end": (
        "$ | because | as | since | sorry | i | we | so | this | tonight | today | for <forthis> | "
        "from <theevent> | of <theevent> | of this one | of this | of it | on <theevent> | on you | on this | "
        "on that | on <day> | on it | thanks | thank | unfortunately | sadly | after | with regret | with thanks | "
        "with a heavy | with sincere | with great | with my | now | again | in view | given | at such | at this | "
        "at short | at the last | if you do not mind | though | from attending | your ~? ~? ~? <event> | "
        "the <event> | the invitation | your kind | this invitation | from the list | of $ | from $ | for $ | "
        "on $ | rather | then | instead | too | well | by | and | having | until further | to <rest> | x | xx | "
        "xxx | with <me> | <ownhome> | owing to | due to | because of | thanks to | on your kind | "
        "the !<nope> <event> | on your <event> | on your !<nope> <event> | on your !<nope> !<nope> <event>"
    ),
    "event": (
        "party | dinner | event | evening | tasting | workshop | opening | reading | celebration | invitation | "
        "invite | brunch | lunch | night | gathering | concert | drinks | show | talk | get together | gig | "
        "wedding | class | course | date | picnic | barbecue | bbq | celebrations | do | bash | quiz | birthday | "
        "anniversary | gala | meal | supper | breakfast | reception | function | occasion | seminar | session | "
        "screening | performance | festival | housewarming | fete | ball | dance | outing | reunion | retreat | "
        "weekend | day | thing | big day | launch | vernissage | exhibition | open day | open house | shower | "
        "hen do | stag do | cookout | potluck | mixer | meetup | meet up | lecture | training | webinar | "
        "festivities | banquet | feast | karaoke | farewell | leaving do | christening | baptism | event itself | "
        "30th | 40th | 50th | 60th | 70th | 80th | 18th | 21st | presentation | hike | shindig | soiree | "
        "knees up | crawl | roast | cocktails | tea | games night | game night | movie night | film night | "
        "symposium | summit | forum | congress | assembly | agm | awards | prom | recital | premiere | tournament | "
        "awards night | tasting evening | dinner party | garden party | birthday party | surprise party | "
        "summer party | christmas party | leaving party | engagement party | wedding reception | open evening | "
        "quiz night | book club | conference | gala dinner | fundraiser | masterclass | demonstration | garden do | "
        "rave | sleepover | playdate | cinema | opera | theatre | meeting up | catch up | hog roast | "
        "street party | tour | walk | ride | excursion | visit"
    ),
    "fit": (
        "fit | fit enough | well enough | strong enough | up | able | healthy enough | good enough | "
        "up to a <event> | up to <event>"
    ),
    "forbid": "forbidden | forbids | forbid | banned | bans | barred",
    "forthis": (
        "the <event> | this <event> | this | it | this one | your # | personal reasons | family reasons | "
        "health reasons | work reasons | medical reasons | <event> | that | you | your <event> | "
        "your !<nope> <event> | your !<nope> !<nope> <event> | the !<nope> <event>"
    ),
    "forthis2": "for <forthis> | to <thething>",
    "forthis3": (
        "the <event> | this | it | this <event> | on | in person | any of it | <theevent> | your <event> | "
        "your !<nope> <event> | your !<nope> !<nope> <event> | the !<nope> <event>"
    ),
    "give": (
        "give | pass | offer | hand | reassign | release | reallocate | transfer | donate | open up | free | "
        "free up | pass on | give away | let go | relinquish | move on | fill | take back | pass along | "
        "hand over | hand on | pass to | re assign | re allocate | resell | award | allocate | bring up"
    ),
    "given": (
        "given | offered | passed | handed | reassigned | reallocated | released | filled | used | taken | freed | "
        "made available | put to | opened | allocated | re allocated | passed on"
    ),
    "good": (
        "good | great | lovely | wonderful | fantastic | brilliant | fab | fabulous | super | splendid | amazing | "
        "ball | blast | laugh | cracker | cracking | grand | marvellous | marvelous | magical | nice | happy | "
        "merry | terrific | beautiful | delightful | memorable | special | best | whale | awesome | gorgeous | "
        "fun | stellar | class | ripping | rip roaring"
    ),
    "group": (
        "the <count> of us | both of us | all of us | all <count> of us | all # of us | the ~ family | "
        "our whole ~ | our entire ~ | the whole ~ | the whole lot of us | our family | our household | "
        "my whole family | my family | our lot | our team | our group | our party | our table | the pair of us | "
        "this family | our gang | us two | us three | us both | the lot of us | everyone here | yours truly"
    ),
    "had": "had | have | would",
    "hasto": (
        "have to | has to | must | need to | needs to | will have to | are going to have to | is going to have to | "
        "had better"
    ),
    "have": "have | have got | has",
    "hour": (
        "one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | noon | midday | "
        "midnight | half | quarter | that time | that hour | such | this hour | lunchtime"
    ),
    "i": "i | we",
    "if": (
        "if i | if we | if my | if our | if the | if it | if you can not | if you have | if he | if she | if they | "
        "if there | if any | if not | if all | if that | if ~ <is> | if you need"
    ),
    "ill": "ill | sick | unwell | called | asked to work | told to",
    "is": "is | can | comes | does | has | will | finds | cancels | goes | lets",
    "kind": "kind | lovely | nice | generous",
    "lastunit": "week | month | year | time | night | weekend | summer | winter | spring | autumn | christmas | <day>",
    "later": (
        "by | when | as soon | if | whether | tomorrow | later | $ | nearer | closer | once | on | in | after | "
        "next | soon | asap"
    ),
    "later2": (
        "by | when i know | as soon | if | whether | tomorrow | later | nearer | closer | once | on | in the | "
        "after | next | asap | tonight | when they | when we | at the latest | this week | within"
    ),
    "lead_no": (
        "no way <i> can | no way <i> will | no way <i> am going to | no way for <me> to | no chance <i> can | "
        "no chance <i> will | no way that <i> can | no chance of me | no possibility for <me> to | "
        "impossible for <me> to | not possible for <me> to | not going to be possible for <me> to | "
        "no longer possible for <me> to | will not be possible for <me> to"
    ),
    "letgo": (
        "let <myseat> go | give <myseat> up | give <myseat> back | give <myseat> away | give away <myseat> | "
        "hand <myseat> back | put <myseat> back | hand back <myseat> | pass <myseat> on | pass on <myseat> | "
        "pass up <myseat> | let go of <myseat>"
    ),
    "lettinggo": (
        "letting <myseat> go | giving <myseat> up | giving up <myseat> | giving <myseat> back | "
        "giving away <myseat> | handing back <myseat> | handing <myseat> back | releasing <myseat> | "
        "relinquishing <myseat> | freeing up <myseat> | passing on <myseat> | letting go of <myseat> | "
        "returning <myseat> | cancelling <myseat>"
    ),
    "lovely": "lovely | great | nice | wonderful | fun",
    "mails": (
        "mail | mails | email | emails | e mails | e mail | message | messages | newsletter | newsletters | "
        "reminder | reminders | invitation | invitations | updates | notifications | spam | invites"
    ),
    "me": (
        "me | us | both of us | myself | my side | the two of us | the ~ of us | either of us | all of us | "
        "all # of us | yours truly | this one here | the pair of us | the lot of us"
    ),
    "mine": (
        "my | our | the | this | both | both my | both our | my and ~ | all our | all three | all four | my two | "
        "our two | my own | those | these | me and ~ | mine and ~"
    ),
    "missit": (
        "miss it | miss this | miss this one | miss out | miss you | miss your <event> | miss the <event> | "
        "miss the fun | miss all the fun | missing it | missing this | missing out | missing your <event> | "
        "missing the <event> | missing everyone | missing all | miss seeing | miss everything | "
        "miss your !<nope> <event> | missing your !<nope> <event>"
    ),
    "month": (
        "january | february | march | april | may | june | july | august | september | october | november | "
        "december | jan | feb | mar | apr | jun | jul | aug | sep | sept | oct | nov | dec"
    ),
    "must": (
        "have to | need to | must | have got to | will have to | will need to | am going to have to | "
        "are going to have to | going to have to | would like to | want to | wish to | am forced to | "
        "am obliged to | are forced to | had better | might as well | going to need to | am going to need to | "
        "are going to need to | find myself obliged to | find myself forced to | find myself compelled to | "
        "find myself having to | are obliged to | am compelled to | are compelled to | am constrained to | "
        "am having to | are having to | decided to | have decided to | decided it is best to | "
        "think it is best to | have had to decide to | feel <i> should | feel it is best to | would better | best | "
        "will be forced to | will be obliged to | hereby | have chosen to | have opted to | opted to | choose to | "
        "will just have to | prefer to | would prefer to | would rather"
    ),
    "mustmiss": (
        "have to miss | must miss | will miss | will have to miss | am going to miss | miss | can not <reach> | "
        "will not <reach> | <must> <out> | am out | are out | am stuck | <cannot> <reach>"
    ),
    "myabsence": "my absence | our absence | not <reaching>",
    "myseat": (
        "<mine> <place> | <mine> <two>? <place> | <mine> <event> <place> | mine | ours | <place> for me | my yes | "
        "my acceptance | my spot on the list | <mine> <place> at the <event> | <mine> <place> at the table | "
        "our two <place>"
    ),
    "no_one": (
        "a no | a no go | a no show | a scratch | a non starter | a drop out | a dropout | a goner | a write off | "
        "a definite no | a hard no | a firm no | a no for | a cancellation"
    ),
    "nope": (
        "phone | door | station | airport | rehearsal | speech | speeches | start | beginning | first | desk | "
        "aperitif | preparation | set up | setup | clean up | after party | afterparty | bit | part | last | "
        "whole | other | office | front | conclusion | point | second | early | second part | previous | meeting | "
        "dessert | end | toast | welcome | application | complaint | question | request | offer | contribution | "
        "help | cake | salad | order | room | hotel | dish | vote | suggestion | comment | remark | statement | "
        "flight | train | car | taxi | shuttle | bus | parking | restaurant | airbnb | hostel | menu | vegetarian | "
        "vegan | rota | group | whatsapp | chat | carpool | car pool | lift | food | volunteers | volunteer | "
        "helpers | speakers | speaker | cc | thread | copy | rehearsals | ceremony | church | service | "
        "sound check | soundcheck | warm up | pre drinks | predrinks | planning | briefing | call | zoom | prep | "
        "cleaning | clear up | tidying | shop | gym | dentist | doctor | decorating | decorations | raffle | "
        "photo | photos | group photo | deposit | starter | starters | main | pudding | wine | beer | "
        "subscription | newsletter | meal option | fish | steak | chicken | train ticket | gift | present | "
        "collection | whip round | second half | first half | second day | first day | morning session | morning | "
        "afternoon | early bit | later bit | late | board | committee | panel | choir | council | pre | school | "
        "after | next | staff | monday | weekly | dress | third | farewell | bike | boat | lunch | press | sound | "
        "mum | dad | hen | stag"
    ),
    "nothanks": "i can not | i am out | not this time | for this one | not for <me>",
    "nothere": "!<thisword>",
    "off": "off work | off | away | the time off | time off | out of work | out of it",
    "opening": "sorry | hi | hey | hello | and | so | i | we | apologies | unfortunately | will | would | might | may",
    "other": (
        "another <appointment> | other <appointment> | a prior <appointment> | a previous <appointment> | "
        "a conflicting <appointment> | a conflict | a clash | a prior | prior <appointment> | plans | other plans | "
        "an exam | a wedding | a funeral | a work thing | a business trip | a family emergency | an emergency | "
        "a migraine | a fever | the flu | covid | a cold | a tummy bug | to work"
    ),
    "out": (
        "sit this one out | sit it out | give it a miss | give this a miss | give this one a miss | "
        "give your <event> a miss | give the <event> a miss | take a rain check | take a raincheck | miss it | "
        "miss this one | miss this | miss the <event> | send my regrets | send our regrets | send my apologies | "
        "send our apologies | give my apologies | let you down | take a pass | turn it down | turn this down | "
        "turn down your | miss your <event> | skip it | skip this | disappoint you | give <day> a miss | "
        "give that a miss | give tonight a miss | give tomorrow a miss | give the # a miss | miss everything | "
        "miss the whole thing | miss the lot | miss all of it | miss all the fun | miss the fun | miss $ | "
        "miss the # | skip $ | skip the <event> | skip your <event> | skip this <event> | skip the # | "
        "call it off for <me> | throw in the towel | rsvp no | say no after all | be a no | be a no show | "
        "knock it on the head | be otherwise engaged | bail on you | flake on you | wimp out | not <reach> | "
        "not to <reach> | excuse ourselves | be excused from | tender my apologies | "
        "offer my apologies for <myabsence> | send you my apologies | send apologies | make my apologies | "
        "change my answer to no | change my answer to a no | change my rsvp to no | change my reply to no | "
        "change my yes to | turn you down | withdraw my acceptance | rescind my | retract my | take back my yes | "
        "pull the plug | scratch $ | scratch from | blow you out | bottle out | cop out | call off $ | "
        "leave you in the lurch | leave it $ | leave it this time | leave it for | leave this one $ | "
        "drop out <end> | bow out <end> | back out <end> | pull out <end> | bail <end> | bail out <end> | "
        "withdraw <end> | decline <end> | step back <end> | opt out <end> | say no <end> | miss out <end> | "
        "stay home <end> | stay away <end> | stay in <end> | stay at home <end> | stay put <end> | "
        "excuse myself <end> | be excused <end> | duck out <end> | cry off <end> | beg off <end> | back off <end> | "
        "flake <end> | forgo <end> | forego <end> | step aside <end> | abstain <end> | pass <end> | sit out <end> | "
        "say no to <end> | scratch this <end> | remain at home <end> | stay in bed <end> | be staying home <end> | "
        "flake out <end> | pass on $ | forgo the <event> | say no to this | say no to your | "
        "give the !<nope> <event> a miss | give your !<nope> <event> a miss | miss your !<nope> <event> | "
        "miss the !<nope> <event> | skip the !<nope> <event> | turn down your <event> | "
        "turn down your !<nope> <event> | turn down your !<nope> !<nope> <event> | forgo your <event> | "
        "forgo your !<nope> <event> | forgo your !<nope> !<nope> <event> | forego your <event> | "
        "forego your !<nope> <event> | forego your !<nope> !<nope> <event>"
    ),
    "outinf": (
        "drop out | bow out | back out | pull out | withdraw | decline | cancel $ | cancel on you | stay home | "
        "stay at home | bail | bail on you | miss it | miss out | miss this | pull the plug | say no | flake out"
    ),
    "outing": (
        "sitting this one out | giving it a miss | giving up <seat> | releasing <seat> | out of the running | "
        "out this time | missing it | missing this one | skipping this one | calling it off | sitting it out | "
        "giving this a miss | giving this one a miss | giving <day> a miss | missing your <event> | "
        "missing the <event> | flaking out | retracting my | throwing in the towel | pulling the plug | "
        "letting my <place> go | letting you down | dropping out <end> | bowing out <end> | backing out <end> | "
        "pulling out <end> | bailing <end> | withdrawing <end> | declining <end> | passing <end> | skipping <end> | "
        "opting out <end> | staying home <end> | staying in bed <end> | staying in <end> | staying at home <end> | "
        "staying put <end> | crying off <end> | sitting out <end> | stepping back <end> | ducking out <end> | "
        "begging off <end> | flaking <end> | missing out <end> | calling off <end> | forgoing <end> | "
        "skipping the <event> | skipping your <event> | skipping it | skipping this | forgoing your <event> | "
        "forgoing your !<nope> <event> | forgoing your !<nope> !<nope> <event> | skipping the !<nope> <event>"
    ),
    "outnow": (
        "pass $ | pass on this | cancel <myseat> | give up <myseat> | surrender <myseat> | am out $ | "
        "am out of <day> | am out this | am out on <day> | am off the list | bow out <end> | withdraw <end> | "
        "decline <end> | drop out <end> | pull out <end> | relinquish <myseat> | forgo <end> | forego <end> | "
        "respectfully decline <end> | cry off <end> | step aside <end> | step back <end> | beg off <end> | "
        "rescind <end> | am out for <forthis> | am out for <day>"
    ),
    "ownhome": (
        "with the kids | with the baby | with her | with him | with them | with my | with a | with covid | "
        "with flu | in bed"
    ),
    "part": "morning | afternoon | evening | night | lunchtime | lunch | week | weekend | month | noon | day",
    "place": (
        "seat | seats | spot | spots | place | places | rsvp | reservation | reservations | booking | bookings | "
        "registration | registrations | attendance | participation | ticket | tickets | sign up | signup | slot | "
        "slots | table | chair | chairs | name | entry | invitation | spot on the list | pass | passes | "
        "guest place | setting | place setting | chair at the table | seat at the table | place at the table | "
        "acceptance | cover"
    ),
    "plate": (
        "plate | plates | mouth | mouths | chair | chairs | guest | guests | head | heads | person | people | "
        "seat | seats | cover | covers | place | places | burger | burgers | setting | glass | to feed | to cater | "
        "to cook | for dinner | for the <event> | at the table | for you | hungry"
    ),
    "raise": "raise | drink | dance | toast | sink | clink | blow out",
    "reach": (
        "come <dir>? | make it | make this one | make that | make this | make the <event> | make your <event> | "
        "make our <event> | attend | join | be <there> | be joining | be coming | be attending | "
        "be able to <reachonly> | participate | take part | get there | get away | take up <seat> | take <seat> | "
        "claim <seat> | show up | turn up | be participating | be taking part | be making it | get to | swing it | "
        "do it | join <you> | do <day> | make <day> | partake | come <tothis> | accept | "
        "accept your <kind>? <event> | use my <place> | use our <place> | use the <place> | take my <place> | "
        "take up my <place> | take the <place> | be at the <event> | be at your <event> | get off work | "
        "get out of it | make the? # of? <month>? | make this <event> | make that <event> | make it <tothis> | "
        "make it for <forthis> | make it in | make it out | make it over | make it down | make it up | "
        "make it there | make it along | make it back | make it back in time | make tonight | make tomorrow | "
        "come <forthis2> | come round | come to see you | come to you | come to yours | come with you | "
        "come and celebrate | attend <forthis3> | join <tothis2> | join you <tothis2> | do the # | do this | "
        "do this one | do that <part> | do that | do tonight | do the <event> | manage it | manage <day> | "
        "manage the # | manage this | manage $ | manage that | manage to <reachonly> | see you <day>? $ | "
        "be seeing you | celebrate with you | be celebrating with you | party with you | be back | "
        "be back in time | be in town | be in the country | be free | be available | be able for it | "
        "be home in time | leave the house | leave home | get out | get out there | get off in time | get over | "
        "get over there | get down there | get to you | get to yours | get to the <event> | get to your <event> | "
        "get up there | get out to you | swing by | pop by | stop by | drop by | pop in | pop round | pop over | "
        "be around | make an appearance | put in an appearance | show my face | show our faces | fit it in | "
        "squeeze it in | honour my <place> | honor my <place> | honour our <place> | keep my <place> | "
        "keep our <place> | keep the date | take you up on | travel | fly out | afford to <reachonly> | afford it | "
        "afford the trip | afford to come <forthis2>? | pull it off | go through with it | be at yours | "
        "be at your place | be using <myseat> | be needing <myseat> | need <myseat> | use <myseat> | "
        "be taking <myseat> | take up <myseat> | take <myseat> | be going <tothis> | go <tothis> | "
        "be in attendance | be making the <event> | be making your <event> | be making <day> | be making the # | "
        "be making it <tothis> | be showing up | be turning up | be among you | be among the guests | "
        "be there <tothis2> | be there for <forthis> | be there with you | be there in person | "
        "be one of <theparty> | be of the party | be your guest | be able to be <there> | be able to do it | "
        "be able to do <day> | be able to make <day> | be able to make the <event> | be able to make the # | "
        "be able to make your <event> | be able to make it <tothis> | be able to join <you> | "
        "be able to attend <forthis3> | be able to come <forthis2> | be able to get <away> | be able to get <off> | "
        "be able to make it for <forthis> | be able to travel | be able to leave the house | be able to see you | "
        "be able to celebrate with you | be able to accept | be able to use <myseat> | "
        "be able to take up <myseat> | be able to honour my <place> | be able to manage it | be able to swing it | "
        "be having the pleasure | have the pleasure | have the pleasure of <reaching> | be with you <tothis2> | "
        "come by $ | come up $ | come around $ | come up to you | come up and | be among your guests | "
        "be amongst your guests | be one of your guests | be amongst you | make <day> is <event> | "
        "make tonight is <event> | get down to you | get over to you | get up to you | get across to you | "
        "make the <event> on <day> | attend <day> is <event> | attend tonight is <event> | "
        "attend tomorrow is <event> | make tomorrow is <event> | be coming <tothis> | be coming for <forthis> | "
        "travel <tothis> | get <tothis> | come along <tothis> | come over <tothis> | come down <tothis> | "
        "be coming along <tothis> | be joining <tothis2> | be attending <forthis3> | make it along <tothis> | "
        "make it over <tothis> | make it down <tothis> | be able to come along <tothis> | be coming down <tothis> | "
        "participate in <theevent> | take part in <theevent> | be participating in <theevent> | "
        "participate <tothis> | be excused from <day> is ~"
    ),
    "reaching": (
        "coming | attending | joining | making it | making <day> | making the # | making the <event> | "
        "making your <event> | being there | being with you | being able to <reach> | taking part | participating | "
        "getting there | getting away | getting out | showing up | turning up | travelling | traveling | "
        "leaving the house | leaving home | going to be able to <reach> | joining you | going anywhere | "
        "being present | seeing you | going out | partying | celebrating | leaving her | leaving him | "
        "leaving them | coming along | doing it | getting to you | getting to <theevent> | getting down | "
        "getting over | getting anywhere | getting out of | coming <tothis> | making it <tothis> | going <tothis> | "
        "coming along <tothis> | travelling <tothis> | attending <forthis3> | joining <tothis2> | "
        "coming for <forthis> | participating in <theevent> | taking part in <theevent>"
    ),
    "reachonly": "come | make it | attend | join | be there | participate | take part | get there",
    "rest": "rest | look after | recover | be with | take care | nurse | avoid | protect | mind",
    "sad": (
        "sorry | sad | gutted | devastated | heartbroken | disappointed | bummed | so sorry | very sorry | upset | "
        "sick | crushed"
    ),
    "seat": (
        "<mine> <place> | <mine> <two>? <place> | me | us | mine | ours | for me | for us | "
        "<mine> <event> <place> | <place> for me | my yes | my acceptance"
    ),
    "seem": "seem | manage",
    "sending": (
        "sending | emailing | mailing | writing | contacting | messaging | spamming | bothering | texting | "
        "pestering | these <mails> | the <mails> | all <mails> | all these | inviting | reminding"
    ),
    "sick": "sick | ill",
    "someone": (
        "someone | somebody | anyone | anybody | whoever | another | the next | next | others | other | "
        "the waitlist | the waiting list | the people | those | them | the list | some one | one of | you wish | "
        "someone else | somebody else | anyone else | another guest | another person | a person | whoever is next | "
        "whichever | a worthier | some lucky | your waiting list | your waitlist | your reserve | the reserve | "
        "the reserves | the queue | the line | a more | next in line | whomever | them who | one who"
    ),
    "sorrynot": (
        "sorry not to <reach> | sorry to not <reach> | sad not to <reach> | gutted not to <reach> | "
        "sorry <i> <cannot> <reach> | gutted <i> <cannot> <reach> | shame <i> <cannot> <reach> | "
        "pity <i> <cannot> <reach>"
    ),
    "state": "state | shape | condition | position | mood",
    "stretch": "stretch to | manage | afford | take on | handle | cope with",
    "theevent": (
        "the <event> | yours | your place | this <event> | it | this | <day> is ~? <event> | <day> | the # | "
        "the # of? <month> | this weekend is <event> | next week is <event> | your ~ ~ <event> | ~ is <event> | "
        "this ~? <event> | that <event> | tomorrow is <event> | tonight is <event> | the whole thing | that | "
        "that one | the trip | this one | this time | your <event> | your !<nope> <event> | "
        "your !<nope> !<nope> <event> | the !<nope> <event>"
    ),
    "thelist": "the list | the guest list | the attendee list | the guestlist | the seating plan",
    "theparty": "the party | the guests | your guests | them",
    "there": "there | present | with you | in attendance | around | here | among you | part of it",
    "these": "this | these | your | the | all",
    "thething": (
        "the <event> | your place | yours | this <event> | it | this | that | you | <day> | celebrate | see you | "
        "be with you | your <event> | your !<nope> <event> | your !<nope> !<nope> <event> | the !<nope> <event>"
    ),
    "thisword": (
        "celebrate | be | see | join | illness | personal | family | unforeseen | someone | somebody | another | "
        "<someone> | feed | cater | cook"
    ),
    "time": (
        "time | night | evening | party | one | bash | do | event | celebration | wedding | birthday | day of it | "
        "dinner | gig | show | feast | anniversary | shindig | reception | quiz | session | bbq | barbecue | "
        "evening together"
    ),
    "title": "mr | mrs | ms | miss | dr | prof | professor | sir | lady | lord | mx",
    "tothis": (
        "to this | to the <event> | to your <event> | to that | to yours | to <day> | to <day> is <event> | to it | "
        "to any of it | to your # | to your place | to you | to ~ is <event> | to this <event> | "
        "to this year is <event> | to celebrate | to be with you | to see you | to your house | "
        "to your big <event> | to the # | to the event | to your ~ ~ <event> | to your !<nope> <event> | "
        "to the !<nope> <event>"
    ),
    "tothis2": (
        "you | you all | you both | you for <forthis> | you at <theevent> | you guys | them all | everyone | "
        "everybody | in | in the fun | in the celebrations | the fun | the party | for <forthis> | at <theevent> | "
        "with you | to celebrate | the rest of you | all of you | the <event> | the !<nope> <event> | "
        "your <event> | your !<nope> <event> | this <event> | <day> is <event>"
    ),
    "trouble": (
        "funeral | surgery | operation | hospital | flu | covid | corona | fever | migraine | food poisoning | "
        "stomach bug | tummy bug | chicken pox | norovirus | jury duty | bed rest | night shift | late shift | "
        "cover for | snowed in | broke down | broken down | breakdown | puncture | towed | car died | passed away | "
        "in labour | waters broke | flat on my back | in a cast | on crutches | clashes with | clash with | clash | "
        "double booked | chemo | passed on | emergency | a and e | babysitter cancelled | sitter cancelled | "
        "baby arrived | flying to | out of town | other commitments | other plans | contagious | burst pipe | "
        "come up | came up | cropped up | chickenpox | tonsillitis | pneumonia | food poisoned"
    ),
    "two": "two | three | four | confirmed | reserved | #",
    "usefree": "use | take | have | give | offer | fill | reassign | pass | release | hand | sell | reuse | free",
    "vacant": "vacant | free | cancelled | available | open | released | yours | up for grabs | gone | vacated",
    "want": "want | wish | need | like | care | send | would like",
    "weak": (
        "ill | sick | weak | unwell | poorly | tired | exhausted | knackered | busy | far away | rough | worn out | "
        "contagious | fragile | skint | broke"
    ),
    "whole": "whole | entire | same | very",
    "will_i": "i will | we will | i can | we can",
    "you": "you | you all | in | you guys | everyone | the fun | the party",
}
