import { type Exportable, type ExportColumn, plainColumns } from '../../../cli/kit/export.ts';
import type { Cell } from '../../../lib/csv.ts';
import { encode } from '../../../lib/encode.ts';
import { counted } from '../../../lib/text.ts';
import type { ExportedMember } from './export.ts';
import { MEMBER_COLUMNS, type MemberColumnName } from './fields.ts';
import { Member, type MemberImport } from './schema.ts';

/** The columns of a members file; importing knows them by these names. */
export const MEMBER_EXPORT: Exportable<ExportedMember> = {
  what: 'member',
  toWire: (member) => encode(Member, member),
  columns: [
    ...plainColumns<ExportedMember>('id'),
    ...(Object.keys(MEMBER_COLUMNS) as MemberColumnName[]).map(columnOf),
    ...plainColumns<ExportedMember>('createdAt', 'modifiedAt'),
  ],
};

function columnOf(name: MemberColumnName): ExportColumn<ExportedMember> {
  const { part, kind } = MEMBER_COLUMNS[name];
  const cell = (member: ExportedMember) => (part ? member.address?.[part] : member[name as keyof Member]) as Cell;
  return { name, isDate: kind === 'date', cell: (member) => cell(member) ?? null };
}

/** More than these are only counted: a file that was imported before is duplicates all through. */
const DUPLICATES_SHOWN = 100;

/** What an import did, for people. */
export function printImport(result: MemberImport): string {
  const { dryRun, created, skipped, duplicates, familiesCreated } = result;
  const lines = [
    `${counted(created, 'member')} ${dryRun ? 'would be ' : ''}imported, ${counted(skipped, 'row')} skipped.`,
  ];
  if (familiesCreated > 0) lines.push(`${counted(familiesCreated, 'new family', 'new families')}.`);
  if (duplicates.length > 0) {
    lines.push(skipped > 0 ? 'Skipped as there already (--allow-duplicates imports them):' : 'There already:');
    lines.push(...duplicates.slice(0, DUPLICATES_SHOWN).map(explain));
  }
  if (duplicates.length > DUPLICATES_SHOWN) lines.push(`  and ${duplicates.length - DUPLICATES_SHOWN} more`);
  if (dryRun) lines.push('This was a dry run: nothing was written.');
  return lines.join('\n');
}

function explain({ line, name, memberId, duplicateOf }: MemberImport['duplicates'][number]): string {
  return `  line ${line}: ${name} is ${memberId === null ? `on line ${duplicateOf}` : `member ${memberId}`}`;
}
