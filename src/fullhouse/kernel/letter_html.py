"""Letters as plain text and HTML; the layout of mails is MJML with Jinja placeholders.

MJML is turned into HTML first. The words are put in afterwards and escaped, so that none of them
is ever read as layout.
"""

from functools import lru_cache

from jinja2 import Environment, StrictUndefined, Template

from fullhouse.kernel.letters import Button, CalendarLink, Letter, LetterLook

INK, PAPER, CARD, QUIET, LINE, CURTAIN = (
    "#221c18",
    "#f4efe7",
    "#fffdf9",
    "#655b52",
    "#e4dace",
    "#9f1d2f",
)
NIGHT_INK, NIGHT, NIGHT_CARD = "#f3ece3", "#161210", "#221c19"
NIGHT_QUIET, NIGHT_LINE, NIGHT_ROSE = "#b9ada1", "#3d342e", "#ff9ba8"
HEADING_STYLE = "margin:0;font-size:27px;line-height:1.2;font-weight:700"
PART_STYLE = "margin:0;padding-top:18px;border-top:1px solid #e4dace;font-size:20px"
SEATS = "&#9679;" * 5
# Each seat is a letter, so the room is there with images off. Its longest row fits a small phone.
DOTS = {"taken": "\u25cf", "mine": "\u25cf", "held": "\u25cb", "open": "\u25cb"}
# Stand in the layout for the colour of the house, by day and by night.
ACCENT, NIGHT_ACCENT = "%accent%", "%night-accent%"
DOT_COLOURS = {"taken": INK, "mine": CURTAIN, "held": CURTAIN, "open": QUIET}
ROW_STYLE = "margin:0;font-size:12px;line-height:16px;letter-spacing:3px;white-space:nowrap"
LINE_END = "{% if not loop.last %}<br>"
FONTS = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"

QUIET_PARTS = ".quiet, .quiet div, .quiet p, .quiet span, .ink .label"
DETAIL_STYLE = f"padding:9px 0 9px;border-top:1px solid {LINE}"
LINK_STYLE = f"display:inline-block;padding:12px 8px;color:{ACCENT}"
# White around the code also in the dark: cameras need it.
CODE_WIDTH = 208
CODE_STYLE = "display:block;margin:0 auto;border-radius:8px;background:#ffffff"
LOGO_STYLE = "display:block;margin:0;border-radius:8px;background:#ffffff"
STOP_STYLE = f"display:inline-block;padding:10px;color:{QUIET}"

