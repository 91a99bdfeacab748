/**
 * The token of the one-time link. It stands in the fragment of the address, which browsers do not send. It is taken out
 * of the address at once, so that nobody reads it there or in the browser's history.
 */
import { useSyncExternalStore } from 'react';

let token = '';
const listeners = new Set<() => void>();

function take(): void {
  const given = location.hash.slice(1);
  if (given === '') return;
  token = given;
  history.replaceState(history.state, '', location.pathname + location.search);
  for (const listener of listeners) listener();
}

take();
// A person who opens the link again in the same tab changes only the fragment.
globalThis.addEventListener('hashchange', take);

/** Returns the token, or an empty text if the address had none. */
export function useToken(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => token,
  );
}
