/** True until the first screen or sign-in page is shown. */
let isFirst = true;

/** Records that a page without a `Screen`, such as the sign-in page, is shown. The next screen then replaces it. */
export function noteScreen(): void {
  isFirst = false;
}

/**
 * Returns true for the first screen after the page was loaded, and false for a screen that replaces another one. Call
 * this once per screen.
 */
export function isFirstScreen(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
