/** The columns that an import of expenses reads. */
import { importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import type { Target } from '../../imports/columns.ts';
import { EXPENSE_COLUMNS, type ExpenseColumnName } from '../expenses/fields.ts';

/**
 * A field of a row: a column of an expenses file, the id that the expense had in the church that exported the file, or,
 * for a reversal, the id of the expense that it reverses.
 */
export type ExpenseField = ExpenseColumnName | 'id' | 'reversalOf';

export const EXPENSE_IMPORT_FIELDS = importFields<ExpenseField>({ id: OWN_ID, ...EXPENSE_COLUMNS, reversalOf: OWN_ID });

/**
 * The columns of our own export that an import ignores, because they repeat other columns or the option --submitted-by.
 */
const EXPENSE_UNREAD = [...unreadColumns(EXPENSE_COLUMNS), 'submittedBy', 'submittedByName'];

const CATEGORIES: readonly ExpenseField[] = ['subCategoryName', 'subCategoryId'];
const MINISTRIES: readonly ExpenseField[] = ['ministryName', 'ministryId'];

/**
 * Returns sets of columns. A file must have all columns of at least one set. If `hasMinistry` is true, an option gives
 * the ministry for all rows, so the file needs no column for it.
 */
function neededFields(hasMinistry: boolean): ExpenseField[][] {
  const places = CATEGORIES.flatMap((category) =>
    hasMinistry ? [[category]] : MINISTRIES.map((ministry) => [category, ministry]),
  );
  return places.map((place) => ['expenseDate', 'amount', 'description', ...place]);
}

/** Returns what an import of expenses reads. With `hasMinistry`, a file needs no ministry. */
export function spendingTarget(hasMinistry: boolean): Target<ExpenseField> {
  return {
    kind: 'expenses',
    fields: EXPENSE_IMPORT_FIELDS,
    needs: neededFields(hasMinistry),
    what: 'date, amount, description, subcategory or ministry',
    unread: EXPENSE_UNREAD,
  };
}
