/** Writes one transaction of a journal. */
import { type Minor, plainMoney } from '../../../lib/money.ts';
import type { Chart } from './chart.ts';
import { lineOf, tagValue } from './names.ts';

/** The tags of postings, in the order in which they are written. */
export const TAGS = [
  'class',
  'expense',
  'form990',
  'fund',
  'giver',
  'method',
  'ministry',
  'reference',
  'reverses',
  'vendor',
] as const;
type Tag = (typeof TAGS)[number];

export type Posting = { account: string; amount: Minor; tags?: Partial<Record<Tag, string | null | undefined>> };

/** Returns the description of a transaction. hledger reads the text before the bar as the payee. */
export function payeeAndNote(payee: string | null | undefined, note: string | null | undefined): string {
  return [payee, note]
    .filter((text) => text != null)
    .map(lineOf)
    .join(' | ');
}

/**
 * Returns a transaction as text. Postings with the amount zero are left out, unless all postings have the amount zero.
 */
export function transaction(header: string, { commodity }: Chart, postings: readonly Posting[]): string {
  const shown = postings.filter(({ amount }) => amount !== 0);
  const lines = (shown.length > 0 ? shown : postings).flatMap(({ account, amount, tags = {} }) => [
    `    ${account}  ${plainMoney(amount)} ${commodity}`,
    ...TAGS.flatMap((tag) => (tags[tag] ? [`    ; ${tag}: ${tagValue(tags[tag])}`] : [])),
  ]);
  return `\n${[header, ...lines].join('\n')}\n`;
}

/** Returns the code of a document: a letter and its id. Returns null if there is no id. */
export const numbered = (letter: string, id: number | null | undefined) => (id == null ? null : `${letter}${id}`);

/** Returns the row with an id. Throws an error if the catalogs have no such row. */
export function known<T>(rows: ReadonlyMap<number, T>, id: number | null): T {
  const row = rows.get(id ?? 0);
  if (row === undefined) throw new Error(`The catalogs have no row ${id}.`);
  return row;
}
