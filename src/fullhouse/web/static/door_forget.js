// Takes the guests' names off this device. What was not sent yet stays, with the guests' ids; someone who was not on the list
// has no id, only the name that was typed. Runs by itself on pages for people who are not signed in.
const forgetGuests = (event = "") => {
  const isOf = (key, kind) => (event ? key === `fullhouse-door-${kind}:${event}` : key.startsWith(`fullhouse-door-${kind}:`));
  const nameless = ({ name, ...action }) => (action.guest ? action : { ...action, name });
  try {
    for (const key of Object.keys(localStorage)) {
      if (isOf(key, "list")) localStorage.removeItem(key);
      if (isOf(key, "queue")) localStorage.setItem(key, JSON.stringify(JSON.parse(localStorage.getItem(key)).map(nameless)));
    }
  } catch {
    // The browser keeps nothing here.
  }
};
if (!document.getElementById("door")) forgetGuests();
