"""English, as guests write it."""

from fullhouse.lanes.mail.words import Words

ENGLISH = Words(
    starts={},
    ends={"m": "am", "re": "are", "ll": "will", "ve": "have", "d": "would", "s": "is"},
    respelt=(
        "can't = can not | cannot = can not | cant = can not | won't = will not | wont = will not | "
        "don't = do not | dont = do not | isn't = is not | aren't = are not | doesn't = does not | "
        "doesnt = does not | didn't = did not | didnt = did not | couldn't = could not | isnt = is not | "
        "wouldn't = would not | wouldnt = would not | shouldn't = should not | haven't = have not | "
        "hasn't = has not | wasn't = was not | im = i am | ive = i have | id = i would | shan't = will not | "
        "gonna = going to | gotta = have to | gota = have to | wanna = want to | pls = please | plz = please | "
        "u = you | canceling = cancelling | thx = thanks | ty = thanks | tmrw = tomorrow | tonite = tonight | "
        "w = with | cuz = because | ain't = am not | there'll = there will | il = i will | couldnt = could not"
    ),
    keys=(
        "unfortunately | cancel | cancelled | cancelling | attend | attending | regretfully | regrettably | "
        "participate | reservation | registration | withdraw | afraid | decline | unable | longer | tonight | "
        "tomorrow | coming | joining | someone | release | booking"
    ),
    fillers=(
        "unfortunately | sadly | regretfully | regrettably | really | actually | definitely | simply | "
        "therefore | just | also | now | alas | still | however | please | kindly | again | anymore | either | "
        "myself | ourselves | both | all | completely | totally | absolutely | obviously | clearly | truly | "
        "honestly | literally | finally | though | lol | haha | suddenly | certainly | too | well | oh | ugh | "
        "yet | entirely"
    ),
    sets={
        "able": "able to",
        "after": (
            "$ | on | for | because | due | at | as | since | this | in | with | tonight | that | owing | from | "
            "again | of | until | thanks | sorry | to"
        ),
        "am": "am | are | be",
        "appointment": (
            "appointment | appointments | commitment | commitments | engagement | engagements | plans | "
            "obligation | obligations | event | invitation | booking | thing"
        ),
        "away": (
            "away | out of town | out of the country | out of office | abroad | on holiday | on vacation | "
            "on leave | travelling | traveling | in hospital | in bed | working | double booked | "
            "already booked | fully booked | engaged | busy | ill | sick | unwell | down with | stuck | tied up | "
            "elsewhere | on call | on shift | snowed under | swamped | under the weather | not well | "
            "not feeling | laid up | contagious | quarantining | isolating | on a business | on a work | "
            "on a trip | flying | needed at | expected at | committed | at a wedding | at a funeral | "
            "at a conference | in court | not in town | not around"
        ),
        "be": "come | be there | be with | be part | join | attend | celebrate | see you | make it | be at",
        "can": "can | will | is able | are able",
        "cancel": (
            "cancel | withdraw | release | give up | free up | surrender | forfeit | hand back | relinquish | "
            "give back | let go of | call off | vacate | retract | take back | cancel out | undo"
        ),
        "cannot": (
            "can not | can no longer | will not | will no longer | not able to | no longer able to | unable to | "
            "not going to | not be able to | can not <seem> to | <have> no way to | in no position to | "
            "not in a position to | can not possibly | do not think <i> can | do not think <i> will | "
            "do not think <i> will be able to | not be <able>"
        ),
        "caught": (
            "caught | come down with | came down with | tested positive | have tested positive | "
            "have come down with | have caught | broke | broken | have broken | twisted | sprained | missed"
        ),
        "day": (
            "monday | tuesday | wednesday | thursday | friday | saturday | sunday | mon | tue | tues | wed | "
            "thu | thur | thurs | fri | sat | sun | today | tonight | tomorrow"
        ),
        "decision": "decision | conclusion",
        "decline": "decline | rather not | prefer not to",
        "dir": "along | over | down | anymore | out",
        "event": (
            "party | dinner | event | evening | tasting | workshop | opening | reading | celebration | "
            "invitation | invite | brunch | lunch | night | gathering | concert | drinks | show | talk | "
            "get together | gig | wedding | class | course | date | picnic | barbecue | bbq"
        ),
        "give": (
            "give | pass | offer | hand | let | reassign | release | reallocate | transfer | donate | open up | "
            "free | free up | pass on | give away | let go | relinquish | put | move on | fill | take back | use"
        ),
        "had": "had | have | would",
        "have": "have | have got | has",
        "i": "i | we",
        "if": (
            "if i | if we | if my | if our | if the | if it | if you do | if you can not | if you have | if he | "
            "if she | if they | if there | if any | if not | if all | if that | if ~ <is>"
        ),
        "ill": "ill | sick | unwell | called | asked to work | told to",
        "is": "is | can | comes | does | has | will | finds | cancels | goes | lets",
        "kind": "kind | lovely | nice | generous",
        "later": (
            "by | when | as soon | if | whether | tomorrow | later | $ | nearer | closer | once | on | in | "
            "after | next | soon | asap"
        ),
        "lovely": "lovely | great | nice | wonderful | fun",
        "mails": (
            "mail | mails | email | emails | e mails | e mail | message | messages | newsletter | newsletters | "
            "reminder | reminders | invitation | invitations | updates | notifications | spam | invites"
        ),
        "me": "me | us | both of us | myself | my side",
        "mine": (
            "my | our | the | this | both | both my | both our | my and ~ | all our | all three | all four | "
            "my two | our two | my own | those | these | me and ~ | mine and ~"
        ),
        "month": (
            "january | february | march | april | may | june | july | august | september | october | november | "
            "december | jan | feb | mar | apr | jun | jul | aug | sep | sept | oct | nov | dec"
        ),
        "must": (
            "have to | need to | must | have got to | will have to | will need to | am going to have to | "
            "are going to have to | going to have to | would like to | want to | wish to | am forced to | "
            "am obliged to | are forced to | had better | might as well"
        ),
        "nope": (
            "phone | door | station | airport | rehearsal | speech | speeches | start | beginning | first | "
            "desk | aperitif | preparation | set up | setup | clean up | after party | afterparty | bit | part | "
            "last | whole | other | office | front | conclusion | point | second | early | second part | "
            "previous | meeting | dessert | end | toast | welcome"
        ),
        "onthis": "on this | on it | this time | this one | on the <event> | on your",
        "other": (
            "another <appointment> | other <appointment> | a prior <appointment> | a previous <appointment> | "
            "a conflicting <appointment> | a conflict | a clash | a prior | prior <appointment> | plans | "
            "other plans | an exam | a wedding | a funeral | a work thing | a business trip | "
            "a family emergency | an emergency | a migraine | a fever | the flu | covid | a cold | a tummy bug | "
            "to work"
        ),
        "out": (
            "drop out | bow out | back out | pull out | bail | bail out | bail on | withdraw | decline | "
            "pass <onthis>? | skip | step back | opt out | sit out | sit this one out | sit it out | "
            "give it a miss | give this a miss | give this one a miss | give your <event> a miss | "
            "give the <event> a miss | say no | take a rain check | take a raincheck | miss it | miss out | "
            "miss this one | miss this | miss your | miss the <event> | stay home | stay away | stay in | "
            "stay at home | stay put | excuse myself | be excused | send my regrets | send our regrets | "
            "send my apologies | send our apologies | give my apologies | let you down | duck out | cry off | "
            "beg off | take a pass | back off | turn it down | turn this down | turn down your | flake | "
            "miss your <event> | skip it | skip this | disappoint you | step aside"
        ),
        "outing": (
            "dropping out | bowing out | backing out | pulling out | bailing | withdrawing | declining | "
            "passing | skipping | sitting this one out | sitting out | opting out | giving it a miss | "
            "giving up <seat> | releasing <seat> | out of the running | out this time | staying home | "
            "missing it | missing this one | missing out"
        ),
        "part": "morning | afternoon | evening | night | lunchtime | lunch",
        "place": (
            "seat | seats | spot | spots | place | places | rsvp | reservation | reservations | booking | "
            "bookings | registration | registrations | attendance | participation | ticket | tickets | sign up | "
            "signup | slot | slots | table | chair | chairs | name | entry | invitation"
        ),
        "reach": (
            "come <dir>? | make it | make this one | make that | make this | make the <event> | "
            "make your <event> | make our <event> | attend | join | be <there> | be joining | be coming | "
            "be attending | be able to <reachonly> | participate | take part | get there | get away | "
            "take up <seat> | take <seat> | claim <seat> | show up | turn up | be participating | "
            "be taking part | be making it | get to | swing it | do it | join <you> | do <day> | make <day> | "
            "partake | come <tothis> | accept | accept your <kind>? <event> | use my <place> | use our <place> | "
            "use the <place> | take my <place> | take up my <place> | take the <place> | be at the <event> | "
            "be at your <event> | get off work | get out of it"
        ),
        "reachonly": "come | make it | attend | join | be there | participate | take part | get there",
        "reallynot": "not",
        "seat": (
            "<mine> <place> | <mine> <two>? <place> | me | us | it | mine | ours | everything | for me | for us | "
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
            "the waitlist | the waiting list | a friend | people | the people | those | who | them | the list | "
            "some one | one of | you wish"
        ),
        "there": "there | present | with you | in attendance | around | here | among you | part of it",
        "these": "this | these | your | the | all",
        "tothis": "to this | to the <event> | to your <event>",
        "trouble": (
            "funeral | surgery | operation | hospital | flu | covid | corona | fever | migraine | "
            "food poisoning | stomach bug | tummy bug | chicken pox | norovirus | jury duty | bed rest | "
            "night shift | late shift | cover for | cover a | snowed in | broke down | broken down | breakdown | "
            "puncture | towed | car died | passed away | in labour | waters broke | flat on my back | in a cast | "
            "on crutches | clashes with | clash with | clash | double booked | stuck in | stuck at | strike | "
            "chemo | passed on | emergency | a and e | babysitter cancelled | sitter cancelled | baby arrived | "
            "flying to | out of town | other commitments | other plans | positive | contagious | deadline | "
            "redundant | burst pipe | flooded | come up | came up | cropped up | exam | same day | same night | "
            "same evening"
        ),
        "two": "two | three | four | confirmed | reserved",
        "want": "want | wish | need | like | care | send | would like",
        "you": "you | you all | in | you guys | everyone | the fun | the party",
    },
    when=(
        "on? <day> <part>? | on? <month> the? # | for? <day> <part>? | on that <part> | that <part> | "
        "this <part> | this weekend | that weekend | this week | that week | that day | this time | "
        "on the <part> | on that day | on the day | on that date | on this occasion | on the night | after all | "
        "in the end | at this point | at short notice | at such short notice | at the last minute | last minute | "
        "any longer | any more | at all | as planned | this year | for this one | on saturday | right now | "
        "at the moment | on the # of? <month>? | the # of <month> | on? # <month> | on #"
    ),
    leads=(
        "be | but | and | so | that | sorry | afraid | hi | hello | hey | thanks | then | today | because | as | "
        "however | since | means | am | are | will | apologies | regret | say | mean | shame | ok | okay | "
        "cause | know | yes | which | why | believe | guess | think"
    ),
    own="i | we",
    openers=(
        "sorry | thanks | thank | would | great | hi | hello | hey | dear | unfortunately | love | so | really | "
        "apologies | many | what | shame | i | we | regret | sadly | gutted | bad | bummer | been | had | have | "
        "was | got | down | sick | ill | feeling | stuck | something | tempting | sounds | bit | terribly | "
        "very | much | good"
    ),
    regrets=(
        "sorry | unfortunately | sadly | regret* | afraid | apolog* | alas | shame | pity | gutted | bummer | "
        "bummed | hate to | disappointed | heartbroken | wish i could | bad news | devastated | would love to | "
        "would have loved | soz | <had> accepted | told you <i> would | said <i> would | had said yes | "
        "had promised | heavy heart | feel awful | feel terrible | feel bad | hate"
    ),
    cancels=(
        "^ <cannot> <reach> | ^ not coming | ^ not attending | ^ not joining | ^ no longer coming | "
        "^ no longer attending | ^ not be coming | ^ not going $ | ^ no longer going $ | ^ not be going $ | "
        "^ will not go $ | ^ can not go $ | ^ can no longer go $ | ^ <must> cancel <after> | "
        "^ <must> cancel <seat> | ^ <must> <cancel> <seat> | ^ <must> <out> | ^ <must> cancel $ | "
        "^ am cancelling <after> | ^ are cancelling <after> | ^ cancelling <seat> | "
        "^ will be cancelling <after> | ^ <am> <outing> | ^ going to <out> | ^ am going to <out> | ^ will <out> | "
        "^ will cancel $ | ^ will pass $ | ^ would <decline> | ^ decline | ^ regret that <i> <cannot> | "
        "to cancel <seat> | to withdraw <seat> | to <give> up <seat> | to release <seat> | ^ cancel <seat> | "
        "^ <cancel> <seat> | ^ cancel $ | ^ cancelled $ | ^ canceled $ | ^ cancellation $ | ^ cancel this $ | "
        "^ declined $ | ^ i cancel $ | count me out | count us out | counting me out | ^ am out $ | ^ are out $ | "
        "^ out $ | ^ sorry out $ | ^ have to scratch | change my yes | turn my yes | my yes is a no | "
        "my yes into a no | yes to a no | yes into a no | rather stay away | rather not come | "
        "<am> staying away | ^ no longer possible | no longer possible for <me> | is not going to work | "
        "not going to work out | will not work out | not going to be able | will <reallynot> be there | "
        "done for partying | not meant to be | ^ no can do | ^ not this time $ | ^ no thanks $ | "
        "^ no thank you $ | ^ afraid not $ | ^ sadly no $ | will not work for <me> | does not work for <me> | "
        "not going to work for <me> | not work out for <me> | not going to happen for <me> | "
        "not happening for <me> | not possible for <me> | not feasible for <me> | will be impossible for <me> | "
        "is impossible for <me> | ^ have to be elsewhere | ^ will be elsewhere | neither of us <can> | "
        "none of us <can> | ^ not available | ^ unavailable | ^ no longer available | ^ not free $ | "
        "^ not free that | ^ no longer free | ^ otherwise engaged | without <me> | without the ~ $ | "
        "wish <i> could | wish <i> were | would have loved to <be> | would have liked to <be> | "
        "would have been <lovely> to <be> | would love to <be> ~ but | love to <be> ~ ~ but | "
        "<i> be with you in spirit | be there in spirit | with you in spirit | do not expect <me> | "
        "not expect <me> | do not count on <me> | do not wait for <me> | not count on <me> | do not save <seat> | "
        "do not hold <seat> | do not keep <seat> | do not need <seat> | no longer need <seat> | not need <seat> | "
        "will not be needing <seat> | not be using <seat> | not use <seat> | will not be using <seat> | "
        "for not being able to <reach> | sorry not to be able to <reach> | find myself unable to <reach> | "
        "find ourselves unable to <reach> | neither ~ ~? ~? nor i will | neither ~ ~? ~? nor i can"
    ),
    requests=(
        "<give> <seat> up? away? on? back? to <someone> | <give> <seat> away | <give> <seat> up | "
        "<give> <seat> back | <give> away <seat> | <give> <seat> on $ | ^ free up <seat> | ^ free <seat> | "
        "^ release <seat> | ^ reassign <seat> | ^ reallocate <seat> | let <someone> ... have <seat> | "
        "let <someone> ... take <seat> | <someone> else? ... have <seat> | <someone> else? ... take <seat> | "
        "<seat> is yours | <seat> is free | <seat> is available | <seat> is up for grabs | <seat> is going | "
        "<seat> is back | <seat> will be free | <seat> can go to | <seat> can be given | <seat> should go to | "
        "<seat> could go to | <seat> is now free | <seat> is open | happy for <someone> ... to have <seat> | "
        "happy to give up <seat> | glad if <someone> ... <seat> | take me off | take us off | remove me | "
        "remove us | take my name off | take our names off | strike me | strike us | cross me off | "
        "cross us off | remove my name | remove our names | take <seat> off | delete me | delete my | "
        "taking me off | taking us off | taking my name off | removing me from | removing us from | "
        "removing my name | cancelling my <place> | cancelling our <place> | giving my <place> to <someone> | "
        "you cancel <seat> | you release <seat> | you take me off | you remove me | you free up <seat> | "
        "you please cancel <seat> | ^ cancel <seat> | scratch me off | scratch us off | strike me off | "
        "strike us off"
    ),
    bare="^ not $ | ^ can not $",
    hindrances=(
        "<trouble> | ^ am <away> | ^ are <away> | ^ will be <away> | ^ be <away> | ^ <away> | "
        "^ am going to be <away> | ^ have been <ill> | ^ <caught> | something ... come up | something came up | "
        "something has cropped up | ^ have <other> | ^ have got <other> | ^ have to work | ^ have to be in | "
        "^ have to travel | ^ need to be | ^ double booked | ^ booked | ^ got called | ^ been called | ^ is <sick>"
    ),
    partings=(
        "have fun | have a great | have a good | have a lovely | have a wonderful | have a fab* | have a blast | "
        "have a fantastic | have a brilliant | next time | another time | next year | raise a glass | enjoy | "
        "thinking of you | in spirit | rain check | raincheck | miss you | hope it goes | hope it is | hope its | "
        "the best time | best time | hope you all | hope you have | best wishes | good luck with | "
        "save me a slice | save me some | take pictures | take photos | send pictures | send photos | "
        "some other time | all the best | drink one for me | make it up to you | soon"
    ),
    absent=(
        "can not come | can not make it | will not make it | is not coming | is unable to | not be able to | "
        "can not attend | will not be coming"
    ),
    comes=(
        "^ will be there | ^ will be attending | ^ will be coming | ^ will come | ^ will attend | ^ will join | "
        "^ will make it | ^ can come | ^ can make it | ^ can attend | ^ am coming | ^ are coming | ^ coming $ | "
        "^ am in $ | ^ are in $ | ^ am attending | ^ are attending | ^ be delighted to <reachonly> | "
        "count me in | count us in | see you there | see you then | see you on? <day> | see you tonight | "
        "see you tomorrow | ^ am going to be there | looking forward to it | look forward to it | "
        "look forward to seeing | looking forward to seeing | looking forward to the | look forward to the | "
        "looking forward to <day> | ^ am on my way | ^ will see you | ^ happy to come | ^ happy to attend | "
        "^ happy to be there | ^ confirm my attendance | confirming my attendance | confirming our attendance | "
        "^ confirming $ | confirming for | see me there | see ye | see ya | see us there | "
        "^ confirm our attendance | ^ confirming my attendance | ^ confirm that i am coming | "
        "^ confirm i am coming | ^ wild horses | ^ will still be there | ^ am still coming | ^ still coming | "
        "^ am definitely in | ^ accept | ^ will turn up | ^ will arrive | ^ arrive at | ^ will be late | "
        "^ will be a bit late | ^ be a bit late | ^ running late | ^ be late | ^ will be # | ^ will join you | "
        "^ planning to come | ^ am game | ^ are game | ^ made it work | ^ can stay | ^ will be bringing | "
        "^ will bring | ^ am bringing | ^ excited to come | ^ sign me up | ^ put me down | ^ put us down | "
        "^ definitely coming | ^ see you $"
    ),
    keeps=(
        "can not wait to | can not wait for | would not miss | will not miss it | not miss it for | "
        "nothing will stop | nothing would stop | no way i am missing | no way i am sitting | not missing it | "
        "not missing this | not cancel | not give away? my | not give away my | not give my | not give our | "
        "not want to cancel | never mind | keep my <place> | keep our <place> | hold my <place> | "
        "hang on to my <place> | instead of cancelling | rather than cancel | not cancelling | not giving up | "
        "no intention of cancelling | not need to cancel | not have to cancel | not release my | not remove me | "
        "not take me off | not let go of my | no need to cancel | not planning to cancel | would not cancel | "
        "save my <place> | not giving my | not start without | not without me | not begin without | "
        "not want to give up | not want to lose my | not to give my | not to cancel"
    ),
    stops=(
        "stop <sending> | stop with the <mails> | no more <mails> | no more of these | no further <mails> | "
        "opt out of <mails> | opt me out | opted out | do not <want> ... <mails> | not <want> ... <mails> | "
        "do not send me any? more? | do not email me | do not mail me | do not write to me | do not contact me | "
        "stop it $ | ^ stop $ | ^ unsubscribe $ | ^ unsubscribe me $ | ^ optout $ | ^ opt out $ | "
        "^ stop please $ | off your mailing | off your mail | off your email | off this mailing | gdpr | "
        "object to | refrain from <sending> | cease <sending> | take me off <these> mailing | "
        "take me off ... mailing | remove me from ... mailing | remove me from ... mails | "
        "remove me from ... emails | off ... mailing list | off ... email list | from ... mailing list | "
        "from ... distribution list | off ... distribution list | remove my email | remove my address | "
        "delete my address | delete my email | remove my e mail | take my address off | take my email off | "
        "take my address out | leave me alone | want to be contacted | wish to be contacted | "
        "not <want> to hear from | not <want> to receive | not <want> to get | spamming me | enough emails | "
        "unsubscribe me from <these> <mails> | unsubscribe me from <these> list | unsubscribe me from ~ list"
    ),
    others=(
        "he | she | they | husband | wife | partner | son | daughter | brother | sister | mother | father | mum | "
        "mom | dad | friend | friends | boyfriend | girlfriend | colleague | boss | kids | children | neighbour | "
        "neighbor | guest | flatmate | roommate | cousin | uncle | aunt | babysitter | sitter | who"
    ),
    doubts=(
        "<if> | whether | might | <i> may | may have to | may not | may be | maybe | perhaps | possibly | "
        "in case | when i | why i | how do | how can | how late | how long | how to | could be that | until <i> | "
        "would have to | not sure | unless | unsure | not certain | depends | depending | probably | chance | "
        "likely | imagine | suppose | supposed | hopefully | hope not | fear | worst case | do not know | "
        "not decided | undecided | check with | let you know <later> | tell you by | not say yet | not tell you | "
        "reply later | get back to you | will answer | will reply | wondering | think about | worried | "
        "should i | should we | even if | almost | nearly | asks | asked"
    ),
    told=(
        "says | said | told | tells | wrote | texted | thought | was | were | had to | used to | last year | "
        "last time | couldn't | could not | did not | supposed"
    ),
    unless=(
        "to the | later | at # | from # | only | unless | if it | if i | if we | if the | if my | if that | "
        "until | except | or can | or at least | apart from"
    ),
    turns=(
        "not | never | without | instead | rather | hate | about | almost | nearly | tempted | forgot | how | "
        "nobody | way | doubt"
    ),
    limits=(
        "alone | before | until | till | by # | early | earlier | without | sooner | better | on time | in time | "
        "at # | to the <nope> | for the <nope> | for dinner but | for long | from the start | any earlier | "
        "right at | to a <decision> | to any | up with | back to you | home | and go | quickly | quick | "
        "soon enough | soon | the first | the start | the beginning | the <nope> | my <nope> | fast enough | "
        "by bus | by car | by train | by bike | in person | with my | with the | with a | to your <nope> | off | "
        "as a | in a | in costume | dressed | empty handed | empty | straight | directly | for more than | "
        "for all | for the whole | to all | to every | the whole | all the | past | after # | more | to see | "
        "with just | enough | any sooner | around # | for # | of my | of one | of our | for my | for one | him | "
        "her | them | his | on my own | on our own | by myself"
    ),
    later=(
        "next time | another time | next year | next month | next one | future | other time | some other | "
        "the next | in the autumn | in the spring | last year | last time | last month | to the last | "
        "at the last | next event | one day | soon"
    ),
    asks=(
        "do i | do we | do you | does | did | can i | can we | can you | can my | can someone | can they | "
        "could i | could we | could you | could my | should | shall | may i | may we | is it | is there | "
        "is the | is that | are there | are you | are we | what | where | when | who | how | which | why | "
        "will there | will you | would you | would it | would i | any chance | have you | has | was | wondering"
    ),
    tags="right | correct | is that | can i | can we | do i | will i | or what | huh | yes | true | no",
    noes="no | nope | nah | nay",
    yeses="yes | yep | yeah | yup | sure | absolutely | of course | ok | okay | great | perfect | definitely",
)