LAYOUT = f"""
<mjml lang="{{{{ letter.language }}}}" dir="{{{{ direction }}}}">
  <mj-head>
    <mj-title>{{{{ letter.subject }}}}</mj-title>
    <mj-preview>{{{{ letter.preview }}}}</mj-preview>
    <mj-raw>
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="{FONTS}" />
      <mj-section padding="0" direction="{{{{ direction }}}}" />
      <mj-column direction="{{{{ direction }}}}" />
      <mj-text padding="0 28px" font-size="17px" line-height="1.5" color="{INK}"
        align="{{{{ start }}}}" />
    </mj-attributes>
    <mj-style>
      :root {{ color-scheme: light dark; supported-color-schemes: light dark; }}
      a {{ color: {ACCENT}; }}
      .numbers {{ font-variant-numeric: tabular-nums; }}
      @media (prefers-color-scheme: dark) {{
        body, .paper {{ background: {NIGHT} !important; }}
        .card, .card > table {{ background: {NIGHT_CARD} !important; }}
        .ink, .ink div, .ink td, .ink h1, .ink p {{ color: {NIGHT_INK} !important; }}
        {QUIET_PARTS} {{ color: {NIGHT_QUIET} !important; }}
        .rule td {{ border-color: {NIGHT_LINE} !important; }}
        .mark div, .links a, .quiet a {{ color: {NIGHT_ACCENT} !important; }}
        .seats .taken {{ color: {NIGHT_INK} !important; }}
        .seats .mine, .seats .held {{ color: {NIGHT_ROSE} !important; }}
        .seats .open, .seats .label {{ color: {NIGHT_QUIET} !important; }}
      }}
    </mj-style>
  </mj-head>
  <mj-body background-color="{PAPER}" css-class="paper" width="560px">
    <mj-section padding="20px 0 0"></mj-section>
    <mj-section background-color="{CARD}" border-radius="14px" padding="26px 0 30px"
      css-class="card">
      <mj-column>
        <mj-raw>{{% if logo %}}</mj-raw>
        <mj-text css-class="ink" padding="0 28px 18px">
          <p style="margin:0"><img src="{{{{ logo }}}}" alt="{{{{ letter.look.name }}}}"
          width="{{{{ letter.look.width }}}}" height="{{{{ letter.look.height }}}}"
          style="{LOGO_STYLE}"></p>
        </mj-text>
        <mj-raw>{{% endif %}}{{% if letter.seats %}}</mj-raw>
        <mj-text css-class="seats" align="center">
          <div aria-hidden="true" dir="ltr">{{% for row in letter.seats.rows %}}
          <p style="{ROW_STYLE}">{{% for state, count in row %}}<span class="{{{{ state }}}}"
          style="color:{{{{ colours[state] }}}}">{{{{ dots[state] * count }}}}</span>{{% endfor
          %}}</p>{{% endfor %}}</div>
          <p dir="auto" style="margin:8px 0 0"><span class="label"
          style="font-size:14px;color:{QUIET}">{{{{ letter.seats.caption }}}}</span></p>
        </mj-text>
        <mj-raw>{{% else %}}</mj-raw>
        <mj-text css-class="mark" font-size="15px" line-height="1" color="{ACCENT}">
          <span aria-hidden="true" style="letter-spacing:5px">{SEATS}</span>
        </mj-text>
        <mj-raw>{{% endif %}}</mj-raw>
        <mj-text css-class="ink" padding="18px 28px 0">
          <h1 dir="auto" style="{HEADING_STYLE}">{{{{ letter.heading }}}}</h1>
        </mj-text>
        <mj-raw>{{% if letter.details %}}</mj-raw>
        <mj-table css-class="ink numbers rule" padding="20px 28px 0" color="{INK}"
          font-size="17px" line-height="1.35">
          {{% for label, value in letter.details %}}
          <tr>
            <td dir="auto" style="{DETAIL_STYLE};text-align:{{{{ start }}}}">
              <span class="label" style="font-size:14px;color:{QUIET}">{{{{ label }}}}</span><br>
              <strong style="font-weight:600">{{{{ value }}}}</strong>
            </td>
          </tr>
          {{% endfor %}}
        </mj-table>
        <mj-raw>{{% endif %}}{{% if letter.paragraphs %}}</mj-raw>
        <mj-text css-class="ink" padding="10px 28px 0">
          {{% for lines in paragraphs %}}
          <p dir="auto" style="margin:12px 0 0">{{% for line in lines %}}{{{{ line }}}}{LINE_END}
          {{% endif %}}{{% endfor %}}</p>
          {{% endfor %}}
        </mj-text>
        <mj-raw>{{% endif %}}{{% for part in letter.listed %}}</mj-raw>
        <mj-text css-class="ink" padding="22px 28px 0">
          <h2 dir="auto" style="{PART_STYLE}">{{{{ part.heading }}}}</h2>
          {{% for label, value in part.details %}}
          <p dir="auto" style="margin:6px 0 0"><span class="label"
          style="font-size:14px;color:{QUIET}">{{{{ label }}}}</span> {{{{ value }}}}</p>
          {{% endfor %}}
          {{% for paragraph in part.paragraphs %}}
          <p dir="auto" style="margin:12px 0 0">{{% for line in paragraph.split("\n") %}}{{{{
          line }}}}{LINE_END}{{% endif %}}{{% endfor %}}</p>
          {{% endfor %}}
        </mj-text>
        <mj-text css-class="links" padding="4px 28px 0">
          {{% for label, url in links_of(part) %}}
          <a href="{{{{ url }}}}" style="{LINK_STYLE}">{{{{ label }}}}</a>
          {{% endfor %}}
        </mj-text>
        <mj-raw>{{% endfor %}}{{% if main %}}</mj-raw>
        <mj-button css-class="button" href="{{{{ main.url }}}}" background-color="{ACCENT}"
          color="#ffffff" width="100%" padding="26px 28px 0" inner-padding="16px 12px"
          border-radius="10px" font-size="18px" font-weight="600"
          line-height="1.3">{{{{ main.label }}}}</mj-button>
        <mj-raw>{{% endif %}}{{% if others %}}</mj-raw>
        <mj-text css-class="links" align="center" padding="8px 28px 0">
          {{% for button in others %}}
          <a href="{{{{ button.url }}}}" style="{LINK_STYLE}">{{{{
          button.label }}}}</a>
          {{% endfor %}}
        </mj-text>
        <mj-raw>{{% endif %}}{{% if letter.calendars %}}</mj-raw>
        <mj-text css-class="ink links" align="center" padding="4px 28px 0">
          {{{{ letter.calendars_label }}}}
          {{% for calendar in letter.calendars %}}
          <a href="{{{{ calendar.url }}}}" style="{LINK_STYLE}">{{{{ calendar.name }}}}</a>
          {{% endfor %}}
        </mj-text>
        <mj-raw>{{% endif %}}{{% if picture %}}</mj-raw>
        <mj-text css-class="ink" align="center" padding="24px 28px 0">
          <p dir="auto" style="margin:0;font-weight:600">{{{{ letter.code.label }}}}</p>
          <p style="margin:10px 0"><img src="{{{{ picture }}}}" alt="{{{{ letter.code.label }}}}"
          width="{CODE_WIDTH}" height="{CODE_WIDTH}" style="{CODE_STYLE}"></p>
          <p dir="auto" style="margin:0"><span class="label"
          style="font-size:14px;color:{QUIET}">{{{{ letter.code.note }}}}</span></p>
        </mj-text>
        <mj-raw>{{% endif %}}</mj-raw>
      </mj-column>
    </mj-section>
    <mj-section padding="14px 0 32px">
      <mj-column>
        <mj-text css-class="quiet" font-size="14px" line-height="1.5" color="{QUIET}"
          align="center">
          {{% for line in letter.footer %}}
          <p dir="auto" style="margin:8px 0 0">{{{{ line }}}}</p>
          {{% endfor %}}
          {{% if letter.stop_url %}}
          <p style="margin:0"><a href="{{{{ letter.stop_url }}}}"
          style="{STOP_STYLE}">{{{{ letter.stop_label }}}}</a></p>
          {{% endif %}}
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
"""


