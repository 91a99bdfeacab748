import * as z from 'zod';
import { id, items } from '../../lib/wire.ts';

export const FUNCTIONAL_CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'] as const;

export const FunctionalClass = z
  .enum(FUNCTIONAL_CLASSES)
  .meta({ id: 'FunctionalClass', description: 'The column of Form 990, Part IX an expense belongs to: B, C or D.' });
export type FunctionalClass = z.output<typeof FunctionalClass>;

export const Ministry = z
  .object({ id, name: z.string(), defaultFunctionalClass: FunctionalClass, isActive: z.boolean() })
  .meta({ id: 'Ministry', description: 'A part of the work, with the functional class its expenses have by default.' });
export type Ministry = z.output<typeof Ministry>;

export const Ministries = items(Ministry);
