/**
 * Writes and reads the parts of an expense as one cell of a file, such as `Subcategory: Office: Telephone | Ministry:
 * Worship | Fund: General | Amount: 60.00; Account: Mortgage | Fund: General | Amount: 400.00`.
 */
import { Form1099Box } from '../../../books/form1099.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { type Minor, parseMoney, plainMoney } from '../../../lib/money.ts';
import type { ExpenseSplit } from './split-schema.ts';

/** A part with the names of its records. The name of a subcategory follows the name of its group, as in `Office: Telephone`. */
export type NamedSplit = {
  subCategoryName: string | null;
  accountName: string | null;
  ministryName: string | null;
  functionalClass: FunctionalClass | null;
  fundName: string | null;
  form1099: Form1099Box | null;
  inUse: boolean;
  amount: Minor;
};

/** Formats parts as a text that `parseSplits` reads. Puts a backslash before each separator in a name. */
export function formatSplits(splits: readonly ExpenseSplit[]): string {
  return splits.map(formatSplit).join('; ');
}

function formatSplit({ subCategoryName, groupName, ...split }: ExpenseSplit): string {
  const pieces = [
    ['Subcategory', subCategoryName && `${groupName ?? ''}: ${subCategoryName}`],
    ['Account', split.accountName],
    ['Ministry', split.ministryName],
    ['Class', split.functionalClass],
    ['Fund', split.fundName],
    ['Form 1099', split.form1099],
    ['In use', split.inUse ? null : 'no'],
    ['Amount', plainMoney(split.amount)],
  ] as const;
  return pieces.flatMap(([label, text]) => (text ? [`${label}: ${escaped(text)}`] : [])).join(' | ');
}

/** Reads parts from a text. Returns undefined if the text does not have this form. */
export function parseSplits(text: string): NamedSplit[] | undefined {
  const splits = piecesOf(text, ';').map(parseSplit);
  return splits.length > 0 && splits.every((split) => split !== undefined) ? splits : undefined;
}

const LABELS: ReadonlySet<string> = new Set([
  'Subcategory',
  'Account',
  'Ministry',
  'Class',
  'Fund',
  'Form 1099',
  'In use',
  'Amount',
]);

function parseSplit(piece: string): NamedSplit | undefined {
  const pairs = piecesOf(piece, '|').map((pair) => {
    const colon = pair.indexOf(':');
    return [pair.slice(0, Math.max(colon, 0)).trim(), plain(pair.slice(colon + 1))] as const;
  });
  const known = new Map(pairs);
  const amount = parseMoney(known.get('Amount') ?? '');
  const functionalClass = FunctionalClass.nullable().safeParse(known.get('Class') ?? null);
  const form1099 = Form1099Box.nullable().safeParse(known.get('Form 1099') ?? null);
  const isWhole = known.size === pairs.length && pairs.every(([label]) => LABELS.has(label));
  const inUse = (known.get('In use') ?? 'yes').toLowerCase();
  if (inUse !== 'yes' && inUse !== 'no') return undefined;
  if (!isWhole || amount === undefined || !functionalClass.success || !form1099.success) return undefined;
  return {
    subCategoryName: known.get('Subcategory') ?? null,
    accountName: known.get('Account') ?? null,
    ministryName: known.get('Ministry') ?? null,
    functionalClass: functionalClass.data,
    fundName: known.get('Fund') ?? null,
    form1099: form1099.data,
    inUse: inUse === 'yes',
    amount,
  };
}

/** Returns the pieces of a text between separators that have no backslash before them. */
function piecesOf(text: string, separator: ';' | '|'): readonly string[] {
  return text.match(separator === ';' ? BETWEEN_SEMICOLONS : BETWEEN_BARS) ?? [];
}

const BETWEEN_SEMICOLONS = /(?:\\.|[^\\;])+/gu;
const BETWEEN_BARS = /(?:\\.|[^\\|])+/gu;

const plain = (text: string) => text.trim().replaceAll(/\\(.)/gu, '$1');

const escaped = (text: string) => text.replaceAll(/[\\;|]/gu, String.raw`\$&`);
