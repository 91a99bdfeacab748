/**
 * Checks the rows of an expenses file and turns them into candidates for drafts. Each row is checked on its own,
 * without the church's records.
 */
import { type FieldError, inFuture } from '../../../errors.ts';
import type { ImportFault, ImportRow, ImportTable } from '../../../lib/import-table.ts';
import { addMoney, formatMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { check } from '../../../validate.ts';
import { numberOf, readCandidates, type ReadRow, saidOf, textOf } from '../../imports/rows.ts';
import type { NamedPerson } from '../../people/import/person-finder.ts';
import { EXPENSE_IMPORT_FIELDS, type ExpenseField } from './columns.ts';
import { ExpenseFields } from '../expenses/schema.ts';
import { type NamedSplit, parseSplits } from '../expenses/split-text.ts';

export type ExpenseTable = ImportTable<ExpenseField>;
type Row = ImportRow<ExpenseField>;

/** The fields of an expense that do not refer to the church's records. */
const Spending = ExpenseFields.omit({
  subCategoryId: true,
  ministryId: true,
  splits: true,
  memberId: true,
  fundId: true,
  settled: true,
});
type Spending = typeof Spending._zod.output;

/** The id and name by which a row names one of the church's records. */
export type Named = { id: number | null; name: string | null };

/**
 * The expense in a row that has no fault of its own. The names in the row have not been compared with the church's
 * records yet.
 */
export type Candidate = {
  row: Row;
  /** The id that the expense had in the church that exported the file. */
  id: number | null;
  /** For a refund, `amount` is what came back. */
  spending: Spending;
  /** True for a row with a negative amount that is no reversal of our own export. */
  isRefund: boolean;
  subCategory: Named & { groupName: string | null };
  ministry: Named;
  fund: Named;
  payee: NamedPerson | null;
  /** The parts of the expense. Only Vestry's own export writes them. */
  splits: NamedSplit[] | null;
};

/** A row of our own export that reverses an expense. */
export type ReversalRow = {
  row: Row;
  id: number | null;
  expenseDate: string;
  amount: Minor;
  reversalOf: number;
};

/**
 * Returns the expenses and reversals in the rows of a table, and every fault that a row has on its own. `latest` is the
 * latest date that an expense may have.
 */
export async function candidatesOf(
  table: ExpenseTable,
  latest: string,
): Promise<{ candidates: Candidate[]; reversals: ReversalRow[]; faults: ImportFault[] }> {
  const { candidates: rows, faults } = await readCandidates(table, (row: Row) => readRow(row, latest));
  const reversals = rows.filter((one) => 'reversalOf' in one);
  return { candidates: rows.filter((one) => 'spending' in one), reversals, faults };
}

function readRow(row: Row, latest: string): ReadRow<Candidate | ReversalRow> {
  const reversal = reversalOf(row);
  if (reversal) return { errors: signFaults(row), candidate: reversal };
  const isRefund = Number(row.values.amount ?? 0) < 0;
  const said = isRefund ? withoutSign(row) : row;
  const checked = check(Spending, saidOf(said, DIRECT));
  const errors = [...splitFaults(row), ...('errors' in checked ? checked.errors : []), ...dateFaults(row, latest)];
  return { errors, candidate: 'errors' in checked ? null : { ...candidateOf(row, checked.value), isRefund } };
}

/**
 * Returns a row as a reversal, or undefined if it is not one. The other fields of a reversal are not checked, because
 * reversals are not imported.
 */
function reversalOf(row: Row): ReversalRow | undefined {
  const { id, expenseDate, amount = ZERO, reversalOf } = row.values;
  if (reversalOf === undefined) return undefined;
  const [date, minor] = [textOf(expenseDate) ?? '', Number(amount) as Minor];
  return { row, id: numberOf(id), expenseDate: date, amount: minor, reversalOf: Number(reversalOf) };
}

const withoutSign = (row: Row): Row => ({
  ...row,
  values: { ...row.values, amount: Math.abs(Number(row.values.amount)) },
});

function candidateOf(row: Row, spending: Spending): Omit<Candidate, 'isRefund'> {
  const { id, subCategoryId, subCategoryName, groupName, ministryId, ministryName, ...others } = row.values;
  return {
    row,
    id: numberOf(id),
    spending,
    subCategory: { id: numberOf(subCategoryId), name: textOf(subCategoryName), groupName: textOf(groupName) },
    ministry: { id: numberOf(ministryId), name: textOf(ministryName) },
    fund: { id: numberOf(others.fundId), name: textOf(others.fundName) },
    payee: payeeOf(row),
    splits: others.splits === undefined ? null : (parseSplits(String(others.splits)) ?? null),
  };
}

/** The columns that do not refer to the church's records. */
const DIRECT = EXPENSE_IMPORT_FIELDS.filter(({ name }) => name in Spending.shape);

function dateFaults({ values }: Row, latest: string): FieldError[] {
  return String(values.expenseDate ?? '') > latest ? [inFuture('expenseDate', latest)] : [];
}

/**
 * Returns the faults in the parts of a row. Parts replace a subcategory, and must add up to the amount. Only a part
 * with an account may be negative.
 */
function splitFaults({ values }: Row): FieldError[] {
  if (values.splits === undefined) return [];
  const fault = (code: string, message: string) => [{ path: 'splits', code, message }];
  if (Number(values.amount ?? 0) < 0) return fault('not_for_refund', 'must be empty in a row with a negative amount');
  if (values.subCategoryName !== undefined || values.subCategoryId !== undefined) {
    return fault('not_with_subcategory', 'cannot be given together with a subcategory; leave one of them out');
  }
  const splits = parseSplits(String(values.splits));
  const isRight = splits?.every(
    ({ subCategoryName, accountName, amount }) =>
      (subCategoryName === null) !== (accountName === null) && (accountName === null ? amount > 0 : amount !== 0),
  );
  if (!splits || !isRight) {
    const example =
      'Subcategory: Office: Telephone | Ministry: Worship | Amount: 60.00; Account: Mortgage | Amount: 400.00';
    return fault('invalid_splits', `must look like "${example}"`);
  }
  const [sum, amount] = [addMoney(...splits.map((split) => split.amount)), Number(values.amount ?? 0) as Minor];
  if (sum === amount) return [];
  return fault(
    'not_the_amount',
    `must add up to amount: they add up to ${formatMoney(sum)}, and amount is ${formatMoney(amount)}`,
  );
}

function signFaults({ values }: Row): FieldError[] {
  if (Number(values.amount ?? 0) <= 0) return [];
  const message = 'must be negative, because reversalOf marks the row as a reversal';
  return [{ path: 'amount', code: 'wrong_sign', message }];
}

const PAYEE_FIELDS = ['memberExternalId', 'memberName', 'memberEmail'] as const;

function payeeOf({ values }: Row): NamedPerson | null {
  if (values.memberId === undefined && PAYEE_FIELDS.every((field) => values[field] === undefined)) return null;
  return {
    id: numberOf(values.memberId),
    externalId: textOf(values.memberExternalId),
    email: textOf(values.memberEmail),
    name: textOf(values.memberName),
    firstName: null,
    lastName: null,
    offeringNumber: null,
    familyName: null,
    familyNumber: null,
  };
}

/** Returns the field that a fault about the payee names: the first payee field that the row has. */
export function payeeFieldOf({ values }: Row): ExpenseField {
  return PAYEE_FIELDS.find((field) => values[field] !== undefined) ?? 'memberId';
}
