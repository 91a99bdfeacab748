import { Address, NewAddress } from '../../../lib/address.ts';
import * as z from 'zod';
import { formerMatches, peopleParts, planParts } from '../../imports/schema.ts';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  date,
  email,
  filter,
  flagText,
  id,
  idText,
  instant,
  items,
  line,
  lineOrEmpty,
  note,
  optional,
} from '../../../lib/wire.ts';

export const Gender = z.enum(['Male', 'Female']);
export type Gender = z.output<typeof Gender>;

export const MemberStatus = z
  .enum(['Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased'])
  .meta({ id: 'MemberStatus', description: 'How a person belongs to the church.' });
export type MemberStatus = z.output<typeof MemberStatus>;

export const FamilyRole = z
  .enum(['Head', 'Spouse', 'Child', 'Other'])
  .meta({ id: 'FamilyRole', description: 'The role of a person in the family.' });
export type FamilyRole = z.output<typeof FamilyRole>;

/** The descriptions of a member's fields, for requests and responses. */
const SAYS = {
  firstName: 'Left out, it is the given name of the Chinese name. Empty for a person with only one name.',
  lastName: 'Left out, it is the surname of the Chinese name. Empty for a person with only one name.',
  nickname: 'The name by which others call them, if it differs from the first name.',
  chineseName: 'The full name in Chinese, surname first.',
  gender: 'Null if unknown.',
  birthDate: 'The day of birth.',
  address: 'Their address, if it is not that of the family.',
  status: 'How they belong to the church.',
  joinedOn: 'The day on which they became a member.',
  baptizedOn: 'The day of their baptism.',
  diedOn: 'The day of their death. While it is set, `status` is `Deceased`.',
  estate: 'Where letters about the givings of a member who died go; null if this is not known, or if `diedOn` is null.',
  familyUnitId: 'Their family.',
  familyRole: 'Their role in the family.',
  offeringNumber: 'The number on their offering envelopes. No two members have the same number.',
  externalId: 'Their id in the program that they were imported from.',
  userId: 'The account with which they sign in.',
  notes: 'Remarks for the office.',
};

const ESTATE = {
  name: 'The name of the estate without “Estate of”, which Vestry adds; null for the name of the member.',
  careOf: 'Who receives the letters of the estate, such as its executor.',
  address: 'The address of the estate. Letters never go to the address of the member.',
};

export const NewEstate = z
  .strictObject({
    name: line().describe(ESTATE.name),
    careOf: line().describe(ESTATE.careOf),
    address: optional(NewAddress).describe(ESTATE.address),
  })
  .meta({ id: 'NewEstate', description: 'The estate of a member who died, as you send it.' });

export const Estate = z
  .object({
    name: z.string().nullable().describe(ESTATE.name),
    careOf: z.string().nullable().describe(ESTATE.careOf),
    address: Address.nullable().describe(ESTATE.address),
  })
  .meta({ id: 'Estate', description: 'The estate of a member who died.' });
export type Estate = z.output<typeof Estate>;

const STAYS = 'If it is left out of a `PUT`, it does not change.';

type SaidNames = Partial<Record<'firstName' | 'lastName' | 'chineseName', string | null>>;

const hasName = ({ firstName, lastName, chineseName }: SaidNames) => Boolean(firstName || lastName || chineseName);

