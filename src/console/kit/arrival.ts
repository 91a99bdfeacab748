/** Whether the next screen replaces another one, and therefore starts with the focus on its heading. */
let isFirst = true;

/** Notes that the next screen replaces this one, for example after signing in. */
export function noteScreen(): void {
  isFirst = false;
}

/** Returns whether this is the first screen since the page was loaded; the browser then keeps the focus. */
export function isFirstScreen(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
