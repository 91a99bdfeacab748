/** The person's rows that did not reach an offering before it was locked, and what each row would have done. */
import { toDecimal } from '../../../lib/money.ts';
import { readAmount } from './amount.ts';
import { NEW } from './drafts.ts';
import { type HalfTyped, halfTypedRows } from './half-typed.ts';
import type { Entry } from './entry.ts';
import { bodyOf, type Draft, type GiftBody, missingField } from './row.ts';
import { type Row, rowsOf } from './rows.ts';
import type { GiftWords } from './words-of.ts';

/** `halfNew`, `halfCorrection`: typed and not saved when the offering was submitted. */
export type UnsentKind = 'new' | 'correction' | 'deletion' | 'halfNew' | 'halfCorrection';

export type UnsentRow = {
  row: Row;
  kind: UnsentKind;
  /** The gift in the books that was to be corrected, as far as it is known here. */
  before: GiftBody | null;
};

type Here = {
  entries: readonly Entry[];
  drafts: Readonly<Record<string, HalfTyped>>;
  /** The gifts of the offering, as far as they are still known. */
  gifts: readonly Row[];
  me: { id: number; displayName: string };
};

/** The rows that wait, are refused or are half typed here, in this order. */
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
    // A giver who is only typed, or left out, is not in the list of givers.
    memberName: draft.who.kind === 'nobody' ? typed || '–' : null,
    enteredByName: name,
    gift: undefined,
    entry: undefined,
    // It is neither sent nor refused.
    status: 'coming',
    refusal: null,
  };
}

/** The known values of an incomplete row; missing ones are 0. */
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
 * The rows for the clipboard: what each was to be, then the columns of the grid, then what stands behind `More`. Pasted into
 * another offering, only new gifts are taken as gifts.
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
