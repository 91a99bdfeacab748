/** The logic of working off the lines of a bank statement: keys, the active line, marks and sums. */
import { addMoney, type Minor, subtractMoney } from '../../../lib/money.ts';
import { minorOf } from '../../kit/money.ts';
import { keyOf } from '../names.ts';
import type { DocumentName, Line, LinePage, Suggestion } from './queries.ts';

/** What somebody does with the active line: looks at its suggestions, matches it by hand, or makes its document. */
export const TASKS = ['match', 'expense', 'income', 'transfer'] as const;
export type Task = (typeof TASKS)[number];

export type Action =
  | { act: 'move'; by: number }
  | { act: 'first' | 'last' | 'accept' | 'all' | 'mark' | 'aside' | 'undo' | 'leave' }
  | { act: 'choose'; by: 1 | -1 }
  | { act: 'task'; task: Task };

/** The letters of the keys, as they are shown on the screen. */
export const LETTERS = {
  match: 'M',
  expense: 'E',
  income: 'I',
  transfer: 'T',
  aside: 'X',
  undo: 'U',
  all: 'A',
} as const;

/** How many lines Page Up and Page Down move. */
const LEAP = 10;

const KEYS: Readonly<Record<string, Action>> = {
  ArrowDown: { act: 'move', by: 1 },
  ArrowUp: { act: 'move', by: -1 },
  PageDown: { act: 'move', by: LEAP },
  PageUp: { act: 'move', by: -LEAP },
  Home: { act: 'first' },
  End: { act: 'last' },
  ArrowRight: { act: 'choose', by: 1 },
  ArrowLeft: { act: 'choose', by: -1 },
  Enter: { act: 'accept' },
  ' ': { act: 'mark' },
  Escape: { act: 'leave' },
  a: { act: 'all' },
  m: { act: 'task', task: 'match' },
  e: { act: 'task', task: 'expense' },
  i: { act: 'task', task: 'income' },
  t: { act: 'task', task: 'transfer' },
  x: { act: 'aside' },
  u: { act: 'undo' },
};

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

const MOVES: ReadonlySet<Action['act']> = new Set(['move', 'first', 'last', 'choose']);

/** True for an action that a key repeats while it is held. Nothing is decided for a line that nobody has read. */
export const isRepeatable = ({ act }: Action): boolean => MOVES.has(act);

/** Returns what a key means in the list of lines, or undefined for a key that means nothing there. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Action | undefined {
  const isMod = ctrlKey !== metaKey;
  if (isMod && !altKey && !shiftKey && key.toLowerCase() === 'z') return { act: 'undo' };
  if (ctrlKey || metaKey || altKey) return undefined;
  return KEYS[key.length === 1 ? key.toLowerCase() : key];
}

/** Returns true if a document of this kind can be made of a line: money that left is no income, and the reverse. */
export function canMake(task: Task, { amount }: Pick<Line, 'amount'>): boolean {
  return task === 'expense' ? amount < 0 : task === 'income' ? amount > 0 : true;
}

/** Returns the line after a move. A move stays at the first and the last line. */
export function movedTo(lines: readonly Line[], activeId: number | undefined, by: number): Line | undefined {
  const at = lines.findIndex(({ id }) => id === activeId);
  return lines[Math.min(lines.length - 1, Math.max(0, (at < 0 ? 0 : at) + by))];
}

/**
 * Returns the line that is active after some lines were settled: the next one that stays, or else the last one before
 * them.
 */
export function nextAfter(lines: readonly Line[], settled: readonly number[], activeId: number | undefined) {
  const at = lines.findIndex(({ id }) => id === activeId);
  const stays = ({ id }: Line) => !settled.includes(id);
  return lines.slice(at).find(stays) ?? lines.slice(0, Math.max(0, at)).findLast(stays);
}

/** Returns a page of lines without those that were settled, and without suggestions that name them or their documents. */
export function withoutSettled(page: LinePage, lines: readonly number[], documents: readonly DocumentName[]): LinePage {
  const keys = new Set(documents.map(keyOf));
  const isFree = (suggestion: Suggestion) =>
    !suggestion.lines.some((id) => lines.includes(id)) && !suggestion.documents.some((one) => keys.has(keyOf(one)));
  const items = page.items
    .filter(({ id }) => !lines.includes(id))
    .map((line) => ({ ...line, suggestions: line.suggestions.filter(isFree) }));
  return { ...page, items, totalCount: Math.max(0, page.totalCount - (page.items.length - items.length)) };
}

/** Returns the sum of amounts as the service sends them. */
export function sumOf(rows: readonly { amount: number }[]): Minor {
  return addMoney(...rows.map(({ amount }) => minorOf(amount)));
}

/** Returns how much the documents differ from the lines. They can be matched if it is 0. */
export function differenceOf(lines: readonly { amount: number }[], documents: readonly { amount: number }[]): Minor {
  return subtractMoney(sumOf(lines), sumOf(documents));
}

/** A line with its only suggestion, which one document makes. */
export type Exact = { line: Line; suggestion: Suggestion };

/**
 * Returns the open lines that nobody needs to think about: their only suggestion is one document of the same amount,
 * within days, which is suggested for no other of the lines.
 */
export function exactOnes(lines: readonly Line[]): Exact[] {
  const times = new Map<string, number>();
  for (const { suggestions } of lines)
    for (const key of suggestions.flatMap(({ documents }) => documents.map(keyOf)))
      times.set(key, (times.get(key) ?? 0) + 1);
  return lines.flatMap((line) => {
    const [suggestion, second] = line.suggestions;
    if (line.status !== 'Open' || !suggestion || second) return [];
    const [document, other] = suggestion.documents;
    const isOne = document !== undefined && !other && suggestion.lines.length === 1 && suggestion.lines[0] === line.id;
    const isExact = ['amount', 'date'].every((reason) => (suggestion.reasons as string[]).includes(reason));
    return isOne && isExact && times.get(keyOf(document)) === 1 ? [{ line, suggestion }] : [];
  });
}
