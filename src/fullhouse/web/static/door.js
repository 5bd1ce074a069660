// The door page. The list and what was done are kept in the browser, so that the page works offline: each tap goes into a queue
// under a nonce of its own, and the queue is sent when there is a connection. The same nonce sent twice counts once.
(() => {
  "use strict";
  const door = document.getElementById("door");
  const texts = JSON.parse(door.dataset.texts);
  const QUEUE = `fullhouse-door-queue:${door.dataset.event}`;
  const LIST = `fullhouse-door-list:${door.dataset.event}`;
  const SHOWN = 60;
  const AT_ONCE = 50;
  const PATIENCE_MS = 10000;
  const RETRY_MS = 4000;
  const KEPT_MS = 3 * 24 * 3600 * 1000;
  const FINE = new Set(["checked_in", "checked_out", "already_in"]);
  const at = (id) => document.getElementById(id);

  const fill = (text, values) => text.replace(/\[(\w+)\]/g, (whole, name) => (name in values ? String(values[name]) : whole));
  const say = (name, values = {}) => fill(texts[name] ?? texts.not_saved, values);
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

  // Kept in the browser: the queue until it is sent, the list until three days later.
  const stored = (key, otherwise) => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  };
  const store = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // The browser keeps nothing more. What is on this page still is.
    }
  };
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("fullhouse-door-list:") && Date.now() - (stored(key, {}).saved ?? 0) > KEPT_MS) localStorage.removeItem(key);
  }
  let list = stored(LIST, { version: "", guests: [], counts: null });
  // A list from before the questions is loaded again.
  if (!list.questions) list = { ...list, version: "", questions: [] };
  let queue = stored(QUEUE, []);
  let trouble = "";
  // The guest of a code: nobody else is shown until someone searches.
  let only = "";
  let over = false;
  const changeQueue = (change) => {
    // Another tab may have added to it.
    const known = new Set(queue.map((action) => action.nonce));
    queue = change([...queue, ...stored(QUEUE, []).filter((action) => !known.has(action.nonce) && !sent.has(action.nonce))]);
    store(QUEUE, queue);
  };
  const sent = new Set();

  const newNonce = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  // The list as it will be when the queue has been sent.
  const people = () => {
    const guests = new Map(list.guests.map((guest) => [guest.id, { ...guest, name: guest.name || say("nameless"), nonces: [...(guest.nonces ?? [])], waits: false, gains: 0 }]));
    for (const action of queue) {
      const guest = guests.get(action.guest) ?? guests.get(`door-${action.nonce}`);
      if (action.kind === "walk" && !guest) {
        const id = `door-${action.nonce}`;
        guests.set(id, { id, name: action.name, party: action.party, state: "confirmed", in: action.party, extra: 0, nonces: [action.nonce], waits: true, gains: action.party, was: "" });
        continue;
      }
      if (!guest) continue;
      guest.waits = true;
      if (action.kind === "walk" && guest.state !== "confirmed") {
        guest.was = guest.state;
        guest.state = "confirmed";
        guest.gains = guest.party;
      }
      if (action.kind === "out") {
        guest.in = 0;
        guest.extra = 0;
        guest.nonces = [];
        if (guest.gains) {
          // The seat that they would have got is free again, and they are as before.
          guest.gains = 0;
          guest.state = guest.was;
          if (!guest.was) guests.delete(guest.id);
        }
      } else if (!guest.nonces.includes(action.nonce)) {
        guest.in = Math.min(guest.party, guest.in + (action.people ?? guest.party));
        guest.nonces.push(action.nonce);
      }
    }
    return [...guests.values()];
  };

  const make = (tag, className, text = "") => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.textContent = text;
    return node;
  };
  const button = (text, name, run, className = "") => {
    const node = make("button", className, text);
    node.type = "button";
    node.setAttribute("aria-label", `${text}: ${name}`);
    node.addEventListener("click", run);
    return node;
  };
  const STATES = { waitlisted: "waiting", pending: "pending", released: "released", cancelled: "no_seat" };

  const unseated = (guest) => {
    const state = say(STATES[guest.state] ?? "no_seat");
    return guest.party > 1 ? `${state}, ${say("party", { count: guest.party })}` : state;
  };

  const rowOf = (guest) => {
    const row = make("li", guest.in >= guest.party && guest.in > 0 ? "is-in" : "");
    row.id = `guest-${guest.id}`;
    const who = make("span", "who");
    who.append(make("bdi", "", guest.name));
    const seated = guest.state === "confirmed";
    const about = seated ? (guest.party > 1 ? say("of", { here: guest.in, count: guest.party }) : "") : unseated(guest);
    if (about) who.append(make("span", "faint", about));
    row.append(who);
    if (over) return row;
    const actions = make("span", "actions");
    if (!seated && !guest.extra) actions.append(button(say("let_in"), guest.name, () => act({ kind: "walk", guest: guest.id, name: guest.name })));
    const missing = guest.party - guest.in;
    if (seated && missing > 0) {
      if (missing > 1) actions.append(button(say("one"), guest.name, () => checkIn(guest, 1), "quiet"));
      actions.append(button(missing > 1 ? say("all", { count: missing }) : say("check_in"), guest.name, () => checkIn(guest, missing), "main"));
    }
    if (guest.in || guest.extra) actions.append(button(say("undo"), guest.name, () => act({ kind: "out", guest: guest.id, nonces: guest.nonces, name: guest.name }), "quiet"));
    row.append(actions);
    if (guest.waits) row.dataset.waits = "";
    return row;
  };

  // The host's questions, of someone who is not on the list: those of the guest, then those of each person.
  const walkIn = at("walk-in");
  const ask = () => {
    const people = Math.max(1, Math.min(50, Number(walkIn.elements.party.value) || 1));
    const wanted = JSON.stringify([list.questions, people]);
    const place = at("walk-answers");
    if (place.dataset.asked === wanted) return;
    place.dataset.asked = wanted;
    place.hidden = !list.questions.length;
    const typed = new FormData(walkIn);
    const fields = list.questions.filter((one) => one.per === "guest").map((one) => answer(one, `answers.${one.id}`));
    const each = list.questions.filter((one) => one.per === "party");
    for (let number = 1; number <= people && each.length; number += 1) {
      const asked = each.map((one) => answer(one, `answers.${one.id}.${number}`));
      if (people === 1) {
        fields.push(...asked);
        continue;
      }
      const group = make("fieldset", "person");
      group.append(make("legend", "", say("person", { number })), ...asked);
      fields.push(group);
    }
    place.lastElementChild.replaceChildren(...fields);
    for (const input of place.querySelectorAll("input, select")) input.value = typed.get(input.name) ?? "";
  };
  const answer = (question, name) => {
    const field = make("p", "field");
    const label = make("label", "", question.label);
    const input = make(question.options.length ? "select" : "input", "");
    label.htmlFor = input.id = input.name = name;
    label.dir = "auto";
    if (question.options.length) input.append(...[["", "\u2013"], ...question.options].map(([value, text]) => new Option(text, value)));
    else Object.assign(input, { maxLength: 300, autocomplete: "off", dir: "auto" });
    field.append(label, input);
    return field;
  };
  const answersOf = (people) => {
    const typed = new FormData(walkIn);
    const numbers = Array.from({ length: people }, (_, place) => place + 1);
    const told = list.questions.map((one) => {
      const names = one.per === "guest" ? [`answers.${one.id}`] : numbers.map((number) => `answers.${one.id}.${number}`);
      return [one.id, names.map((name) => (typed.get(name) ?? "").trim())];
    });
    return Object.fromEntries(told.filter(([, given]) => given.some(Boolean)));
  };

  const show = () => {
    ask();
    const everyone = trouble === "signed_out" ? [] : people();
    const here = everyone.filter((guest) => guest.state === "confirmed").reduce((sum, guest) => sum + guest.in, 0);
    const gained = everyone.reduce((sum, guest) => sum + guest.gains, 0);
    const number = (count) => count.toLocaleString(document.documentElement.lang);
    at("here").textContent = list.counts ? say("of", { here: number(here), count: number(list.counts.confirmed + gained) }) : "–";
    at("free").textContent = list.counts ? say("free", { count: number(Math.max(0, list.counts.cap - list.counts.taken - gained)) }) : "";
    at("walk-in-part").hidden = over;
    const wanted = plain(at("find").value.trim());
    const found = everyone
      .filter((guest) => (only ? guest.id === only : wanted ? plain(guest.name).includes(wanted) : guest.state === "confirmed"))
      .sort((one, other) => one.name.localeCompare(other.name));
    const focused = document.activeElement?.getAttribute("aria-label");
    at("people").replaceChildren(...found.slice(0, SHOWN).map(rowOf));
    if (focused && !document.activeElement?.getAttribute("aria-label")) {
      [...at("people").querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === focused)?.focus();
    }
    at("more").textContent = found.length > SHOWN ? say("more", { count: found.length - SHOWN }) : found.length || !list.version ? "" : say("nobody");
    const extras = everyone.filter((guest) => guest.extra > 0);
    at("extras-part").hidden = !extras.length;
    at("extras").replaceChildren(...extras.map(rowOf));
    showState();
  };
  const showState = () => {
    const count = queue.length;
    const name = trouble || (count ? "sending" : over ? "over" : "online");
    at("state").textContent = say(name, { count });
    at("state").dataset.state = name;
  };
  const note = (text) => {
    const item = make("li", "", text);
    at("notes").prepend(item);
    while (at("notes").children.length > 5) at("notes").lastChild.remove();
    window.setTimeout(() => item.remove(), 20000);
  };

  const act = (action) => {
    const whole = { nonce: newNonce(), at: new Date().toISOString(), offline: Boolean(trouble), ...action };
    at("notes").replaceChildren();
    changeQueue((actions) => [...actions, whole]);
    show();
    sync();
  };
  const checkIn = (guest, number) => act({ kind: "in", guest: guest.id, people: number, name: guest.name });

  const answered = (results, actions) => {
    const known = new Map(list.guests.map((guest) => [guest.id, guest]));
    const asked = new Map(actions.map((action) => [action.nonce, { ...known.get(action.guest), ...action }]));
    for (const result of results) {
      sent.add(result.nonce);
      const { name = "", party = 1 } = asked.get(result.nonce) ?? {};
      const code = result.code === "no_room" && party > 1 ? "no_room_party" : result.code;
      const called = result.name === "" ? say("nameless") : (result.name ?? name);
      if (!FINE.has(code)) note(say(code, { name: called, count: party }));
    }
    const done = new Set(results.map((result) => result.nonce));
    changeQueue((left) => left.filter((action) => !done.has(action.nonce)));
  };

  const merged = (told) => {
    const known = new Map(list.guests.map((guest) => [guest.id, guest]));
    for (const guest of told.changed) known.set(guest.id, guest);
    for (const id of told.gone) known.delete(id);
    return { guests: [...known.values()], counts: told.counts, questions: told.questions ?? list.questions };
  };
  let busy = false;
  let timer = 0;
  const again = (wait) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(sync, wait);
  };
  const forget = () => {
    forgetGuests(door.dataset.event);
    list = { version: "", guests: [], counts: null, questions: [] };
    queue = stored(QUEUE, queue);
    only = "";
    at("find").value = "";
    at("notes").replaceChildren();
  };
  const failed = (why) => {
    trouble = why;
    // Whoever was tapped is inside by now: the rules may no longer refuse them.
    changeQueue((actions) => actions.map((action) => ({ ...action, offline: true })));
    if (why === "signed_out") forget();
    show();
    again(RETRY_MS);
  };
  const sync = async () => {
    if (busy) return;
    busy = true;
    let wait = 0;
    try {
      const actions = queue.slice(0, AT_ONCE);
      const answer = await fetch(door.dataset.sync, {
        method: "POST",
        credentials: "same-origin",
        headers: { "content-type": "application/json", "x-form-token": door.dataset.token },
        body: JSON.stringify({ actions, version: list.version }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (answer.status === 401 || answer.status === 403) return failed(answer.status === 401 ? "signed_out" : "old_page");
      if (!answer.ok) return failed("offline");
      const told = await answer.json();
      trouble = "";
      over = told.over;
      if (told.list || told.changed) {
        list = { ...(told.list ?? merged(told)), version: told.version, saved: Date.now() };
        store(LIST, list);
      }
      answered(told.results, actions);
      lookUp();
      wait = queue.length ? 1 : told.ask_again_ms;
      if (told.results.length < actions.length) wait = RETRY_MS;
      show();
    } catch {
      return failed("offline");
    } finally {
      busy = false;
    }
    if (!document.hidden || queue.length) again(wait);
  };

  at("find").addEventListener("input", () => {
    only = "";
    asked = "";
    show();
  });
  walkIn.elements.party.addEventListener("input", ask);
  walkIn.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, party, email } = walkIn.elements;
    const people = Number(party.value);
    act({ kind: "walk", name: name.value.trim(), party: people, email: email.value.trim(), answers: answersOf(people) });
    walkIn.reset();
    ask();
    name.focus();
  });
  window.addEventListener("hashchange", () => {
    readAddress();
    sync();
  });
  window.addEventListener("online", sync);
  window.addEventListener("offline", () => failed("offline"));
  document.addEventListener("visibilitychange", () => !document.hidden && sync());
  window.addEventListener("storage", (event) => {
    if (event.key !== QUEUE) return;
    changeQueue((actions) => actions);
    show();
  });

  // A code says only who it is: it holds the address of this page, or in older ones of the event's, and the guest behind #door-.
  const present = (guest) => {
    only = guest.id;
    at("find").value = guest.name;
    if (guest.state === "confirmed" && guest.in >= guest.party) note(say("already_in", { name: guest.name }));
    show();
  };
  const scanned = (text) => {
    const [address, id] = text.split("#door-");
    const path = address.split("?")[0].replace(/\/check-in$/, "");
    const guest = people().find((one) => one.id === id);
    if (!guest || !path.endsWith(`/e/${door.dataset.event}`)) return note(say("wrong_code"));
    present(guest);
    if (guest.state === "confirmed" && guest.party === 1 && !guest.in) checkIn(guest, 1);
  };
  // A phone's own camera opens this page with the address in a code. Nobody is checked in by that: someone has to tap.
  let asked = "";
  const readAddress = () => {
    const [, id] = location.hash.split("#door-");
    if (!id) return;
    asked = id;
    history.replaceState(null, "", door.dataset.page);
    const guest = people().find((one) => one.id === asked);
    if (guest) present(guest);
  };
  const lookUp = () => {
    if (!asked || !list.version) return;
    const guest = people().find((one) => one.id === asked);
    asked = "";
    if (!guest) note(say("wrong_code"));
    else if (only !== guest.id) present(guest);
  };
  const cannotScan = (why) => {
    at("scan-note").textContent = say(why);
    at("scan-note").hidden = false;
    at("find").focus();
  };
  let stream = null;
  const stopScanning = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    at("camera").hidden = true;
  };
  const scan = async () => {
    if (stream) return stopScanning();
    if (!window.isSecureContext) return cannotScan("needs_https");
    if (!("BarcodeDetector" in window)) return cannotScan("no_reader");
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      return cannotScan("no_camera");
    }
    const camera = at("camera");
    const reader = new window.BarcodeDetector({ formats: ["qr_code"] });
    camera.srcObject = stream;
    camera.hidden = false;
    await camera.play();
    let last = "";
    while (stream) {
      const [code] = await reader.detect(camera).catch(() => []);
      if (code && code.rawValue !== last) scanned(code.rawValue);
      if (code) last = code.rawValue;
      await new Promise((done) => window.setTimeout(done, 250));
    }
  };
  at("scan").addEventListener("click", () => scan().catch(() => cannotScan("no_camera")));

  readAddress();

  // The worker keeps the page itself, so that it opens without a connection.
  if ("serviceWorker" in navigator) {
    const parts = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon]")].map((link) => link.href);
    parts.push(...[...document.scripts].map((script) => script.src), location.href.split("#")[0]);
    navigator.serviceWorker
      .register(door.dataset.worker, { scope: door.dataset.page })
      .then(() => navigator.serviceWorker.ready)
      .then((worker) => worker.active.postMessage({ keep: parts }))
      .catch(() => null);
  }
  show();
  sync();
})();
