import { useEffect, useRef } from 'react';

/** Returns a ref for an element that gets the focus when it appears, because the focused button has disappeared. */
export function useFirstFocus<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
