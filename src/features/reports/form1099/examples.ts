/** Examples for the API document, by the name of the schema. */
import type { Examples } from '../../../lib/examples.ts';

const due = { recipient: '2027-02-01', paper: '2027-02-01', electronic: '2027-02-01' };

export const EXAMPLES: Examples = {
  Form1099Report: {
    year: 2026,
    items: [
      {
        vendorId: 9,
        name: 'Sparrow Cleaning Co.',
        vendors: [{ vendorId: 9, name: 'Sparrow Cleaning Co.' }],
        taxId: '••••6789',
        box: 'NEC1',
        due,
        amount: 7440,
        reportable: true,
        reportableAmount: 7440,
        threshold: 2000,
        reason: null,
      },
    ],
    missingW9: [],
    withoutVendor: [{ name: 'Bob the plumber', box: 'NEC1', amount: 640 }],
    reimbursed: [{ name: 'Ann Wu', box: 'NEC1', amount: 85 }],
    boxes: [{ box: 'NEC1', form: '1099-NEC', number: '1', name: 'Nonemployee compensation', isChecked: false, due }],
    warnings: [],
  },
};
