/**
 * The addresses that need a sign-in, and their screens. The code of a screen is loaded when the screen is first opened.
 */
import { type ComponentType, lazy } from 'react';

type Screen = ComponentType<Record<string, string | undefined>>;

const screen = (load: () => Promise<{ Page: ComponentType<never> }>) =>
  lazy(async () => ({ default: (await load()).Page as unknown as Screen }));

export const SIGNED_IN: readonly { path: string; Screen: Screen }[] = [
  { path: '/', Screen: screen(() => import('./home/page.tsx')) },
  { path: '/offerings', Screen: screen(() => import('./offerings/page.tsx')) },
  { path: '/offerings/:id', Screen: screen(() => import('./offerings/offering.tsx')) },
  { path: '/attendance', Screen: screen(() => import('./attendance/page.tsx')) },
  { path: '/people', Screen: screen(() => import('./people/page.tsx')) },
  { path: '/people/:id', Screen: screen(() => import('./people/person.tsx')) },
  { path: '/account', Screen: screen(() => import('./account/page.tsx')) },
];
