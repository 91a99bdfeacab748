/** The one status line of the page: what was done, with a way to undo it, and what a screen reader says. */
import { useSyncExternalStore } from 'react';

export type Status = { text: string; undo?: (() => void) | undefined };
type Said = { status: Status | undefined; alert: string };

let said: Said = { status: undefined, alert: '' };
const listeners = new Set<() => void>();

function say(next: Partial<Said>): void {
  said = { ...said, ...next };
  for (const listener of listeners) listener();
}

/** Shows what was done, until something else is; read out politely. */
export function announce(text: string, undo?: () => void): void {
  say({ status: { text, undo } });
}

/** Takes the line away, for example once its undo was used. */
export function clearStatus(): void {
  say({ status: undefined });
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
