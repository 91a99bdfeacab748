import { type AccountKind, isCash } from '../../../books/account-kinds.ts';
import { type FundClass, GENERAL_FUND, isDonorRestricted } from '../../../books/fund-classes.ts';
import { type Booking, movesOf } from '../../../books/period-rules.ts';
import { type Document, documentOf as documentOfKind } from '../../../db/search-texts.ts';
import { AppError } from '../../../errors.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { HeldLine } from '../../ledger/held.ts';
import type { Approvable } from '../../approvals/two-people.ts';
import { JournalEntry, JournalLine, type NewJournalLine } from './schema.ts';

/** A line as it is stored: a debit is positive, a credit negative. */
export type StoredLine = Omit<JournalLine, 'netAssets' | 'debit' | 'credit' | NameField> & { amountMinor: Minor };
type NameField = 'name' | 'fundName' | 'ministryName';
/** A stored line with the names of the records that it refers to. */
export type NamedLine = StoredLine & Pick<JournalLine, NameField>;

/**
 * Returns the line of an entry as it is stored. A line without an account is in the General fund if it names no other
 * fund. A line with an account names the fund that holds it, or none. An expense without a ministry and a functional class counts as ManagementAndGeneral.
 */
export function toStored(line: Omit<NewJournalLine, 'netAssets'>): StoredLine {
  const { accountId, subCategoryId, incomeCategoryId, ministryId, debit, credit } = line;
  const isUnclassified = subCategoryId !== null && ministryId === null;
  return {
    accountId,
    subCategoryId,
    incomeCategoryId,
    fundId: line.fundId ?? (accountId === null ? GENERAL_FUND : null),
    ministryId,
    functionalClass: line.functionalClass ?? (isUnclassified ? 'ManagementAndGeneral' : null),
    amountMinor: debit ?? negateMoney(credit ?? ZERO),
  };
}

/** Returns a stored line as the API shows it. */
export function fromStored({ amountMinor, ...line }: NamedLine): JournalLine {
  return {
    ...line,
    netAssets: line.accountId === null && line.subCategoryId === null && line.incomeCategoryId === null,
    debit: amountMinor > 0 ? amountMinor : null,
    credit: amountMinor < 0 ? negateMoney(amountMinor) : null,
  };
}

/** Returns the lines of the reversal of an entry: the same lines with debits and credits exchanged. */
export function oppositeOf(lines: readonly JournalLine[]): StoredLine[] {
  return lines.map((line) => {
    const stored = toStored(line);
    return { ...stored, amountMinor: negateMoney(stored.amountMinor) };
  });
}

/**
 * Returns the sum of the debits. Throws `not_balanced` if the credits add up to another amount.
 *
 * This one comparison also proves that the account side equals the fund side. A line with an account is a posting to
 * that account, and every other line is a posting to its fund, with the opposite sign (`fundPostings`). All lines add
 * up to zero, so the postings to accounts add up to the same amount as the postings to funds.
 */
export function balanceOf(lines: readonly StoredLine[]): Minor {
  let [debits, credits] = [ZERO, ZERO];
  for (const { amountMinor } of lines) {
    if (amountMinor > 0) debits = addMoney(debits, amountMinor);
    else credits = addMoney(credits, negateMoney(amountMinor));
  }
  if (debits === credits) return debits;
  const message = `must balance: the debits add up to ${formatMoney(debits)}, and the credits to ${formatMoney(credits)}`;
  throw new AppError('not_balanced', `lines ${message}. Nothing was changed.`, {
    errors: [{ path: 'lines', code: 'not_balanced', message }],
  });
}

type Kinds = ReadonlyMap<number, { kind: AccountKind }>;

/** Nobody may approve an entry that they entered or changed. */
export const APPROVABLE = {
  entityType: 'JournalEntry',
  noun: 'entry',
  aNoun: 'an entry',
  table: 'journalEntries',
  hands: 'journalHands',
  column: 'entryId',
} satisfies Approvable;

/**
 * True if an entry changes an account that contains money or is a credit card. Another person must approve such an
 * entry.
 */
export function touchesMoney(lines: readonly StoredLine[], accounts: Kinds): boolean {
  return lines.some(({ accountId }) => {
    const kind = accounts.get(accountId ?? 0)?.kind;
    return kind !== undefined && (isCash(kind) || kind === 'CreditCard');
  });
}

