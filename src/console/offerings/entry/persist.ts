/** Whether this browser promises to keep what is not in the books yet. */
let wasAsked = false;
let isEvictable = false;

/** Asks the browser, once, not to throw away what the page keeps when its disk fills up. Some browsers ask the person. */
export function askToPersist(): void {
  if (wasAsked) return;
  wasAsked = true;
  void ask();
}

/** Whether the browser was asked and promised nothing. */
export function mayBeEvicted(): boolean {
  return isEvictable;
}

async function ask(): Promise<void> {
  try {
    isEvictable = !((await navigator.storage.persisted()) || (await navigator.storage.persist()));
  } catch {
    // An old browser, or one that keeps nothing of this page.
    isEvictable = true;
  }
}
