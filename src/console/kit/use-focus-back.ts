/** Where the focus goes when the element that had it disappears. Otherwise it would fall to the top of the page. */
import { useEffect, useRef } from 'react';

/** True if no element has the focus, because the one that had it disappeared. */
export const isFocusLost = () => document.activeElement === document.body || document.activeElement === null;

/**
 * Returns a ref for the place with the buttons or links that open a form instead of themselves. `opened` names the open
 * form. When the form closes, the button whose `data-opens` has this name gets the focus back. If there is no such
 * button, the first one of the place gets it.
 */
export function useFocusBack<Place extends HTMLElement>(opened: string | undefined) {
  const place = useRef<Place>(null);
  const before = useRef(opened);
  useEffect(() => {
    const closed = before.current;
    before.current = opened;
    if (opened !== undefined || closed === undefined || !isFocusLost()) return;
    const all = [...(place.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])];
    (all.find(({ dataset }) => dataset['opens'] === closed) ?? all[0])?.focus();
  }, [opened]);
  return place;
}

/**
 * Returns a ref for a heading that gets the focus when one of `count` things below it disappears with the focus inside.
 * If the heading has disappeared, too, the heading of the screen gets the focus.
 */
export function useFocusOnLoss<Heading extends HTMLElement>(count: number) {
  const heading = useRef<Heading>(null);
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (!isFewer || !isFocusLost()) return;
    (heading.current ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}
