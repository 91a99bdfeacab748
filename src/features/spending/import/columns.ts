/** The columns that an import of expenses reads. */
import { importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import { EXPENSE_COLUMNS, type ExpenseColumnName } from '../expenses/fields.ts';

/** A field of a row: a column, or the original id of the expense or of the expense that it reverses. */
export type ExpenseField = ExpenseColumnName | 'id' | 'reversalOf';

export const EXPENSE_IMPORT_FIELDS = importFields<ExpenseField>({ id: OWN_ID, ...EXPENSE_COLUMNS, reversalOf: OWN_ID });

/** Columns of our own export that repeat others, or what --submitted-by says. */
export const EXPENSE_UNREAD = [...unreadColumns(EXPENSE_COLUMNS), 'submittedBy', 'submittedByName'];

const CATEGORIES: readonly ExpenseField[] = ['subCategoryName', 'subCategoryId'];
const MINISTRIES: readonly ExpenseField[] = ['ministryName', 'ministryId'];

/** Returns the sets of columns of which a file needs one. The ministry may be given for all rows instead. */
export function neededFields(hasMinistry: boolean): ExpenseField[][] {
  const places = CATEGORIES.flatMap((category) =>
    hasMinistry ? [[category]] : MINISTRIES.map((ministry) => [category, ministry]),
  );
  return places.map((place) => ['expenseDate', 'amount', 'description', ...place]);
}
