/** The columns that an import of givings reads. */
import { importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import { GIVING_COLUMNS, type GivingColumnName } from '../givings/fields.ts';

/** A field of a row: a column, or the original id of the giving or of the giving that it reverses. */
export type GivingField = GivingColumnName | 'id' | 'reversalOf';

export const GIVING_IMPORT_FIELDS = importFields<GivingField>({ id: OWN_ID, ...GIVING_COLUMNS, reversalOf: OWN_ID });

/** Columns of our own export that repeat others. */
export const GIVING_UNREAD = unreadColumns(GIVING_COLUMNS);

/** What a row needs. The category may be given for the whole file instead. */
export const GIFT_FIELDS: readonly GivingField[] = ['date', 'amount'];
