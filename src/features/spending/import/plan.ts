/** Plans an import of expenses: which drafts to add, which rows to skip, and which faults prevent the import. */
import { giveIds } from '../../../lib/import-ids.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { fold } from '../../../lib/fold.ts';
import type { ExpenseCategoryGroup } from '../categories/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { type Identity, type PersonFinder, personFinder } from '../../people/import/person-finder.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { SpentExpense } from './queries.ts';
import {
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
  /** The live expenses whose ids occur in the file, by id. */
  existing: ReadonlyMap<number, SpentExpense>;
  /** The live expenses from the earliest to the latest date in the file, except reversals, in the order of entry. */
  spent: readonly SpentExpense[];
  lastId: number;
};

export type PlannedExpense = {
  id: number;
  candidate: Candidate;
  subCategory: SubCategory;
  ministry: Ministry;
  fund: Pick<Fund, 'id' | 'name'>;
  memberId: number | null;
};

export type Plan = {
  expenses: PlannedExpense[];
  duplicates: ExpenseImport['duplicates'];
  reversals: ExpenseImport['reversals'];
  /** How many rows are skipped, because their expenses exist already or because they are reversals. */
  skipped: number;
  faults: ImportFault[];
};

type Rows = { candidates: readonly Candidate[]; reversals: readonly ReversalRow[] };
type Flags = Pick<ExpenseTable, 'headers'> & { ministry: Ministry | null };

/** Plans an import. Skips reversals, and rows of our own export whose expenses still exist. */
export function planExpenses({ candidates, reversals }: Rows, records: Records, flags: Flags): Plan {
  const plan: Plan = { expenses: [], duplicates: [], reversals: [], skipped: reversals.length, faults: [] };
  for (const { row, id, expenseDate, amount, reversalOf } of reversals) {
    const there = id === null ? undefined : records.existing.get(id);
    if (there?.expenseDate === expenseDate && there.amount === amount) continue;
    plan.reversals.push({ line: row.line, amount, reversalOf });
  }
  const find = finderOf(records, flags);
  const duplicateOf = duplicateFinder(records.spent);
  for (const candidate of candidates) {
    const { row, id, spending } = candidate;
    const { subCategory, ministry, fund, payee, faults } = find(candidate);
    const there = id === null ? undefined : records.existing.get(id);
    if (there && subCategory && isSame(there, candidate, subCategory)) {
      plan.skipped += 1;
      continue;
    }
    plan.faults.push(...faults.map((fault) => faultAt(flags, row, fault)));
    if (!subCategory || !ministry || !fund || faults.length > 0) continue;
    plan.expenses.push({ id: 0, candidate, subCategory, ministry, fund, memberId: payee });
    const twin = duplicateOf({ ...spending, subCategoryId: subCategory.id, line: row.line });
    if (twin) plan.duplicates.push({ line: row.line, date: spending.expenseDate, amount: spending.amount, ...twin });
  }
  giveIds(plan.expenses, ({ candidate }) => candidate.id, records.lastId);
  return plan;
}

/**
 * True if an expense has the date, amount and subcategory of the row, and is therefore the expense that was exported.
 */
function isSame({ expenseDate, amount, subCategoryId }: SpentExpense, { spending }: Candidate, { id }: SubCategory) {
  return expenseDate === spending.expenseDate && amount === spending.amount && subCategoryId === id;
}

/**
 * Returns a function that finds the records that a row names, with a fault for each name that is unknown or out of use.
 */
function finderOf(records: Records, flags: Flags) {
  const subCategoryOf = subCategoryFinder(records.groups);
  const ministryOf = ministryFinder(records.ministries, flags.ministry);
  const fundOf = fundFinder(records.funds);
  const people = personFinder(records.members);
  return (candidate: Candidate) => {
    const faults: Fault[] = [];
    const take = <T>({ found, fault }: Found<T>): T | undefined => {
      if (fault) faults.push(fault);
      return found;
    };
    return {
      subCategory: take(subCategoryOf(candidate)),
      ministry: take(ministryOf(candidate)),
      fund: take(fundOf(candidate)),
      payee: take(payeeOf(people, candidate)) ?? null,
      faults,
    };
  };
}

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

/** Returns a function that finds what a row repeats: an expense in the books, or an earlier row of the file. */
function duplicateFinder(spent: readonly SpentExpense[]) {
  const first = new Map<string, { expenseId: number | null; duplicateOf: number | null }>();
  const keyOf = ({ expenseDate, amount, subCategoryId, vendor, description }: Spent) =>
    JSON.stringify([expenseDate, amount, subCategoryId, fold(vendor ?? ''), fold(description)]);
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
