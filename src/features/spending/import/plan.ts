/** Plans an import of expenses: which drafts to add, which rows to skip, and which faults prevent the import. */
import { eachRow } from '../../../lib/chunks.ts';
import { giveIds } from '../../../lib/import-ids.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { fold } from '../../../lib/fold.ts';
import type { ExpenseCategoryGroup } from '../categories/schema.ts';
import type { Form1099Box } from '../../../books/form1099.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { type Identity, type PersonFinder, personFinder } from '../../people/import/person-finder.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { SpentExpense } from './queries.ts';
import { deductRefunds, NOTHING_TO_REFUND } from './refunds.ts';
import {
  accountFinder,
  type Fault,
  type Found,
  fundFinder,
  ministryFinder,
  type SubCategory,
  subCategoryFinder,
} from './references.ts';
import { type Candidate, type ExpenseTable, payeeFieldOf, type ReversalRow } from './rows.ts';
import type { ExpenseImport } from './schema.ts';

/** The church's records that an import needs. */
export type Records = {
  members: readonly Identity[];
  groups: readonly ExpenseCategoryGroup[];
  ministries: readonly Ministry[];
  funds: readonly Fund[];
  accounts: readonly Account[];
  /** The vendors of the list, by the name in the file. */
  vendors: ReadonlyMap<string, { id: number; name: string }>;
  /** The live expenses whose ids occur in the file, by id. */
  existing: ReadonlyMap<number, SpentExpense>;
  /** The live expenses from the earliest to the latest date in the file, except reversals, in the order of entry. */
  spent: readonly SpentExpense[];
  lastId: number;
};

/** A part of an expense with the records that it names. Either `subCategory` or `account` is null. */
export type PlannedSplit = {
  subCategory: SubCategory | null;
  account: Pick<Account, 'id' | 'name'> | null;
  ministry: Ministry | null;
  fund: Pick<Fund, 'id' | 'name'>;
  functionalClass: FunctionalClass | null;
  form1099: Form1099Box | null;
  inUse: boolean;
  amount: Minor;
};

export type PlannedExpense = {
  id: number;
  candidate: Candidate;
  /** The parts of the expense, or one part with the whole amount. */
  splits: readonly PlannedSplit[];
  memberId: number | null;
  /** The vendor of the list and the vendor's name, or only the name in the file. */
  paid: { vendorId: number | null; vendor: string | null };
};

export type Plan = {
  expenses: PlannedExpense[];
  duplicates: ExpenseImport['duplicates'];
  reversals: ExpenseImport['reversals'];
  refunds: ExpenseImport['refunds'];
  /** How many rows are skipped, because their expenses exist already or because they are reversals. */
  skipped: number;
  faults: ImportFault[];
};

type Rows = { candidates: readonly Candidate[]; reversals: readonly ReversalRow[] };
type Flags = Pick<ExpenseTable, 'headers'> & { ministry: Ministry | null };

/**
 * Plans an import, and lets other work run in between. Skips reversals, and rows of our own export whose expenses still
 * exist.
 */
export async function planExpenses({ candidates, reversals }: Rows, records: Records, flags: Flags): Promise<Plan> {
  const plan: Plan = {
    expenses: [],
    duplicates: [],
    reversals: [],
    refunds: [],
    skipped: reversals.length,
    faults: [],
  };
  for (const { row, id, expenseDate, amount, reversalOf } of reversals) {
    const there = id === null ? undefined : records.existing.get(id);
    if (there?.expenseDate === expenseDate && there.amount === amount) continue;
    plan.reversals.push({ line: row.line, amount, reversalOf });
  }
  const find = await finderOf(records, flags);
  const refunds: PlannedExpense[] = [];
  const planOne = (candidate: Candidate) => {
    const { row, id, spending } = candidate;
    const { splits, payee, faults } = find(candidate);
    const listed = records.vendors.get(spending.vendor ?? '');
    const paid = { vendorId: listed?.id ?? null, vendor: listed?.name ?? spending.vendor };
    const spent = { ...spending, ...paid, splits: splits.map(storedOf) };
    const there = id === null ? undefined : records.existing.get(id);
    if (there && isSame(there, spent)) {
      plan.skipped += 1;
      return;
    }
    plan.faults.push(...faults.map((fault) => faultAt(flags, row, fault)));
    if (faults.length > 0) return;
    (candidate.isRefund ? refunds : plan.expenses).push({ id: 0, candidate, splits, memberId: payee, paid });
  };
  await eachRow(candidates, planOne);
  const { remaining, deducted, unmatched } = deductRefunds(plan.expenses, refunds);
  plan.expenses = remaining;
  plan.refunds = deducted;
  plan.faults.push(...unmatched.map(({ candidate }) => faultAt(flags, candidate.row, NOTHING_TO_REFUND)));
  plan.duplicates = duplicatesIn(plan.expenses, records.spent);
  giveIds(plan.expenses, ({ candidate }) => candidate.id, records.lastId);
  return plan;
}

/**
 * True if an expense has the date, amount and subcategories of the row, and is therefore the expense that was exported.
 */
