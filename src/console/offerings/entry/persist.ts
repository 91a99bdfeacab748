/** Asks for persistent storage, so that the browser does not delete unsent gifts. */
let wasAsked = false;
let isEvictable = false;

/**
 * On the first call, asks the browser not to delete stored gifts when the disk is full. Some browsers then ask the
 * person for permission.
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
    // Old browsers do not have these functions, and in a private window they may fail.
    isEvictable = true;
  }
}
