/**
 * Leaves the page when somebody signs out. From then on, the rooms store nothing more, no room asks whether to stay on
 * the page, and the screen is empty.
 */
type Act = () => void;

const acts = new Set<Act>();
let isLeaving = false;

// This listener is added before the listeners of the rooms. After signing out, it can therefore stop those listeners
// from asking whether to stay on the page.
globalThis.addEventListener?.('beforeunload', (event) => isLeaving && event.stopImmediatePropagation());

/**
 * Registers a function that ends the work of a room when somebody signs out, before the room's stored data is deleted.
 */
export function onLeaving(act: Act): void {
  acts.add(act);
}

/** Ends the work of every room and empties the screen. The caller then loads the sign-in page. */
export function beginLeaving(): void {
  isLeaving = true;
  for (const act of acts) act();
  document.body.replaceChildren();
}
