/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { audited, type Examples, list } from '../../../lib/examples.ts';

const sent = { name: 'Fellowship', nameZh: '團契', defaultFunctionalClass: 'ProgramServices' };
const ministry = { id: 4, ...sent, isActive: true, ...audited };

export const EXAMPLES: Examples = {
  NewMinistry: sent,
  MinistryUpdate: { ...sent, isActive: false },
  Ministry: ministry,
  MinistryList: list(ministry),
};
