// Shows the mail while its words are being typed. Without scripts the Preview button does the same.
(() => {
  "use strict";
  const QUIET_MS = 300;
  const form = document.querySelector("[data-look]");
  const field = form.elements.namedItem("words"), wrong = document.getElementById("words-error");
  const frame = document.querySelector("iframe[name=preview]");

  const say = (problem) => {
    if (wrong.textContent !== problem) wrong.textContent = problem;
    wrong.hidden = !problem;
    if (problem) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    frame.classList.toggle("stale", Boolean(problem));
  };
  // The mail is put in place of the one before, so that it neither flickers nor jumps to its top.
  const show = (fresh) => {
    const page = frame.contentDocument;
    page?.documentElement.replaceWith(page.adoptNode(fresh.documentElement));
  };

  let asked = 0;
  const look = async () => {
    const turn = ++asked;
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.look, { method: "POST", body, credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== asked || answer.redirected) return;
    const problem = fresh.querySelector("[data-problem]");
    if (!answer.ok && !problem) return;
    say(problem?.textContent ?? "");
    if (!problem) show(fresh);
  };
  let waiting = 0;
  field.addEventListener("input", () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => look().catch(() => null), QUIET_MS);
  });
  for (const button of form.querySelectorAll("[data-no-script]")) button.hidden = true;
})();
