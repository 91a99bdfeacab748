import { dateColumns, type Exportable, type ExportColumn, plainColumns } from '../../../cli/kit/export.ts';
import { encode } from '../../../lib/encode.ts';
import { counted } from '../../../lib/text.ts';
import type { ExportedMember } from './export.ts';
import { Member, type MemberImport } from './schema.ts';
import { Address } from '../../../lib/address.ts';

type Column = ExportColumn<ExportedMember>;

const [plain, dates] = [plainColumns<ExportedMember>, dateColumns<ExportedMember>];

/** `line1` of an address is the column `addressLine1`; its other parts need no prefix. */
const address: Column[] = Object.keys(Address.shape).map((part) => ({
  name: part.startsWith('line') ? `addressL${part.slice(1)}` : part,
  cell: (member) => member.address?.[part as keyof Address] ?? null,
}));

/** The columns of a members file; importing knows them by these names. */
export const MEMBER_EXPORT: Exportable<ExportedMember> = {
  what: 'member',
  toWire: (member) => encode(Member, member),
  columns: [
    ...plain('id', 'firstName', 'lastName', 'nickname', 'chineseName', 'gender'),
    ...dates('birthDate'),
    ...plain('email', 'phone'),
    ...address,
    ...plain('status'),
    ...dates('joinedOn', 'baptizedOn'),
    ...plain('familyUnitId', 'familyName', 'familyRole', 'offeringNumber', 'externalId', 'userId', 'notes'),
    ...plain('createdAt', 'modifiedAt'),
  ],
};

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
