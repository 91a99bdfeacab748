/**
 * Moves of the focus that the person did not make, and of which the fields of the page therefore do not hear. A field
 * that hears that it lost the focus ends what is being typed in it: it shows `5` as `5.00`, or forgets half a name. A
 * field that hears that it got the focus selects its text, so that the next key replaces it.
 */
import { isFocusLost } from './use-focus-back.ts';

const EVENTS = ['focus', 'focusin', 'blur', 'focusout'] as const;
const stop = (event: Event) => event.stopImmediatePropagation();

/** Runs `act`, which moves the focus, without the fields hearing of it. */
function unheard(act: () => void): void {
  for (const name of EVENTS) addEventListener(name, stop, true);
  try {
    act();
  } finally {
    for (const name of EVENTS) removeEventListener(name, stop, true);
  }
}

/**
 * Takes the focus from the page with `take`. Returns a function that ends this with `end`, and puts the focus and the
 * cursor back where they were. The next key goes on with the half-typed text. If the field has disappeared or was
 * disabled, the screen gets the focus.
 */
export function borrowFocus(take: () => void): (end: () => void) => void {
  const back = placeOfFocus();
  const wasLost = isFocusLost();
  unheard(take);
  return (end) =>
    unheard(() => {
      end();
      back();
      if (isFocusLost() && !wasLost) document.querySelector('main')?.focus({ preventScroll: true });
    });
}

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

/** Lets a field go on as before when the person comes back to this window from another one. */
export function keepFieldsAcrossWindows(): void {
  let left: EventTarget | null = null;
  addEventListener(
    'focusout',
    (event) => {
      // Only then does the field stay the focused one of the page.
      left = document.activeElement === event.target ? event.target : null;
      if (left) stop(event);
    },
    true,
  );
  addEventListener(
    'focusin',
    (event) => {
      if (left !== null && event.target === left) stop(event);
      left = null;
    },
    true,
  );
}
