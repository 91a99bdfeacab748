/** The columns that an import of givings reads. */
import { importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import { GIVING_COLUMNS, type GivingColumnName } from '../givings/fields.ts';

/**
 * A field of a row: a column of givings, or `id`, `reversalOf` or `reversalKind`. `id` is the id that the giving has in
 * the church that exported the file, and `reversalOf` is the id, in that church, of the giving that it reverses.
 */
export type GivingField = GivingColumnName | 'id' | 'reversalOf' | 'reversalKind';

export const GIVING_IMPORT_FIELDS = importFields<GivingField>({
  id: OWN_ID,
  ...GIVING_COLUMNS,
  reversalOf: OWN_ID,
  reversalKind: { isOwn: true, words: { Returned: [], Refund: [], Correction: [] } },
});

/** Columns of Vestry's own export that an import does not read, because they repeat other columns. */
export const GIVING_UNREAD = unreadColumns(GIVING_COLUMNS);

/**
 * The columns that every file needs. A file also needs a category column, unless one category is named for the whole
 * file.
 */
export const GIFT_FIELDS: readonly GivingField[] = ['date', 'amount'];
