/** Examples for the API document, by the name of the schema. */
import { audited, type Examples, namesNothing, page, type RefusalExamples } from '../../../lib/examples.ts';

const fields = {
  name: 'Sparrow Cleaning Co.',
  legalName: 'Sparrow Cleaning Company LLC',
  address: {
    line1: '12 Mill Street',
    line2: null,
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: null,
  },
  email: 'office@sparrow.example',
  memberId: null,
  tinType: 'EIN',
  taxClassification: 'Partnership',
  w9On: '2026-01-08',
  isActive: true,
};

const vendor = { id: 9, ...fields, taxId: '••••6789', ...audited };

export const EXAMPLES: Examples = {
  NewVendor: { ...fields, taxId: '12-3456789' },
  Vendor: vendor,
  EnteredVendor: vendor,
  VendorPage: page(vendor),
  VendorMerge: { into: 9 },
  VendorLink: { name: 'Sparrow Cleaning' },
  LinkedExpenses: { expenses: 3 },
};

export const REFUSALS: RefusalExamples = {
  postVendors: { unknown_reference: namesNothing('memberId', 'member') },
  putVendorsId: { unknown_reference: namesNothing('memberId', 'member') },
  postVendorsIdMerge: { unknown_reference: namesNothing('into', 'vendor') },
};
