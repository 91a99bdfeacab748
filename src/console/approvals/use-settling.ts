import { useEffect, useState } from 'react';

/** How long nothing can be pressed after a list moved: longer than a double tap. */
const MOMENT = 1000;

/** True for a moment after `shown` changed, so that a second tap does not press what moved under the finger. */
export function useSettling(shown: string): boolean {
  const [settled, setSettled] = useState(shown);
  useEffect(() => {
    if (settled === shown) return undefined;
    const timer = setTimeout(() => setSettled(shown), MOMENT);
    return () => clearTimeout(timer);
  }, [shown, settled]);
  return settled !== shown;
}
