/** What everything that moves the focus by itself must know about the person's typing. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Somebody who pressed no key for so long has looked up from the paper. */
const PAUSE_MS = 1000;

let lastKey = Number.NEGATIVE_INFINITY;
let isComposing = false;
let characters = 0;
addEventListener('keydown', () => (lastKey = performance.now()), true);
addEventListener('input', () => (characters += 1), true);
addEventListener('compositionstart', () => (isComposing = true), true);
addEventListener('compositionend', () => (isComposing = false), true);

/** Counts what was typed so far. If the count has changed during a request, the response must not move the focus. */
export const typedCharacters = (): number => characters;

/**
 * Returns true from the first pause in typing after `isWanted` became true. What takes the focus by itself waits for
 * this pause. Otherwise, the rest of a half-typed text would go there.
 */
export function useTypingPause(isWanted: boolean): boolean {
  const [isPause, setPause] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const left = isComposing ? PAUSE_MS : lastKey + PAUSE_MS - performance.now();
      // Rendered at once, so that no key can come between the pause and the render.
      if (left <= 0) flushSync(() => setPause(true));
      else timer = setTimeout(look, left);
    };
    timer = setTimeout(look);
    return () => {
      clearTimeout(timer);
      setPause(false);
    };
  }, [isWanted]);
  return isWanted && isPause;
}
