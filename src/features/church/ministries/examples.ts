/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { audited, type Examples, list } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  MinistryList: list({
    id: 4,
    name: 'Fellowship',
    nameZh: '團契',
    defaultFunctionalClass: 'ProgramServices',
    isActive: true,
    ...audited,
  }),
};
