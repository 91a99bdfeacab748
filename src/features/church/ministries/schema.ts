import { FunctionalClass } from '../../../books/functional-classes.ts';
import * as z from 'zod';
import { audited, changedNameZh, id, idText, items, nameZh, newNameZh, text } from '../../../lib/wire.ts';

const CLASS = "The functional class of the ministry's expenses that have no functional class of their own.";

export const Ministry = z
  .object({
    id,
    name: z.string(),
    nameZh,
    defaultFunctionalClass: FunctionalClass.describe(CLASS),
    isActive: z.boolean().describe('Whether new expenses may name this ministry.'),
    ...audited,
  })
  .meta({ id: 'Ministry', description: 'A ministry, with the functional class that its expenses have by default.' });
export type Ministry = z.output<typeof Ministry>;

const name = text(100);

export const NewMinistry = z
  .strictObject({
    name,
    nameZh: newNameZh,
    defaultFunctionalClass: FunctionalClass.describe(CLASS),
  })
  .meta({ id: 'NewMinistry', description: 'A ministry, as you send it.' });
export type NewMinistry = z.output<typeof NewMinistry>;

/** Fields that are left out do not change. */
export const MinistryUpdate = NewMinistry.partial()
  .extend({
    nameZh: changedNameZh,
    isActive: z.boolean().optional().describe('Whether new expenses may name this ministry.'),
  })
  .meta({ id: 'MinistryUpdate', description: 'A ministry, as you change it.' });
export type MinistryUpdate = z.output<typeof MinistryUpdate>;

export const Ministries = items(Ministry);
export const MinistryPath = z.strictObject({ id: idText });
