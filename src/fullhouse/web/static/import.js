// Follows an import: the page reads itself again until it is done. Without scripts it is loaded anew now and then.
(() => {
  "use strict";
  const PACE_MS = Number(document.getElementById("import").dataset.pace);

  const look = async () => {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return location.reload();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const before = document.getElementById("import"), after = fresh.getElementById("import");
    document.title = fresh.title;
    if (before.dataset.state !== after.dataset.state) return before.replaceWith(document.adoptNode(after));
    // The bar and the words stay in place while they change, so that nothing jumps and each step is read out.
    before.querySelector("progress").value = after.querySelector("progress").value;
    before.querySelector("[role=status]").textContent = after.querySelector("[role=status]").textContent;
    window.setTimeout(follow, PACE_MS);
  };
  const follow = () => look().catch(() => window.setTimeout(follow, PACE_MS * 5));
  follow();
})();
