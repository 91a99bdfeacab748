/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { audited, type Examples, page } from '../../../lib/examples.ts';
import { address, member } from '../members/examples.ts';

const { id, firstName, lastName, chineseName, familyRole } = member;
const family = {
  id: 3,
  name: 'Lin 林',
  address,
  phone: '+1 630 555 0118',
  notes: null,
  jointStatement: true,
  jointProblem: 'NoSpouse',
  ...audited,
};

export const EXAMPLES: Examples = {
  NewFamilyUnit: {
    name: 'Lin 林',
    address: { line1: '18 Cedar Court', city: 'Naperville', state: 'IL', postalCode: '60563', country: 'USA' },
    phone: '+1 630 555 0118',
    jointStatement: true,
  },
  FamilyUnitDetail: { ...family, members: [member] },
  FamilyUnitListedPage: page({ ...family, people: [{ id, firstName, lastName, chineseName, familyRole }] }),
};