RULE = "* * *"
RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")


def as_text(letter: Letter) -> str:
    """Return a letter as plain text, one line per paragraph; of an SMS only its text."""
    if letter.text:
        return f"{letter.text}\n"
    colon = _colon(letter)
    blocks = [
        letter.heading,
        "\n".join(f"{label}{colon} {value}" for label, value in letter.details),
        *letter.paragraphs,
        *_pictures_text(letter, colon),
        *(f"{button.label}{colon}\n{button.url}" for button in letter.buttons),
        *(_calendar_text(letter, link, colon) for link in letter.calendars),
        *(_listed_text(part, colon) for part in letter.listed),
        _signature(letter),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _pictures_text(letter: Letter, colon: str) -> list[str]:
    """Return what the pictures of a letter show, as plain text."""
    told = [letter.seats.caption] if letter.seats else []
    return [*told, f"{letter.code.label}{colon}\n{letter.code.hint}"] if letter.code else told


def _colon(letter: Letter) -> str:
    # French has a space before a colon, and no line may end there.
    return "\u00a0:" if letter.language.split("-")[0] == "fr" else ":"


def _calendar_text(letter: Letter, link: CalendarLink, colon: str) -> str:
    return f"{letter.calendars_label} ({link.name}){colon}\n{link.url}"


def _listed_text(part: Letter, colon: str) -> str:
    """Return one of several letters in an email as plain text, under a line of its own."""
    blocks = [
        RULE,
        part.heading,
        "\n".join(f"{label}{colon} {value}" for label, value in part.details),
        *part.paragraphs,
        *(f"{label}{colon}\n{url}" for label, url in links_of(part)),
    ]
    return "\n\n".join(block for block in blocks if block)


def links_of(part: Letter) -> list[tuple[str, str]]:
    """Return the labels and addresses of a letter's links, with the one that ends its emails."""
    links = [(button.label, button.url) for button in part.buttons]
    return [*links, (part.stop_label, part.stop_url)] if part.stop_url else links


def as_html(letter: Letter, picture: str = "", logo: str = "") -> str:
    """Return a letter as HTML that reads well on a phone, in the dark and without images.

    `picture` is the address of the picture of its code, `logo` that of the logo in its look;
    without one it is left out.
    """
    look = letter.look or LetterLook()
    main = next((button for button in letter.buttons if button.main), None)
    direction, start = "ltr", "left"
    if letter.language.split("-")[0] in RIGHT_TO_LEFT:
        direction, start = "rtl", "right"
    return _layout(look.accent or CURTAIN, look.night_accent or NIGHT_ROSE).render(
        letter=letter,
        paragraphs=[paragraph.split("\n") for paragraph in letter.paragraphs],
        main=main,
        others=_others(letter, main),
        direction=direction,
        start=start,
        picture=picture if letter.code else "",
        logo=logo if look.logo else "",
        links_of=links_of,
        dots=DOTS,
        colours=DOT_COLOURS,
    )


def _signature(letter: Letter) -> str:
    lines = [*letter.footer]
    if letter.stop_url:
        lines.append(f"{letter.stop_label}{_colon(letter)} {letter.stop_url}")
    if not lines:
        return ""
    return "\n".join(["-- ", *lines])


def _others(letter: Letter, main: Button | None) -> list[Button]:
    return [button for button in letter.buttons if button is not main]


@lru_cache(maxsize=4)
def _layout(accent: str, night_accent: str) -> Template:
    from mjml import mjml2html

    markup = LAYOUT.replace(ACCENT, accent).replace(NIGHT_ACCENT, night_accent)
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(mjml2html(markup))
