import type { Options } from '../../../cli/kit/action.ts';
import type { Exportable } from '../../../cli/kit/export.ts';
import { encode } from '../../../lib/encode.ts';
import { shownRows } from '../../imports/file-cli.ts';
import { counted } from '../../../lib/text.ts';
import { printFormer } from '../../imports/decisions-cli.ts';
import { MEMBER_FILE_COLUMNS } from './columns.ts';
import type { ExportedMember } from './export.ts';
import { Member, type MemberImport } from './schema.ts';

/** What `vestry export members` writes. */
export const MEMBER_EXPORT: Exportable<ExportedMember> = {
  what: 'member',
  toWire: (member) => encode(Member, member),
  columns: MEMBER_FILE_COLUMNS,
};

/**
 * The largest number of duplicates that are listed. The rest are only counted, because in a file that is imported twice every row is
 * a duplicate.
 */
const DUPLICATES_SHOWN = 100;

/** Returns the result of an import as text for a person to read. */
export function printImport(result: MemberImport, _at: unknown, options: Options): string {
  const { dryRun, created, skipped, duplicates, familiesCreated, birthDatesLeftEmpty } = result;
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
  const empty = birthDatesLeftEmpty.map(({ line, cell }) => `line ${line}: ${cell}`);
  lines.push(...shownRows('Birth dates left empty, because they have no year or stand for no date:', empty));
  lines.push(...printFormer(result, options));
  if (dryRun) lines.push('This was a dry run: nothing was written.');
  return lines.join('\n');
}

function explain({ line, name, memberId, duplicateOf }: MemberImport['duplicates'][number]): string {
  return `  line ${line}: ${name} is ${memberId === null ? `on line ${duplicateOf}` : `member ${memberId}`}`;
}
