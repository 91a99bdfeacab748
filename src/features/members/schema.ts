import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../lib/page.ts';
import { audited, date, email, filter, flagText, id, idText, line, note, optional, text } from '../../lib/wire.ts';

export const Gender = z.enum(['Male', 'Female']);
export type Gender = z.output<typeof Gender>;

export const MemberStatus = z
  .enum(['Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased'])
  .meta({ id: 'MemberStatus' });
export type MemberStatus = z.output<typeof MemberStatus>;

export const FamilyRole = z.enum(['Head', 'Spouse', 'Child', 'Other']).meta({ id: 'FamilyRole' });
export type FamilyRole = z.output<typeof FamilyRole>;

export const NewAddress = z
  .strictObject({
    line1: line(),
    line2: line(),
    city: line(100),
    state: line(100),
    postalCode: line(20),
    country: line(100),
  })
  .meta({ id: 'NewAddress' });

export const Address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
  })
  .meta({ id: 'Address', description: 'A postal address.' });
export type Address = z.output<typeof Address>;

export const NewMember = z
  .strictObject({
    firstName: text(100),
    lastName: text(100),
    nickname: line(100),
    chineseName: line(100),
    gender: optional(Gender),
    birthDate: optional(date),
    email: optional(email),
    phone: line(50),
    address: optional(NewAddress),
    status: MemberStatus.default('Active'),
    joinedOn: optional(date),
    baptizedOn: optional(date),
    familyUnitId: optional(id),
    familyRole: optional(FamilyRole),
    offeringNumber: line(20),
    externalId: line(100),
    notes: note,
    // Without a default: left out, it keeps its value for those who may not change it.
    userId: id.nullable().optional(),
  })
  .meta({ id: 'NewMember' });
export type NewMember = z.output<typeof NewMember>;

export const Member = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    nickname: z.string().nullable(),
    chineseName: z.string().nullable(),
    gender: Gender.nullable(),
    birthDate: date.nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: Address.nullable(),
    status: MemberStatus,
    joinedOn: date.nullable(),
    baptizedOn: date.nullable(),
    familyUnitId: id.nullable(),
    familyRole: FamilyRole.nullable(),
    offeringNumber: z.string().nullable(),
    externalId: z.string().nullable(),
    userId: id.nullable(),
    notes: z.string().nullable(),
    ...audited,
  })
  .meta({ id: 'Member', description: 'A person of the church.' });
export type Member = z.output<typeof Member>;

export const MemberPage = pageOf(Member);

export const MemberQuery = pageQuery({
  sort: [
    'lastName',
    'firstName',
    'nickname',
    'chineseName',
    'status',
    'birthDate',
    'joinedOn',
    'offeringNumber',
    'createdAt',
    'modifiedAt',
    'id',
  ],
  filters: {
    search: searchIn('a name, nickname, Chinese name or offering number'),
    status: filter(MemberStatus, 'Only those of this status.'),
    hasUser: filter(flagText, 'Only those with, or without, a user account.'),
    familyUnitId: filter(idText, 'Only those of this family.'),
  },
});
export type MemberQuery = z.output<typeof MemberQuery>;

export const Merge = z
  .strictObject({ into: id.meta({ description: 'The member who stays.' }) })
  .meta({ id: 'MemberMerge' });

export const Purge = z
  .strictObject({ confirm: z.boolean().default(false).meta({ description: 'Erase although records must be kept.' }) })
  .meta({ id: 'MemberPurge' });

/** What an import did, or with `dryRun` would do. */
export const MemberImport = z.object({
  dryRun: z.boolean(),
  importId: id.nullable().meta({ description: 'The id under which it can be undone.' }),
  rows: z.int(),
  created: z.int(),
  skipped: z.int(),
  duplicates: z.array(
    z.object({ line: z.int(), name: z.string(), memberId: id.nullable(), duplicateOf: z.int().nullable() }),
  ),
  familiesCreated: z.int(),
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().meta({ description: 'Null for a workbook.' }),
});
export type MemberImport = z.output<typeof MemberImport>;

export const MemberPath = z.strictObject({ id: idText });
