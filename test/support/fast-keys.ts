/** Types faster than a page follows: each key is sent without waiting until the page has handled the key before it. */
import type { BrowserContext, Page } from 'playwright-core';

/** The codes of the keys without a character, and of the characters whose code is not that of their key. */
const CODES: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  ArrowLeft: 37,
  ArrowUp: 38,
  '.': 190,
  '+': 187,
  '*': 56,
};

/** Returns the single keys of a list of texts and of keys such as `Enter` and `Shift+Enter`. */
export const keysIn = (...typed: readonly string[]): string[] =>
  typed.flatMap((one) => (/^(Shift|Control)\+./.test(one) || one in CODES ? [one] : Array.from(one)));

/** Returns a function that types such a list. It resolves when the page has handled all keys. */
export async function fastKeys(page: Page): Promise<(...typed: readonly string[]) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (...typed) => {
    const strokes = keysIn(...typed).flatMap(strokesOf);
    await Promise.all(strokes.map((stroke) => session.send('Input.dispatchKeyEvent', stroke)));
  };
}

function strokesOf(name: string) {
  const key = name.length === 1 ? name : (name.split('+').at(-1) ?? name);
  const modifiers = name === key ? 0 : name.startsWith('Shift') ? 8 : 2;
  const windowsVirtualKeyCode = CODES[key] ?? key.toUpperCase().charCodeAt(0);
  const text = key === 'Enter' ? '\r' : key.length === 1 && modifiers === 0 ? key : undefined;
  const shared = { key, modifiers, windowsVirtualKeyCode };
  const down = text === undefined ? { type: 'rawKeyDown' as const } : { type: 'keyDown' as const, text };
  return [
    { ...shared, ...down },
    { ...shared, type: 'keyUp' as const },
  ];
}

/** A computer: how many times slower it computes than this one, and by how many milliseconds each frame is late. */
export type Computer = { rate: number; delay: number };

/** Makes the frames late on the pages that a context will open. */
export async function delayFrames(context: BrowserContext, { delay }: Computer): Promise<void> {
  if (delay === 0) return;
  await context.addInitScript(`
    globalThis.requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), ${delay});
    globalThis.cancelAnimationFrame = clearTimeout;
  `);
}

/** Makes an open page compute as slowly as the computer. */
export async function slowDown(page: Page, { rate }: Computer): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
