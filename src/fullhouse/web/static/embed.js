// Puts an event's sign-up form where this script stands, on any site. It sets no cookie, loads nothing but the logo, and keeps
// to itself: its style lives in a shadow root. <script src="https://…/e/EVENT/embed.js" async></script>
(() => {
  "use strict";
  // The server writes the texts here, in the event's language.
  const TEXTS = {};
  const script = document.currentScript;
  if (!script || !script.isConnected) return;
  const page = new URL(script.src, document.baseURI).href.replace(/\/embed\.js.*$/, "") + (TEXTS.chosen ? `?lang=${TEXTS.chosen}` : "");

  // Sizes hang on the reader's own letter size, never on the site's.
  const STYLE = `
    :host { all: initial; display: block; color-scheme: light dark; container-type: inline-size; }
    * { box-sizing: border-box; }
    section {
      --paper: #fffdf9; --ink: #211c18; --soft: #645a51; --line: #8d8378; --faint: #e3dacd; --red: #a3182e;
      --link: #a3182e; --button: #a3182e; --down: #7f1023; --good: #1f6b43;
      max-inline-size: 32em; padding: 1.25em; color: var(--ink); background: var(--paper);
      border: 1px solid var(--faint); border-radius: 1em; overflow-wrap: anywhere; text-align: start;
      font: medium/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
    }
    .dark { --paper: #211b17; --ink: #f3ebe0; --soft: #b9ada0; --line: #8c8075; --faint: #3a312a; --red: #f4687a;
      --link: #f4687a; --button: #c22b43; --down: #a81f36; --good: #7fd0a3; color-scheme: dark; }
    .light { color-scheme: light; }
    img { display: block; max-inline-size: 100%; block-size: auto; margin-block-end: 1em; border-radius: .5em; background: #fff; }
    h2 { margin: 0 0 .25em; font: 600 1.375em/1.2 ui-serif, "Iowan Old Style", Palatino, Georgia, serif; }
    p { margin: 0 0 1em; }
    .when { color: var(--soft); }
    .outlook { font-weight: 600; }
    .field { margin-block-end: 1em; }
    fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
    legend { padding: 0; font-weight: 600; }
    label { display: block; font-weight: 600; margin-block-end: .25em; }
    input, select, button { font: inherit; inline-size: 100%; min-block-size: 3em; border-radius: .75em; }
    input, select { padding: .5em .75em; color: inherit; background: transparent; border: 1px solid var(--line); }
    option { color: var(--ink); background: var(--paper); }
    [aria-invalid=true] { border: 2px solid var(--red); }
    .wrong { color: var(--red); font-weight: 600; margin-block-end: .25em; }
    button { padding: .625em 1.25em; font-weight: 600; color: #fff; background: var(--button); border: 0; cursor: pointer; }
    button:hover { background: var(--down); }
    button[aria-busy=true] { opacity: .75; cursor: progress; }
    .said { margin: 0; padding: .875em 1em; border: 1px solid var(--faint); border-inline-start: 4px solid var(--good); border-radius: .375em; }
    .said.wrong { border-inline-start-color: var(--red); margin-block-end: 1em; }
    a { color: var(--link); display: inline-block; padding-block: .625em; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    .said:focus { outline: none; }`;

  const make = (name, fields = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(fields)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // The place: a shadow root that neither takes the site's style nor gives it ours.
  const place = make("div", { lang: TEXTS.language, dir: TEXTS.direction });
  const shadow = place.attachShadow({ mode: "open" });
  const box = make("section");
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    shadow.append(make("style", {}, STYLE));
  }
  shadow.append(box);
  script.after(place);

  // By night as the visitor's machine says, unless the site says data-scheme="light" or "dark".
  const night = window.matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    const dark = script.dataset.scheme ? script.dataset.scheme === "dark" : night.matches;
    box.className = dark ? "dark" : "light";
  };
  night.addEventListener("change", dress);
  dress();

  const ask = async (how) => {
    const answer = await fetch(page, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      headers: { accept: "application/json" },
      ...how,
    });
    return { ok: answer.ok, told: await answer.json() };
  };
  const door = (label) => make("a", { href: page }, label);
  const away = () => box.replaceChildren(make("p", {}, TEXTS.away), door(TEXTS.open_page));

  const field = (name, label, input) => {
    const wrong = make("p", { class: "wrong", id: `${name}-wrong`, hidden: "" });
    return make("div", { class: "field" }, make("label", { for: name }, label), wrong, input);
  };
  const text = (name, type, most) =>
    make("input", { id: name, name, type, required: "", maxlength: most, autocomplete: name, dir: type === "email" ? "ltr" : "auto" });
  const party = (most) => {
    const numbers = Array.from({ length: most }, (_, at) => make("option", { value: at + 1 }, `${at + 1}`));
    return make("select", { id: "party", name: "party" }, ...numbers);
  };

  // The host's questions: those of the guest, then those of each person who comes.
  const answer = (question, name) => {
    const label = question.required ? question.label : `${question.label} (${TEXTS.optional})`;
    const known = { id: name, name, ...(question.required ? { required: "" } : {}) };
    if (!question.options.length) return field(name, label, make("input", { ...known, maxlength: 300, dir: "auto" }));
    const options = [["", question.required ? TEXTS.choose : "\u2013"], ...question.options];
    return field(name, label, make("select", known, ...options.map(([value, text]) => make("option", { value }, text))));
  };
  const answers = (questions, people, typed) => {
    const fields = questions.filter((one) => one.per === "guest").map((one) => answer(one, `answers.${one.id}`));
    const each = questions.filter((one) => one.per === "party");
    for (let number = 1; number <= people && each.length; number += 1) {
      const legend = number === 1 ? TEXTS.you : TEXTS.person.replace("%(number)s", number);
      const group = make("fieldset", {}, ...(people > 1 ? [make("legend", {}, legend)] : []));
      group.append(...each.map((one) => answer(one, `answers.${one.id}.${number}`)));
      fields.push(group);
    }
    const place = make("div", {}, ...fields);
    for (const input of place.querySelectorAll("input, select")) input.value = typed.get(input.name) ?? "";
    return place;
  };

  const mark = (input, message) => {
    const wrong = shadow.getElementById(`${input.id}-wrong`);
    wrong.textContent = message;
    wrong.hidden = !message;
    if (message) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", wrong.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  };

  const show = (event) => {
    const title = make("h2", { id: "title", dir: "auto" }, event.name);
    const head = [title, make("p", { class: "when" }, event.when, ...(event.venue ? [make("br"), make("bdi", {}, event.venue)] : []))];
    if (TEXTS.logo) head.unshift(make("img", TEXTS.logo));
    if (event.host_name) {
      const [before, after] = TEXTS.host.split("%(name)s");
      head.push(make("p", { class: "host" }, before, make("bdi", {}, event.host_name), after));
    }
    const outlook = make("p", { class: "outlook", id: "outlook" }, event.message);
    box.setAttribute("aria-labelledby", "title");
    if (event.closed) {
      box.replaceChildren(...head, outlook, door(TEXTS.open_page));
      return;
    }
    const trouble = make("div", { role: "alert" });
    const button = make("button", { type: "submit", "aria-describedby": "outlook" }, event.open ? TEXTS.take : TEXTS.join);
    const form = make("form", { method: "post", action: page, novalidate: "", "aria-label": TEXTS.sign_up }, trouble,
      field("name", TEXTS.name, text("name", "text", 500)), field("email", TEXTS.email, text("email", "email", 254)));
    const random = crypto.getRandomValues(new Uint8Array(12));
    const nonce = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
    form.append(make("input", { type: "hidden", name: "nonce", value: nonce }));
    if (event.max_party > 1) form.append(field("party", TEXTS.party, party(event.max_party)));
    if (event.questions) {
      let asked = answers(event.questions, 1, new Map());
      form.append(asked);
      form.elements.party?.addEventListener("change", () => {
        const again = answers(event.questions, Number(form.elements.party.value), new FormData(form));
        asked.replaceWith(again);
        asked = again;
      });
    }
    form.append(button);
    form.addEventListener("submit", (sent) => {
      sent.preventDefault();
      send(form, button, trouble);
    });
    box.replaceChildren(...head, outlook, form);
  };

  const send = async (form, button, trouble) => {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    trouble.replaceChildren();
    for (const input of form.querySelectorAll("input:not([type=hidden]), select")) mark(input, "");
    try {
      const { ok, told } = await ask({ method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (ok) tell(form, told);
      else refuse(form, trouble, told.error);
    } catch {
      trouble.append(make("p", { class: "said wrong" }, TEXTS.lost));
    }
    button.removeAttribute("aria-busy");
  };

  const refuse = (form, trouble, error) => {
    const input = /^(name|email|party|answers\..+)$/.test(error.field) ? form.elements[error.field] : null;
    if (input) {
      mark(input, error.message);
      input.focus();
    } else trouble.append(make("p", { class: "said wrong" }, error.message));
  };

  // What became of it, in the same words as on the event's own page; the cursor goes there, so that it is read out.
  const tell = (form, told) => {
    const said = make("p", { class: "said", role: "status", tabindex: "-1" }, told.message);
    shadow.getElementById("outlook").remove();
    form.replaceWith(said);
    if (told.state !== "cancelled") said.after(make("p", { class: "when" }, TEXTS.inbox));
    said.focus();
  };

  ask({}).then(({ ok, told }) => (ok ? show(told) : away())).catch(away);
})();
