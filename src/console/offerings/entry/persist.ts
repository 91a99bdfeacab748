/** Whether this browser promises to keep what is not in the books yet. */
let wasAsked = false;
let isEvictable = false;

/** Asks the browser, once, not to delete what the page stores when the disk fills up. Some browsers ask the person. */
export function askToPersist(): void {
  if (wasAsked) return;
  wasAsked = true;
  void ask();
}

/** Whether the browser was asked and did not promise it. */
export function mayBeEvicted(): boolean {
  return isEvictable;
}

async function ask(): Promise<void> {
  try {
    isEvictable = !((await navigator.storage.persisted()) || (await navigator.storage.persist()));
  } catch {
    // The browser is old, or stores nothing for this page.
    isEvictable = true;
  }
}
