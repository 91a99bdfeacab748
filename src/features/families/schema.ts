import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../lib/page.ts';
import { audited, id, idText, line, note, optional, text } from '../../lib/wire.ts';
import { Address, Member, NewAddress } from '../members/schema.ts';

const JOINT = { description: 'Whether head and spouse share one contribution statement.' };

export const NewFamilyUnit = z
  .strictObject({
    name: text(200),
    address: optional(NewAddress),
    phone: line(50),
    notes: note,
    jointStatement: z.boolean().default(false).meta(JOINT),
  })
  .meta({ id: 'NewFamilyUnit' });
export type NewFamilyUnit = z.output<typeof NewFamilyUnit>;

export const FamilyUnit = z
  .object({
    id,
    name: z.string(),
    address: Address.nullable(),
    phone: z.string().nullable(),
    notes: z.string().nullable(),
    jointStatement: z.boolean().meta(JOINT),
    ...audited,
  })
  .meta({ id: 'FamilyUnit', description: 'Members who live together.' });
export type FamilyUnit = z.output<typeof FamilyUnit>;

export const FamilyUnitDetail = FamilyUnit.extend({
  members: z.array(Member).meta({ description: 'The head first, then spouse, children, others.' }),
}).meta({ id: 'FamilyUnitDetail' });
export type FamilyUnitDetail = z.output<typeof FamilyUnitDetail>;

export const FamilyUnitPage = pageOf(FamilyUnit);

export const FamilyUnitQuery = pageQuery({
  sort: ['name', 'createdAt', 'modifiedAt', 'id'],
  filters: { search: searchIn('the name') },
});
export type FamilyUnitQuery = z.output<typeof FamilyUnitQuery>;

export const FamilyUnitPath = z.strictObject({ id: idText });
