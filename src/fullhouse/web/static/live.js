// Keeps the numbers on the desk fresh. Nothing depends on it: a reload shows the same.
(() => {
  "use strict";
  const RETRY_MS = 15000;

  // What has moved is marked, so that the style sheet may show it moving.
  const seats = (region) => {
    const found = new Map();
    for (const dot of region.querySelectorAll(".room circle")) {
      found.set(`${dot.getAttribute("cx")} ${dot.getAttribute("cy")} ${dot.getAttribute("class")}`, dot);
    }
    return found;
  };
  const mark = (before, after) => {
    const known = seats(before);
    for (const [place, dot] of seats(after)) if (!known.has(place)) dot.classList.add("moved");
    const number = after.querySelector(".number strong");
    if (number && number.textContent !== before.querySelector(".number strong")?.textContent) number.classList.add("moved");
  };

  // In a sheet each row is put in place by itself, and none that someone is typing in.
  const busy = (row) => row.contains(document.activeElement) || row.querySelector("[data-typed]");
  const swapRows = (before, after) => {
    const fresh = new Map([...after.children].map((row) => [row.id, row]));
    for (const row of [...before.children]) if (!fresh.has(row.id) && !busy(row)) row.remove();
    let last = null;
    for (const [id, row] of fresh) {
      const known = document.getElementById(id);
      const place = known && (busy(known) || known.isEqualNode(row)) ? known : document.adoptNode(row);
      if (known && place !== known) known.replaceWith(place);
      else if (!known) last ? last.after(place) : before.prepend(place);
      last = place;
    }
  };

  const swap = (fresh) => {
    for (const before of document.querySelectorAll("[data-live]")) {
      const after = fresh.getElementById(before.id);
      if (!after || after.isEqualNode(before)) continue;
      if (before.dataset.live === "rows") {
        swapRows(before, after);
        continue;
      }
      const focus = before.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      mark(before, after);
      before.replaceWith(document.adoptNode(after));
      if (focus) [...after.querySelectorAll("a")].find((link) => link.getAttribute("href") === focus)?.focus();
    }
  };

  const said = document.getElementById("said");
  let version = said?.dataset.version;
  let reading = Promise.resolve();

  // The page reads itself again and puts the parts that differ in place: there is one way only in which it is made.
  const read = async () => {
    const answer = await fetch(location.pathname + location.search, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    swap(fresh);
    document.title = fresh.title;
    version = fresh.getElementById("said")?.dataset.version ?? version;
    said.textContent = document.querySelector("#headcount desc")?.textContent ?? "";
  };
  const hear = (news) => {
    if (news === version) return;
    reading = reading.then(() => (news === version ? null : read())).catch(() => null);
  };

  // Where nothing streams the page asks, as often as it is told to, and not at all while nobody looks at it.
  const seen = () =>
    new Promise((look) => {
      if (!document.hidden) return look();
      document.addEventListener("visibilitychange", () => look(), { once: true });
    });
  let polls = false;
  const poll = (url) => {
    if (polls) return;
    polls = true;
    const ask = async () => {
      await seen();
      const answer = await fetch(url, { headers: { accept: "application/json" } });
      if (answer.redirected) return;
      const told = await answer.json();
      hear(told.version);
      window.setTimeout(again, told.ask_again_ms);
    };
    const again = () => ask().catch(() => window.setTimeout(again, RETRY_MS));
    again();
  };
  const follow = (url) => {
    if (!window.EventSource) return poll(url);
    const stream = new EventSource(`${url}?version=${version}`);
    stream.onmessage = (event) => hear(event.data);
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) poll(url);
    };
    window.addEventListener("pagehide", () => stream.close());
  };
  if (said) {
    follow(said.dataset.liveUrl);
    window.addEventListener("pageshow", (event) => event.persisted && follow(said.dataset.liveUrl));
  }

  // A new event most likely takes place in the zone of whoever opens it.
  const zone = document.querySelector("[data-guess-zone]");
  if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

  for (const copied of document.querySelectorAll("[data-copy]")) copied.addEventListener("focus", () => copied.select());
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.addEventListener("click", () => {
      const field = document.getElementById(button.dataset.copies);
      field.focus();
      const done = () => { button.textContent = button.dataset.copied; };
      // Without https a page may not write to the clipboard this way, but may copy what is selected.
      if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done).catch(() => document.execCommand("copy") && done());
      else if (document.execCommand("copy")) done();
    });
  }
})();
