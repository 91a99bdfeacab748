import { type Exportable, fieldColumns, plainColumns } from '../../../cli/kit/export.ts';
import { encode } from '../../../lib/encode.ts';
import { counted } from '../../../lib/text.ts';
import type { ExportedMember } from './export.ts';
import { MEMBER_COLUMNS, MEMBER_FIELDS } from './fields.ts';
import { Member, type MemberImport } from './schema.ts';

const { address } = MEMBER_FIELDS;
/** Each part of an address has a column of its own. */
const PARTS = Object.entries(address.columns).map(
  ([name, { part }]) => [name, (member: ExportedMember) => member.address?.[part] ?? null] as const,
);

/** The columns of a members file. An import recognizes the columns by these names. */
export const MEMBER_EXPORT: Exportable<ExportedMember> = {
  what: 'member',
  toWire: (member) => encode(Member, member),
  columns: [
    ...plainColumns<ExportedMember>('id'),
    ...fieldColumns(MEMBER_COLUMNS, Object.fromEntries(PARTS)),
    ...plainColumns<ExportedMember>('createdAt', 'modifiedAt'),
  ],
};

/**
 * The largest number of duplicates that are listed. The rest are only counted, because in a file that is imported twice every row is
 * a duplicate.
 */
const DUPLICATES_SHOWN = 100;

/** Returns the result of an import as text for a person to read. */
export function printImport(result: MemberImport): string {
  const { dryRun, created, skipped, duplicates, familiesCreated } = result;
  const lines = [
    `${counted(created, 'member')} ${dryRun ? 'would be ' : ''}imported, ${counted(skipped, 'row')} skipped.`,
  ];
  if (familiesCreated > 0) lines.push(`${counted(familiesCreated, 'new family', 'new families')}.`);
  if (duplicates.length > 0) {
    lines.push(
      skipped > 0
        ? 'Skipped because they exist already (--allow-duplicates imports them):'
        : 'These people existed already:',
    );
    lines.push(...duplicates.slice(0, DUPLICATES_SHOWN).map(explain));
  }
  if (duplicates.length > DUPLICATES_SHOWN) lines.push(`  and ${duplicates.length - DUPLICATES_SHOWN} more`);
  if (dryRun) lines.push('This was a dry run: nothing was written.');
  return lines.join('\n');
}

function explain({ line, name, memberId, duplicateOf }: MemberImport['duplicates'][number]): string {
  return `  line ${line}: ${name} is ${memberId === null ? `on line ${duplicateOf}` : `member ${memberId}`}`;
}
