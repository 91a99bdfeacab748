/** Examples for the API document, by the name of the schema. */
import { audited, type Examples, list } from '../../../lib/examples.ts';

const due = { recipient: '2027-02-01', paper: '2027-02-01', electronic: '2027-02-01' };

const recipient = { name: 'Sparrow Cleaning Co.', taxId: '••••6789' };

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
    forms: [
      {
        form: '1099-NEC',
        vendorId: 9,
        need: 'CorrectAmounts',
        ...recipient,
        filed: { filedOn: '2027-01-20', ...recipient },
        boxes: [{ box: 'NEC1', filed: 7200, now: 7440, difference: 240 }],
      },
    ],
    boxes: [{ box: 'NEC1', form: '1099-NEC', number: '1', name: 'Nonemployee compensation', isChecked: false, due }],
    warnings: [],
  },
  NewForm1099Filing: { year: 2026, filedOn: '2027-01-20', vendorIds: [9] },
  Form1099FilingList: list({
    id: 1,
    year: 2026,
    vendorId: 9,
    box: 'NEC1',
    amount: 7200,
    ...recipient,
    filedOn: '2027-01-20',
    ...audited,
  }),
};
