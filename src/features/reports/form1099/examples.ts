/** Examples for the API document, by the name of the schema. */
import type { Examples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  Form1099Report: {
    year: 2026,
    items: [
      {
        vendorId: 9,
        name: 'Sparrow Cleaning Co.',
        taxId: '••••6789',
        box: 'NEC1',
        amount: 7440,
        reportable: true,
        reportableAmount: 7440,
        threshold: 2000,
        reason: null,
      },
    ],
    missingW9: [],
    withoutVendor: [{ name: 'Bob the plumber', box: 'NEC1', amount: 640 }],
    warnings: [],
  },
};
