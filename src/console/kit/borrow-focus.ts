/** Where the focus and the cursor are, so that they can be put back there. */

/** Returns a function that puts the focus and the cursor back where they are now, if that field is still there. */
export function placeOfFocus(): () => void {
  const field = document.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const { selectionStart = null, selectionEnd = null, selectionDirection } = isText ? field : {};
  return () => {
    if (!(field instanceof HTMLElement)) return;
    field.focus({ preventScroll: true });
    // A box for a number or an e-mail address does not tell where its cursor is.
    if (isText && selectionStart !== null)
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  };
}
