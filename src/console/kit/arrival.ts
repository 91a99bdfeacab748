/** Whether a screen replaces what one was looking at, and so begins at its heading. */
let isFirst = true;

/** The next screen replaces this one: after signing in, say. */
export function noteScreen(): void {
  isFirst = false;
}

/** Whether this is the first screen since the page was loaded, where the focus stays with the browser. */
export function isFirstScreen(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
