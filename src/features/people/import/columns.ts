/** The columns that an import of people reads. */
import { importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import type { Target } from '../../imports/columns.ts';
import { MEMBER_COLUMNS, type MemberColumnName } from '../members/fields.ts';

/** A field of a row: a column, or the member's id in the church that exported the file. */
export type MemberField = MemberColumnName | 'id';

export const MEMBER_IMPORT_FIELDS = importFields<MemberField>({ id: OWN_ID, ...MEMBER_COLUMNS });

/** What an import of people reads. Every person needs a name. */
export const PEOPLE: Target<MemberField> = {
  kind: 'members',
  fields: MEMBER_IMPORT_FIELDS,
  needs: [['firstName', 'lastName'], ['fullName'], ['chineseName']],
  what: 'the name',
  unread: unreadColumns(MEMBER_COLUMNS),
};
