import { useEffect } from 'react';

/** A wrong password or code is not corrected, but typed again. */
const TYPED_ANEW = '[type=password], [autocomplete=one-time-code]';

/**
 * Moves the focus to the first refused field and brings it into view: in the form that has the focus, otherwise in the
 * open dialog, otherwise on the page. If no field is refused, brings the reason of the refusal into view.
 */
function focusFirstFault(): void {
  const places = [document.activeElement?.closest('form'), document.querySelector('[role=dialog]'), document.body];
  const place = places.find(Boolean);
  const field = place?.querySelector<HTMLElement>('[aria-invalid=true]');
  field?.focus();
  if (field instanceof HTMLInputElement && field.matches(TYPED_ANEW)) field.select();
  (field ?? place?.querySelector('[role=alert]'))?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the first refused field after each refusal. `refusals` counts the refusals. */
export function useFirstFault(refusals: number): void {
  // The fields show their faults only after the next render.
  useEffect(() => {
    if (refusals > 0) focusFirstFault();
  }, [refusals]);
}
