/** Examples for the API document, by the name of the schema, or by the operation whose answer needs a fuller one. */
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
