/** The rows that a person entered, but that did not reach an offering before it was locked. */
import { toDecimal } from '../../../lib/money.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import { NEW } from './drafts.ts';
import { type HalfTyped, halfTypedRows } from './half-typed.ts';
import type { Entry } from './entry.ts';
import { bodyOf, type Draft, type GiftBody, missingField } from './row.ts';
import { type Row, rowsOf } from './rows.ts';
import type { GiftWords } from './words-of.ts';

/** `halfNew` and `halfCorrection` are rows that were only half typed when the offering was submitted. */
export type UnsentKind = 'new' | 'correction' | 'deletion' | 'halfNew' | 'halfCorrection';

export type UnsentRow = {
  row: Row;
  kind: UnsentKind;
  /**
   * The gift before the correction. It is null if the row is not a correction or if this tab does not know the gift.
   */
  before: GiftBody | null;
};

type Here = {
  entries: readonly Entry[];
  drafts: Readonly<Record<string, HalfTyped>>;
  /** The gifts of the offering as this tab last saw them. */
  gifts: readonly Row[];
  me: { id: number; displayName: string };
};

/** Returns the waiting and refused rows, then the half-typed rows. */
export function unsentRows({ entries, drafts, gifts, me }: Here): UnsentRow[] {
  const kept = rowsOf([], entries, me.id).map((row): UnsentRow => {
    const kind = kindOf(row.entry);
    return { row, kind, before: kind === 'correction' ? (row.entry?.seen ?? null) : null };
  });
  const known = new Set(gifts.map(({ key }) => key));
  const unknown = Object.keys(drafts).filter((key) => key !== NEW && !known.has(key));
  const half = [...unknown, ...halfTypedRows(drafts, gifts)].flatMap((key): UnsentRow[] => {
    const typed = drafts[key];
    if (!typed) return [];
    const before = gifts.find((gift) => gift.key === key)?.body ?? null;
    const row = rowOfHalf({ key, ...typed, name: me.displayName });
    return [{ row, kind: key === NEW ? 'halfNew' : 'halfCorrection', before }];
  });
  return [...kept, ...half].map((one, at) => ({ ...one, row: { ...one.row, number: at + 1 } }));
}

function kindOf(entry: Entry | undefined): UnsentKind {
  if (entry?.deeds.at(-1)?.kind === 'delete') return 'deletion';
  return entry?.givingId == null && entry?.deeds[0]?.kind === 'create' ? 'new' : 'correction';
}

function rowOfHalf({ key, draft, typed, name }: HalfTyped & { key: string; name: string }): Row {
  return {
    key,
    number: 0,
    isMine: true,
    body: missingField(draft) === undefined ? bodyOf(draft) : bodyOfHalf(draft),
    // If no giver was chosen, shows the typed name.
    memberName: draft.who.kind === 'nobody' ? typed || '–' : null,
    enteredByName: name,
    gift: undefined,
    entry: undefined,
    // A half-typed row is neither waiting nor refused.
    status: 'coming',
    refusal: null,
  };
}

/** Returns the body of an incomplete row. A missing amount, member or category is 0. Parts are left out. */
function bodyOfHalf(draft: Draft): GiftBody {
  const amount = readAmount(draft.amount);
  const complete = {
    ...draft,
    amount: 'minor' in amount ? draft.amount : '1',
    parts: [],
    categoryId: draft.categoryId ?? 0,
  };
  const isNobody = draft.who.kind === 'nobody';
  const body = bodyOf({ ...complete, who: isNobody ? { kind: 'member', id: 0 } : draft.who });
  return { ...body, amount: 'minor' in amount ? toDecimal(amount.minor) : 0 };
}

type CopyWords = GiftWords & { what: (one: UnsentRow) => string };

/**
 * Returns the rows as text for the clipboard, with tabs between cells: the kind of the row, the columns of the grid,
 * and the details of the `More` dialog. If the text is pasted into another offering, only new gifts can be added there.
 */
export function asTable(rows: readonly UnsentRow[], words: CopyWords): string {
  return rows.map((one) => cellsOf(one, words).map(cellText).join('\t')).join('\n');
}

function cellsOf(one: UnsentRow, words: CopyWords): string[] {
  const { body, memberName } = one.row;
  const categories = body.parts
    ? body.parts.map(({ categoryId, amount }) => `${words.category(categoryId)} ${amount}`)
    : [words.category(body.categoryId)];
  const more = [body.giftDate, body.nonCashDescription, body.benefitAmount];
  return [
    words.what(one),
    words.method(body.method),
    words.giver(body, memberName),
    body.checkNumber ?? body.zelleReference ?? body.payPalReference ?? '',
    String(body.amount),
    categories.join(' + '),
    body.note ?? '',
    ...more.map((value) => String(value ?? '')),
  ];
}

/** Puts quotes around a cell that contains tabs, line ends or quotes. */
function cellText(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