function isSame(there: SpentExpense, spent: Omit<Spent, 'vendor' | 'description'>): boolean {
  const isEqual = there.expenseDate === spent.expenseDate && there.amount === spent.amount;
  return isEqual && purposeKey(there) === purposeKey(spent);
}

const storedOf = ({ subCategory, account, amount }: PlannedSplit) => ({
  subCategoryId: subCategory?.id ?? null,
  accountId: account?.id ?? null,
  amount,
});

/** Returns a text that is the same for expenses with the same subcategories, accounts and amounts. */
const purposeKey = ({ splits }: Pick<SpentExpense, 'splits'>) =>
  JSON.stringify(splits.map(({ subCategoryId, accountId, amount }) => [subCategoryId, accountId, amount]));

/**
 * Returns a function that finds the records that a row names, with a fault for each name that is unknown or no longer
 * in use.
 */
async function finderOf(records: Records, flags: Flags) {
  const subCategoryOf = subCategoryFinder(records.groups);
  const ministryOf = ministryFinder(records.ministries, flags.ministry);
  const fundOf = fundFinder(records.funds);
  const accountOf = accountFinder(records.accounts);
  const people = await personFinder(records.members);
  return (candidate: Candidate) => {
    const faults: Fault[] = [];
    const take = <T>({ found, fault }: Found<T>): T | undefined => {
      if (fault) faults.push(fault);
      return found;
    };
    const splits = partsOf(candidate).flatMap(({ named, accountName, ...part }): PlannedSplit[] => {
      const at = <T>(found: Found<T>) => take(candidate.splits ? atSplits(found) : found);
      const account = accountName === null ? null : at(accountOf(accountName));
      const subCategory = account === null ? at(subCategoryOf(named)) : null;
      // A part with an account needs no ministry.
      const hasMinistry = account === null || named.ministry.name !== null;
      const ministry = hasMinistry ? at(ministryOf(named)) : null;
      const fund = at(fundOf(named));
      const isFound = subCategory !== undefined && account !== undefined && ministry !== undefined && fund;
      return isFound ? [{ subCategory, account, ministry, fund, ...part }] : [];
    });
    return { splits, payee: take(payeeOf(people, candidate)) ?? null, faults };
  };
}

/** The names in a part of a row. A row without parts counts as one part. */
type Part = {
  named: Pick<Candidate, 'subCategory' | 'ministry' | 'fund'>;
  accountName: string | null;
  functionalClass: FunctionalClass | null;
  form1099: Form1099Box | null;
  inUse: boolean;
  amount: Minor;
};

function partsOf(candidate: Candidate): Part[] {
  const { splits, spending } = candidate;
  const { functionalClass, amount } = spending;
  if (!splits) return [{ named: candidate, accountName: null, functionalClass, form1099: null, inUse: true, amount }];
  return splits.map(({ subCategoryName, ministryName, fundName, ...part }) => ({
    ...part,
    named: {
      subCategory: { id: null, name: subCategoryName, groupName: null },
      ministry: { id: null, name: ministryName },
      fund: { id: null, name: fundName },
    },
  }));
}

const atSplits = <T>({ found, fault }: Found<T>): Found<T> => ({
  ...(found === undefined ? {} : { found }),
  ...(fault ? { fault: { ...fault, path: 'splits' as const } } : {}),
});

function payeeOf(people: PersonFinder, { row, payee }: Candidate): Found<number | null> {
  if (payee === null) return { found: null };
  const result = people.find(payee);
  if ('id' in result) return { found: result.id };
  const path = payeeFieldOf(row);
  if ('fault' in result) return { fault: { path, code: 'ambiguous_payee', message: result.fault.message } };
  const message = `names somebody who is not a member: ${result.unknown}; add them first, or leave the cell empty`;
  return { fault: { path, code: 'unknown_payee', message } };
}

type Spent = Omit<SpentExpense, 'id'>;

/** Returns the planned expenses that repeat an expense in the books or an earlier row of the file. */
function duplicatesIn(expenses: readonly PlannedExpense[], spent: readonly SpentExpense[]): Plan['duplicates'] {
  const duplicateOf = duplicateFinder(spent);
  return expenses.flatMap(({ candidate: { row, spending }, paid, splits }) => {
    const twin = duplicateOf({ ...spending, ...paid, splits: splits.map(storedOf), line: row.line });
    return twin ? [{ line: row.line, date: spending.expenseDate, amount: spending.amount, ...twin }] : [];
  });
}

/** Returns a function that finds the expense in the books, or the earlier row of the file, that a row repeats. */
function duplicateFinder(spent: readonly SpentExpense[]) {
  const first = new Map<string, { expenseId: number | null; duplicateOf: number | null }>();
  const keyOf = ({ expenseDate, amount, splits, vendor, description }: Spent) =>
    JSON.stringify([expenseDate, amount, purposeKey({ splits }), fold(vendor ?? ''), fold(description)]);
  for (const one of spent) {
    const key = keyOf(one);
    if (!first.has(key)) first.set(key, { expenseId: one.id, duplicateOf: null });
  }
  return ({ line, ...one }: Spent & { line: number }) => {
    const key = keyOf(one);
    const twin = first.get(key);
    if (!twin) first.set(key, { expenseId: null, duplicateOf: line });
    return twin;
  };
}
