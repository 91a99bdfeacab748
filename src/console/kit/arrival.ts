/** True until the first screen or the sign-in page is shown. */
let isFirst = true;

/**
 * Records that a page without a `Screen`, such as the sign-in page, is shown. The next screen is then not the first.
 */
export function noteScreen(): void {
  isFirst = false;
}

/**
 * Returns true for the first screen after the page was loaded, and false for every later screen. Call this once per
 * screen.
 */
export function isFirstScreen(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
