/** The one status line of the page: what was done, with a way to undo it, and what a screen reader says. */
import { useSyncExternalStore } from 'react';

/** A text, or how it is said in the language that is in force when it is shown. */
type Sayable = string | (() => string);
export type Status = { text: Sayable; undo?: (() => void) | undefined };
type Said = { status: Status | undefined; alert: string };

let said: Said = { status: undefined, alert: '' };
const listeners = new Set<() => void>();

function say(next: Partial<Said>): void {
  said = { ...said, ...next };
  for (const listener of listeners) listener();
}

/** Shows what was done, until something else is; read out politely. */
export function announce(text: Sayable, undo?: () => void): void {
  say({ status: { text, undo } });
}

/** Takes the line away, for example once its undo was used. */
export function clearStatus(): void {
  say({ status: undefined });
}

/** Removes a text that cannot be shown in the new language. */
export function dropOldWords(): void {
  if (typeof said.status?.text === 'string') clearStatus();
  else say({});
  say({ alert: '' });
}

/** Keeps what was done, and offers no undo any more where that can only be refused. */
export function dropUndo(): void {
  if (said.status?.undo) say({ status: { text: said.status.text } });
}

/** Reads out a refusal at once; it is shown where it belongs by whoever calls this. */
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
