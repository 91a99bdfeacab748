/** The columns that an import of people reads. */
import { importFields, OWN_ID } from '../../../lib/import-columns.ts';
import { MEMBER_COLUMNS, type MemberColumnName } from '../members/fields.ts';

/** A field of a row: a column, or the member's id in the church that exported the file. */
export type MemberField = MemberColumnName | 'id';

export const MEMBER_IMPORT_FIELDS = importFields<MemberField>({ id: OWN_ID, ...MEMBER_COLUMNS });

/** A file must have all columns of at least one of these sets, so that every person has a name. */
export const NAME_FIELDS: readonly (readonly MemberField[])[] = [['firstName', 'lastName'], ['chineseName']];
