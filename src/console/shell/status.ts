/**
 * The status line of the page: the last message, an optional undo, and the text that a screen reader reads out at once.
 */
import { useSyncExternalStore } from 'react';

/** A text, or a function that returns the text in the current language. */
type Sayable = string | (() => string);
export type Status = { text: Sayable; undo?: (() => void) | undefined };
type Said = { status: Status | undefined; alert: string };

/** A message that is older than this belongs to the screen before, if another screen is opened. */
const OLD_MS = 2000;

let said: Said = { status: undefined, alert: '' };
let announcedAt = 0;
const listeners = new Set<() => void>();

function say(next: Partial<Said>): void {
  said = { ...said, ...next };
  for (const listener of listeners) listener();
}

/**
 * Shows a message about what was done, until the next one. A screen reader reads it out once it has finished speaking.
 */
export function announce(text: Sayable, undo?: () => void): void {
  announcedAt = Date.now();
  say({ status: { text, undo } });
}

/** Removes the message of the screen before. A message that was announced just before another screen opened stays. */
export function leaveScreen(): void {
  if (said.status && Date.now() - announcedAt > OLD_MS) clearStatus();
}

/** Removes the message, for example after its undo was used. */
export function clearStatus(): void {
  say({ status: undefined });
}

/**
 * Removes the texts in the old language after the language was changed. A message that is a function is shown in the
 * new language.
 */
export function dropOldWords(): void {
  if (typeof said.status?.text === 'string') clearStatus();
  else say({});
  say({ alert: '' });
}

/** Keeps the message but removes its undo, which the service would now refuse. */
export function dropUndo(): void {
  if (said.status?.undo) say({ status: { text: said.status.text } });
}

/** Makes a screen reader read out a refusal at once. The caller shows the refusal on the page. */
export function announceRefusal(text: string): void {
  say({ alert: text });
}

export function useStatus(): Said {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => said,
  );
}
