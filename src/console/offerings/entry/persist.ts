/** Asks the browser for persistent storage, so that it does not delete unsent gifts. */
let wasAsked = false;
let isEvictable = false;

/**
 * Asks the browser once not to delete stored gifts when the disk is full. Some browsers show this question to the
 * person.
 */
export function askToPersist(): void {
  if (wasAsked) return;
  wasAsked = true;
  void ask();
}

/** True if the browser was asked and did not agree to keep stored gifts. */
export function mayBeEvicted(): boolean {
  return isEvictable;
}

async function ask(): Promise<void> {
  try {
    isEvictable = !((await navigator.storage.persisted()) || (await navigator.storage.persist()));
  } catch {
    // An old browser does not have this function, and a private window may refuse it.
    isEvictable = true;
  }
}
