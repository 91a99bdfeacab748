/** Leaving the page after signing out: nothing more is kept, nothing asks whether to stay, and nothing stays on screen. */
type Act = () => void;

const acts = new Set<Act>();
let isLeaving = false;

// The first to hear of it, so that no room asks whether to stay after the person has signed out.
globalThis.addEventListener?.('beforeunload', (event) => isLeaving && event.stopImmediatePropagation());

/** Has a room end its work when somebody signs out, before what it keeps is deleted. */
export function onLeaving(act: Act): void {
  acts.add(act);
}

/** Ends the work of every room and takes everything off the screen; the page is loaded anew afterwards. */
export function beginLeaving(): void {
  isLeaving = true;
  for (const act of acts) act();
  document.body.replaceChildren();
}
