import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import { audited, id, idText, line, note, optional, text } from '../../../lib/wire.ts';
import { Member } from '../members/schema.ts';
import { Address, NewAddress } from '../../../lib/address.ts';

const ADDRESS = 'The address of the family.';
const NOTES = 'Remarks for the office.';
const JOINT = 'Whether the head and the spouse share one contribution statement.';

export const NewFamilyUnit = z
  .strictObject({
    name: text(200),
    address: optional(NewAddress).describe(ADDRESS),
    phone: line(50),
    notes: note.describe(NOTES),
    jointStatement: z.boolean().default(false).describe(JOINT),
  })
  .meta({
    id: 'NewFamilyUnit',
    description: 'A family, as you send it. Each member names their family in `familyUnitId`.',
  });
export type NewFamilyUnit = z.output<typeof NewFamilyUnit>;

export const FamilyUnit = z
  .object({
    id,
    name: z.string(),
    address: Address.nullable().describe(ADDRESS),
    phone: z.string().nullable(),
    notes: z.string().nullable().describe(NOTES),
    jointStatement: z.boolean().describe(JOINT),
    ...audited,
  })
  .meta({ id: 'FamilyUnit', description: 'Members who live together.' });
export type FamilyUnit = z.output<typeof FamilyUnit>;

const JointProblem = z.enum(['NoHead', 'SeveralHeads', 'NoSpouse', 'SeveralSpouses']).meta({
  id: 'JointProblem',
  description: 'What a joint statement lacks. It needs one head and one spouse.',
});
export type JointProblem = z.output<typeof JointProblem>;

const jointProblem = JointProblem.nullable().describe(
  'Why nobody of the family gets a joint statement although `jointStatement` is set. Null if nothing is in the way.',
);

export const FamilyUnitDetail = FamilyUnit.extend({
  jointProblem,
  members: z.array(Member).describe('The head first, then the spouse, the children and others.'),
}).meta({ id: 'FamilyUnitDetail', description: 'A family with its members.' });
export type FamilyUnitDetail = z.output<typeof FamilyUnitDetail>;

/** A person in a family, as the list of families names them. */
const FamilyPerson = Member.pick({ id: true, firstName: true, lastName: true, chineseName: true, familyRole: true });

export const FamilyUnitListed = FamilyUnit.extend({
  jointProblem,
  people: z
    .array(FamilyPerson)
    .describe('The names of its members, by which families of one name can be told apart. The head comes first.'),
}).meta({ id: 'FamilyUnitListed', description: 'A family in a list.' });
export type FamilyUnitListed = z.output<typeof FamilyUnitListed>;

export const FamilyUnitPage = pageOf(FamilyUnitListed);

export const FamilyUnitQuery = pageQuery({
  sort: ['name', 'createdAt', 'modifiedAt', 'id'],
  filters: { search: searchIn('the name, and the names of its people') },
});
export type FamilyUnitQuery = z.output<typeof FamilyUnitQuery>;

export const FamilyUnitPath = z.strictObject({ id: idText });
