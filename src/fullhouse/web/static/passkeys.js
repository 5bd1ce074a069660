// Makes a passkey, or signs in with one. The button is shown only where the browser can do it.
(() => {
  "use strict";
  const form = document.getElementById("passkey");
  const can = window.PublicKeyCredential && PublicKeyCredential.parseCreationOptionsFromJSON;
  if (!form || !can) return;

  const said = form.querySelector("[role=status]");
  const credential = async (options) => {
    if (form.dataset.does === "register") {
      return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
    }
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  };
  const use = async () => {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.options, { method: "POST", body, credentials: "same-origin" });
    if (!answer.ok || answer.redirected) throw new Error("no options");
    form.elements.credential.value = JSON.stringify(await credential(await answer.json()));
    form.submit();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    said.textContent = "";
    // A person who closes the browser's own dialogue has only changed their mind.
    use().catch(() => { said.textContent = form.dataset.failed; });
  });
  form.hidden = false;
})();
