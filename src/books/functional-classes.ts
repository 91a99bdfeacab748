/**
 * The functional classes. Each is a column of Form 990, Part IX: program services (B), management and general (C), and
 * fundraising (D).
 */
import * as z from 'zod';

export const FUNCTIONAL_CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'] as const;

export const FunctionalClass = z.enum(FUNCTIONAL_CLASSES).meta({
  id: 'FunctionalClass',
  description: 'The functional class of an expense: column B, C or D of Form 990, Part IX.',
});
export type FunctionalClass = z.output<typeof FunctionalClass>;
