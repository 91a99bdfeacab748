import type { SectionName } from '../guide/sections.ts';

/** The rooms that have a help text. */
const ROOMS = [
  'offerings',
  'attendance',
  'giving',
  'people',
  'expenses',
  'approvals',
  'messages',
  'month-end',
  'bank',
  'reports',
  'settings',
] as const;

export type Topic = (typeof ROOMS)[number] | 'start';

/** Returns the topic of the help for an address: that of its room, or how to begin. */
export function topicOf(path: string): Topic {
  return ROOMS.find((room) => isAt(path, `/${room}`)) ?? 'start';
}

/** The sections of the guide that belong to screens. The first line that matches counts. */
const PLACES: readonly (readonly [path: string, section: SectionName])[] = [
  ['/offerings', 'sunday'],
  ['/attendance', 'sunday'],
  ['/people', 'people'],
  ['/giving', 'other-money'],
  ['/expenses', 'bills'],
  ['/approvals', 'bills'],
  ['/bank/transfers', 'transfers'],
  ['/bank', 'bank'],
  ['/month-end', 'finalize-the-month'],
  ['/reports/budgets', 'budget'],
  ['/reports/fiscal-years', 'end-of-year'],
  ['/reports', 'reports'],
  ['/settings/opening', 'opening'],
  ['/settings/priorFigures', 'opening'],
  ['/settings', 'set-up'],
];

/** Returns the address of the section of the guide about a screen, or of the whole guide if no section is about it. */
export function guideAt(path: string): string {
  const place = PLACES.find(([start]) => isAt(path, start));
  return place ? `/guide#${place[1]}` : '/guide';
}

const isAt = (path: string, start: string) => path === start || path.startsWith(`${start}/`);

/** True if the pressed key asks for help: `?`, but not while somebody types in a field or uses an input method. */
export function asksForHelp(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isTyping: boolean,
): boolean {
  const isAlone = !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey;
  return event.key === '?' && isAlone && !isTyping;
}
