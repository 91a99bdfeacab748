/** The columns of Form 990, Part IX: program services, management and general, fundraising. */
import * as z from 'zod';

export const FUNCTIONAL_CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'] as const;

export const FunctionalClass = z.enum(FUNCTIONAL_CLASSES).meta({
  id: 'FunctionalClass',
  description: 'The column of Form 990, Part IX, that an expense belongs to: B, C or D.',
});
export type FunctionalClass = z.output<typeof FunctionalClass>;