/** Returns by how much an entry raises the balance of each fund, by id. */
export function raisedBy(lines: readonly StoredLine[]): ReadonlyMap<number, Minor> {
  const changes = new Map<number, Minor>();
  for (const { accountId, fundId, amountMinor } of lines) {
    if (accountId !== null || fundId === null) continue;
    changes.set(fundId, subtractMoney(changes.get(fundId) ?? ZERO, amountMinor));
  }
  return changes;
}

/** Returns what an entry does to the cash of funds and to what they hold; see `refuseOverheld`. */
export function heldBy(lines: readonly StoredLine[]): { lines: HeldLine[]; raised: ReadonlyMap<number, Minor> } {
  const held = lines.map(({ accountId, fundId, amountMinor }, index) => ({
    path: `lines.${index}.fundId`,
    accountId,
    fundId,
    amount: amountMinor,
  }));
  return { lines: held, raised: raisedBy(lines) };
}

type Classes = ReadonlyMap<number, { class: FundClass }>;

/**
 * True if an entry lowers the net assets of a Restricted or Endowment fund and raises those of another fund. Another
 * person must approve such an entry.
 */
export function leavesRestricted(lines: readonly StoredLine[], funds: Classes): boolean {
  const changes = raisedBy(lines);
  const isLowered = ([id, change]: [number, Minor]) => {
    const fund = funds.get(id);
    return change < 0 && fund !== undefined && isDonorRestricted(fund.class);
  };
  return [...changes].some(isLowered) && [...changes.values()].some((change) => change > 0);
}

type Contents = { date: string; yearEnd: boolean; lines: readonly StoredLine[] };

/** True if a change leaves the date and all lines of an entry as they are. */
export function isMemoAlone(before: Contents, after: Contents): boolean {
  const figuresOf = ({ date, yearEnd, lines }: Contents) =>
    JSON.stringify([date, yearEnd, lines.map((line) => LINE_FIELDS.map((field) => line[field]))]);
  return figuresOf(before) === figuresOf(after);
}

const LINE_FIELDS = [
  'accountId',
  'subCategoryId',
  'incomeCategoryId',
  'fundId',
  'ministryId',
  'functionalClass',
  'amountMinor',
] as const satisfies readonly (keyof StoredLine)[];

/** Returns the booking of an entry on a day, which determines the finalized months that the entry would change. */
export function bookingOf(date: string, lines: readonly StoredLine[], accounts: Kinds): Booking {
  const ofAccounts = lines.flatMap(({ accountId, fundId, amountMinor: amount }) =>
    accountId === null ? [] : { kind: accounts.get(accountId)?.kind, fundId, amount },
  );
  const funds = lines.flatMap(({ accountId, fundId, amountMinor: amount }) =>
    accountId !== null || fundId === null ? [] : { fundId, amount },
  );
  return { date, moves: movesOf({ accounts: ofAccounts, funds }) };
}

/** Returns the texts by which a search finds an entry. */
export const documentOf = (entry: { id: number; memo: string }): Document => documentOfKind('journalEntry', entry);

const Head = JournalEntry.omit({ lines: true });

/**
 * Returns the audit entry of a change to an entry. `before` is null for a new entry, and `after` for a deleted one. The
 * empty fields of a line are left out, because an entry may have thousands of lines.
 */
export function entryFact(action: string, before: JournalEntry | null, after: JournalEntry | null): Fact {
  const changes = changesBetween(Head, before, after);
  if (!before || !after || !areSame(before.lines, after.lines)) {
    changes.lines = [before?.lines.map(told) ?? null, after?.lines.map(told) ?? null];
  }
  return { action, entityType: 'JournalEntry', entityId: (after ?? before)?.id ?? '', changes };
}

const TOLD = Object.keys(JournalLine.shape) as (keyof JournalLine)[];
const FIGURES = TOLD.filter((field) => !/name$/i.test(field));

function areSame(before: readonly JournalLine[], after: readonly JournalLine[]): boolean {
  if (before.length !== after.length) return false;
  return before.every((line, index) => FIGURES.every((field) => line[field] === after[index]?.[field]));
}

function told(line: JournalLine): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of TOLD) if (line[field] !== null && line[field] !== false) values[field] = line[field];
  if (line.debit !== null) values.debit = toDecimal(line.debit);
  if (line.credit !== null) values.credit = toDecimal(line.credit);
  return values;
}
