// Makes pages a little better where scripts run; nothing depends on it.
(() => {
  "use strict";
  const texts = document.currentScript.dataset;

  // A second press while the first is on its way would only repeat the answer: say that it is on its way instead.
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || !event.target.matches(".guest form")) return;
    if (button.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      return;
    }
    button.setAttribute("aria-busy", "true");
  });
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("[aria-busy=true]")) button.removeAttribute("aria-busy");
  });

  // How long an offer still holds, by the house's clock: the page says what time it was there when it was made. In the
  // last hour each second is told, and the arc around it shrinks.
  const say = (seconds) => {
    if (seconds <= 0) return texts.passed;
    const days = Math.floor(seconds / 86400), hours = Math.floor((seconds % 86400) / 3600);
    const minutes = Math.floor((seconds % 3600) / 60);
    if (days) return texts.days.replace("[days]", days).replace("[hours]", hours);
    if (hours) return texts.hours.replace("[hours]", hours).replace("[minutes]", minutes);
    return texts.minutes.replace("[time]", `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`);
  };
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Date.parse(place.dataset.until) - Date.parse(place.dataset.now);
    const arc = place.closest(".window")?.querySelector(".rest");
    const tick = () => {
      const rest = Math.max(0, left - performance.now());
      const said = say(rest / 1000);
      if (place.textContent !== said) place.textContent = said;
      arc?.setAttribute("stroke-dasharray", `${Number(place.dataset.whole) * (rest / left)} 100`);
      if (rest > 0) window.setTimeout(tick, rest > 3600000 ? 15000 : rest % 1000 + 20);
    };
    tick();
  }

  // A number of people: beside it one button for fewer and one for more. Without scripts it is a plain field.
  for (const place of document.querySelectorAll(".party-count")) {
    const input = place.querySelector("input");
    const said = document.createElement("span");
    said.className = "visually-hidden";
    said.setAttribute("role", "status");
    const step = (sign, label, change) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "step";
      made.textContent = sign;
      made.setAttribute("aria-label", label);
      made.setAttribute("aria-controls", input.id);
      made.addEventListener("click", () => {
        change();
        input.dispatchEvent(new Event("input", { bubbles: true }));
        show();
        said.textContent = input.value;
      });
      return made;
    };
    const fewer = step("\u2212", place.dataset.fewer, () => input.stepDown());
    const more = step("+", place.dataset.more, () => input.stepUp());
    // Not really switched off: the cursor would be lost from a button that is.
    const show = () => {
      fewer.setAttribute("aria-disabled", String(Number(input.value) <= Number(input.min)));
      more.setAttribute("aria-disabled", String(Number(input.value) >= Number(input.max)));
    };
    input.before(fewer);
    input.after(more, said);
    input.addEventListener("input", show);
    show();
  }

  // Questions that each person answers: the server makes fields for that many, and what was typed stays. They come
  // while the number is typed: if they came when its field is left, the button would move away from under the finger.
  const place = document.querySelector("[data-each=person]");
  place?.closest("form").elements.party?.addEventListener("input", async ({ target }) => {
    const people = target.value;
    const address = new URL(window.location.href);
    address.searchParams.set("party", people);
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok || target.value !== people) return;
    const made = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-each]");
    if (!made) return;
    for (const field of made.querySelectorAll("[name]")) {
      field.value = place.querySelector(`[name="${CSS.escape(field.name)}"]`)?.value ?? "";
    }
    place.replaceChildren(...made.children);
  });

  // After a problem the first field that needs a look gets the cursor.
  document.querySelector("[aria-invalid=true]")?.focus();
})();
