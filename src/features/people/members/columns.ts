/** The columns of a members file. An import recognizes the columns by these names. */
import { type ExportColumn, fieldColumns, plainColumns } from '../../../lib/export-columns.ts';
import { partOf } from '../../../lib/parts.ts';
import type { ExportedMember } from './export.ts';
import { MEMBER_COLUMNS, MEMBER_FIELDS } from './fields.ts';

/** Each part of an address and of an estate has a column of its own. */
const PARTS = (['address', 'estate'] as const).flatMap((field) =>
  Object.entries(MEMBER_FIELDS[field].columns).map(
    ([name, { part }]) => [name, (member: ExportedMember) => partOf(member[field], part)] as const,
  ),
);

export const MEMBER_FILE_COLUMNS: readonly ExportColumn<ExportedMember>[] = [
  ...plainColumns<ExportedMember>('id'),
  ...fieldColumns(MEMBER_COLUMNS, Object.fromEntries(PARTS)),
  ...plainColumns<ExportedMember>('createdAt', 'modifiedAt'),
];