/** The fault of a person without any name. It is found beside the faults of other fields. */
const nameFault = (path: 'firstName' | 'lastName', error: string) => ({
  path: [path],
  error,
  params: { code: 'name_required' },
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

export const NewMember = z
  .strictObject({
    firstName: lineOrEmpty(100).describe(SAYS.firstName),
    lastName: lineOrEmpty(100).describe(SAYS.lastName),
    nickname: line(100).describe(SAYS.nickname),
    chineseName: line(100).describe(SAYS.chineseName),
    gender: optional(Gender).describe(SAYS.gender),
    birthDate: optional(date).describe(SAYS.birthDate),
    email: optional(email),
    phone: line(50),
    address: optional(NewAddress).describe(SAYS.address),
    status: MemberStatus.default('Active').describe(SAYS.status),
    joinedOn: optional(date).describe(SAYS.joinedOn),
    baptizedOn: optional(date).describe(SAYS.baptizedOn),
    // Neither has a default, so that a program that does not know them leaves them as they are.
    diedOn: date.nullable().optional().describe(`${SAYS.diedOn} ${STAYS} Null also clears \`estate\`.`),
    estate: NewEstate.nullable().optional().describe(`${SAYS.estate} ${STAYS}`),
    familyUnitId: optional(id).describe(SAYS.familyUnitId),
    familyRole: optional(FamilyRole).describe(SAYS.familyRole),
    offeringNumber: line(20).describe(SAYS.offeringNumber),
    externalId: line(100).describe(SAYS.externalId),
    notes: note.describe(SAYS.notes),
    // There is no default, because a user who may not change `userId` leaves it out and its value stays.
    userId: id
      .nullable()
      .optional()
      .describe(
        `${SAYS.userId} Only a user with \`users.manage\` can set it. If other users leave it out, it does not change.`,
      ),
  })
  .refine(hasName, nameFault('firstName', 'is required, unless there is a last name or a Chinese name'))
  .refine(hasName, nameFault('lastName', 'is required, unless there is a first name or a Chinese name'))
  .meta({
    id: 'NewMember',
    description:
      'The fields of a member, as you send them. One of `firstName`, `lastName` and `chineseName` is enough.',
  });
export type NewMember = z.output<typeof NewMember>;

export const Member = z
  .object({
    id,
    firstName: z.string().describe('Empty for a person with only one name.'),
    lastName: z.string().describe('Empty for a person with only one name.'),
    nickname: z.string().nullable().describe(SAYS.nickname),
    chineseName: z.string().nullable().describe(SAYS.chineseName),
    gender: Gender.nullable().describe(SAYS.gender),
    birthDate: date.nullable().describe(SAYS.birthDate),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: Address.nullable().describe(SAYS.address),
    status: MemberStatus.describe(SAYS.status),
    joinedOn: date.nullable().describe(SAYS.joinedOn),
    baptizedOn: date.nullable().describe(SAYS.baptizedOn),
    diedOn: date.nullable().describe(SAYS.diedOn),
    estate: Estate.nullable().describe(SAYS.estate),
    familyUnitId: id.nullable().describe(SAYS.familyUnitId),
    familyRole: FamilyRole.nullable().describe(SAYS.familyRole),
    offeringNumber: z.string().nullable().describe(SAYS.offeringNumber),
    externalId: z.string().nullable().describe(SAYS.externalId),
    userId: id.nullable().describe(SAYS.userId),
    notes: z.string().nullable().describe(SAYS.notes),
    ...audited,
  })
  .meta({ id: 'Member', description: 'A person whom the church knows.' });
export type Member = z.output<typeof Member>;

/** A warning in the response to a request that was accepted. */
export const MemberWarning = z
  .object({
    code: z
      .enum(['likely_duplicate', 'died_before_gift', 'day_of_death_missing', 'user_of_deceased'])
      .describe('A stable code for programs.'),
    message: z.string().describe('A message for people.'),
    memberIds: z
      .array(id)
      .describe('The members whom the warning is about: for `likely_duplicate`, those who have the same name.'),
  })
  .meta({ id: 'MemberWarning', description: 'Something that somebody should check. The request was accepted anyway.' });
export type MemberWarning = z.output<typeof MemberWarning>;

export const EnteredMember = Member.extend({
  warnings: z.array(MemberWarning).optional().describe('Present only when there is something to check.'),
}).meta({ id: 'EnteredMember', description: 'A member who was just added or changed.' });
export type EnteredMember = z.output<typeof EnteredMember>;

export const MemberPage = pageOf(Member);

export const Giver = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    nickname: z.string().nullable().describe(SAYS.nickname),
    chineseName: z.string().nullable().describe(SAYS.chineseName),
    offeringNumber: z.string().nullable().describe(SAYS.offeringNumber),
    familyName: z.string().nullable().describe('The name of their family, or null if they have none.'),
    isDeceased: z.boolean().describe('Whether they have died. A late gift may still come under their name.'),
  })
  .meta({ id: 'Giver', description: 'The few facts about a member that help to find a giver.' });
export type Giver = z.output<typeof Giver>;

export const Givers = items(Giver);

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
    find: searchIn(
      'what `search` looks in, the name of the family, or the telephone number (if both are given, `find` counts)',
    ),
    status: filter(MemberStatus, 'Only members with this status.'),
    hasUser: filter(flagText, 'Only members with a user account, or only members without one.'),
    hasEmail: filter(flagText, 'Only members with an e-mail address, or only members without one who have not died.'),
    hasAddress: filter(
      flagText,
      'Only members with a postal address of their own or of their family, or only members without one who have not died.',
    ),
    familyUnitId: filter(idText, 'Only members of this family.'),
  },
});
export type MemberQuery = z.output<typeof MemberQuery>;

/** The filters and the order of a list of members, without its pages. */
export const MemberFilter = MemberQuery.omit({ page: true, pageSize: true });
export type MemberFilter = z.output<typeof MemberFilter>;

export const Merge = z
  .strictObject({
    into: id.describe('The member who stays.'),
    confirm: z
      .boolean()
      .default(false)
      .describe(
        'Merge even if names or birth dates differ. If the remaining member has no e-mail address, that of the duplicate is copied, too.',
      ),
  })
  .meta({ id: 'MemberMerge', description: 'The member to merge into, and whether you are sure.' });
export type Merge = z.output<typeof Merge>;

export const Purge = z
  .strictObject({
    confirm: z
      .boolean()
      .default(false)
      .describe('Erase the member even if records of their givings must still be kept.'),
    eraseFamily: z
      .boolean()
      .default(false)
      .describe('Also erase the name, address, telephone number and notes of their family if nobody else is in it.'),
  })
  .meta({
    id: 'MemberPurge',
    description: 'Whether you are sure, and what happens to a family that becomes empty.',
  });

/** The result of an import. For a dry run, this is the result that the import would have. */
export const MemberImport = z.object({
  dryRun: z.boolean(),
  importId: id.nullable().describe('The id with which the import can be undone.'),
  rows: z.int().describe('How many rows the file has.'),
  created: z.int().describe('How many people are added.'),
  skipped: z.int().describe('How many rows are people who are there already.'),
  ...peopleParts,
  formerMatches,
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().describe('Null for a workbook.'),
  ...planParts,
});
export type MemberImport = z.output<typeof MemberImport>;

/** A member who was deleted and can be restored. */
export const DeletedMember = Member.extend({
  deletedAt: instant.describe('When the member was deleted.'),
}).meta({ id: 'DeletedMember', description: 'A person whose record was deleted. It can be restored or erased.' });
export type DeletedMember = z.output<typeof DeletedMember>;

export const DeletedMemberPage = pageOf(DeletedMember);

export const DeletedMemberQuery = pageQuery({ sort: ['deletedAt'], by: '-deletedAt', filters: {} });
export type DeletedMemberQuery = z.output<typeof DeletedMemberQuery>;

export const MemberPath = z.strictObject({ id: idText });
