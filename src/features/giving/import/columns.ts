/** The columns that an import of givings reads. */
import { importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import { GIVING_COLUMNS, type GivingColumnName } from '../givings/fields.ts';

/** A field of a row: a column, or the id that the church which exported the row had for the giving, or for what it takes back. */
export type GivingField = GivingColumnName | 'id' | 'reversalOf';

export const GIVING_IMPORT_FIELDS = importFields<GivingField>({ id: OWN_ID, ...GIVING_COLUMNS, reversalOf: OWN_ID });

/** Columns of our own export that say again what others do. */
export const GIVING_UNREAD = unreadColumns(GIVING_COLUMNS);

/** What a row needs; the category may be given for the whole file instead. */
export const GIFT_FIELDS: readonly GivingField[] = ['date', 'amount'];
