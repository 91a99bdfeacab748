/**
 * Loads parts of the page when they are first needed. A part that cannot be loaded is tried again until it is there,
 * because React and i18next would remember the failure until the whole page is loaded again.
 */
import { type ComponentType, lazy } from 'react';
import { sleep } from './sleep.ts';

/** A component with any properties. */
// oxlint-disable-next-line typescript/no-explicit-any -- The types of React say the same.
export type AnyComponent = ComponentType<any>;

const AGAIN_MS = 1000;

/** Returns what `load` loads, and calls it again each second while it fails. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await sleep(AGAIN_MS);
    }
  }
}

/** Returns the component with this name in a module that is loaded when the component is first drawn. */
export function later<K extends string, M extends Record<K, AnyComponent>>(load: () => Promise<M>, name: K) {
  return lazy(async () => ({ default: (await untilLoaded(load))[name] }));
}

/** Lets the browser load each style sheet again that could not be loaded. Vite would show a screen without its own. */
export function loadStylesAgain(): void {
  const again = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_MS);
  };
  addEventListener('error', again, true);
}
