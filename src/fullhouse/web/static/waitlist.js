// Makes the front desk quicker: offers run out before one's eyes, forms and cells are saved without a new page.
(() => {
  "use strict";
  const QUIET_MS = 300;

  // How much of an offer is left, by the house's clock: each part of the page says what time it was when it was made.
  const made = new WeakMap();
  const houseNow = (place) => {
    const part = place.closest("[data-now]");
    if (!part) return null;
    if (!made.has(part)) made.set(part, performance.now());
    return Date.parse(part.dataset.now) + performance.now() - made.get(part);
  };
  const say = (seconds, words) => {
    if (seconds <= 0) return words.over;
    const hours = Math.floor(seconds / 3600), minutes = Math.floor((seconds % 3600) / 60);
    const clock = `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    return words.left.replace("~", hours ? `${hours} h ${minutes} min` : clock);
  };
  const tick = () => {
    for (const place of document.querySelectorAll("[data-ends]")) {
      const now = houseNow(place), ends = Date.parse(place.dataset.ends);
      if (now === null || Number.isNaN(ends)) continue;
      if (!place.dataset.made) {
        place.textContent = say((ends - now) / 1000, place.dataset);
        continue;
      }
      const whole = ends - Date.parse(place.dataset.made);
      const left = Math.min(100, Math.max(0, (100 * (ends - now)) / whole));
      place.setAttribute("stroke-dasharray", `${left.toFixed(1)} 100`);
    }
  };
  tick();
  window.setInterval(tick, 1000);

  // What someone types in another form while an answer is on its way stays there.
  const isTyped = (field) => field.matches("input:not([type=hidden]), select, textarea") && field.name && field.value !== field.defaultValue;
  const typedBeside = (form) =>
    [...document.querySelectorAll("#main form")].filter((other) => other !== form).flatMap((other) =>
      [...other.elements].filter(isTyped).map(({ name, value }) => ({ action: other.getAttribute("action"), name, value })));
  const typeAgain = (typed) => {
    for (const { action, name, value } of typed) {
      const form = [...document.querySelectorAll("#main form")].find((one) => one.getAttribute("action") === action);
      const field = form?.elements.namedItem(name);
      if (field) field.value = value;
    }
  };

  // A form that is sent without leaving the page: its answer is the page to come, of which the content is put in place.
  const put = async (answer, form) => {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = fresh.getElementById("main");
    if (!main || !document.getElementById("said")) return location.assign(answer.url);
    const typed = typedBeside(form);
    document.getElementById("main").replaceWith(document.adoptNode(main));
    typeAgain(typed);
    document.title = fresh.title;
    if (answer.redirected) history.replaceState(null, "", answer.url.replace(/([?&])done=[^&]*&?/, "$1").replace(/[?&]$/, ""));
    tick();
    ready();
    (document.querySelector("[aria-invalid=true]") ?? document.querySelector(".done") ?? main).focus();
  };
  const sent = async (form, button) => {
    const body = new URLSearchParams(new FormData(form, button));
    button?.setAttribute("aria-busy", "true");
    try {
      await put(await fetch(form.action, { method: "POST", body, credentials: "same-origin" }), form);
    } catch {
      form.submit();
    }
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-quiet]") || event.defaultPrevented) return;
    event.preventDefault();
    if (event.submitter?.getAttribute("aria-busy") !== "true") sent(event.target, event.submitter);
  });

  // A cell is saved as soon as it is left: only what was typed there, so that nobody overwrites the rest of a row.
  const told = document.getElementById("cell-said");
  const tell = (words) => {
    const place = document.getElementById("cell-said") ?? told;
    if (place) place.textContent = words;
  };
  const complain = (cell, words) => {
    cell.parentElement.querySelector(".error")?.remove();
    cell.setAttribute("aria-invalid", "true");
    const problem = Object.assign(document.createElement("p"), { className: "error", textContent: words });
    problem.id = `${cell.form.id}-${cell.name}-error`;
    cell.setAttribute("aria-describedby", problem.id);
    cell.after(problem);
    tell(words);
  };
  const settle = (cell) => {
    cell.parentElement.querySelector(".error")?.remove();
    cell.removeAttribute("aria-invalid");
    cell.removeAttribute("aria-describedby");
    delete cell.dataset.typed;
    cell.classList.add("saved");
    window.setTimeout(() => cell.classList.remove("saved"), 1500);
  };
  const fill = (row, answer) => {
    for (const cell of row.querySelectorAll("input[form], select[form]")) {
      if (cell.name in answer.cells && cell !== document.activeElement && !cell.dataset.typed) cell.value = answer.cells[cell.name];
    }
    row.querySelector("[name=was]").value = answer.was;
    const reached = row.querySelector(".reached .how");
    if (reached) reached.textContent = answer.reached.said;
  };
  const save = async (cell) => {
    const row = cell.closest("[data-row]");
    const token = row.querySelector("[name=form_token]").value;
    const body = new URLSearchParams({ form_token: token, [cell.name]: cell.value });
    cell.dataset.typed = "yes";
    const answer = await fetch(row.dataset.row, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin" });
    if (answer.redirected || !(answer.headers.get("content-type") ?? "").includes("json")) {
      return complain(cell, told.dataset.reload);
    }
    const said = await answer.json();
    if (!answer.ok) return complain(cell, Object.values(said.problems).join(" "));
    settle(cell);
    fill(row, said);
    tell(`${cell.getAttribute("aria-label")}: ${said.said}`);
  };
  document.addEventListener("change", (event) => {
    const cell = event.target;
    if (cell.matches("[data-go]")) return cell.form.submit();
    if (!cell.matches("[data-row] td :is(input, select)")) return;
    save(cell).catch(() => complain(cell, told.dataset.unreachable));
  });

  // What the house makes of a text, while it is typed.
  const paper = document.querySelector("[data-paper]");
  let asked = 0, waiting = 0;
  const look = async () => {
    const turn = ++asked;
    const body = new URLSearchParams(new FormData(paper));
    body.set("preview", "yes");
    const answer = await fetch(paper.action, { method: "POST", body, credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== asked || answer.redirected || !answer.ok) return;
    for (const id of ["problems", "preview", "standing"]) {
      const before = document.getElementById(id), after = fresh.getElementById(id);
      if (before && after && !before.isEqualNode(after)) before.replaceChildren(...document.adoptNode(after).childNodes);
    }
  };
  paper?.addEventListener("input", () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => look().catch(() => null), QUIET_MS);
  });
  paper?.addEventListener("click", (event) => {
    const link = event.target.closest("[data-line]");
    if (!link) return;
    event.preventDefault();
    const field = paper.elements.namedItem("text"), lines = field.value.split("\n");
    const begins = lines.slice(0, Number(link.dataset.line) - 1).join("\n").length + (link.dataset.line > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(begins, begins + (lines[Number(link.dataset.line) - 1] ?? "").length);
  });

  const ready = () => {
    for (const button of document.querySelectorAll("[data-no-script]")) button.hidden = true;
    for (const words of document.querySelectorAll(".on-script")) words.hidden = false;
    document.querySelector(".grid")?.classList.add("scripted");
    document.querySelector(".done")?.setAttribute("tabindex", "-1");
  };
  ready();
})();
