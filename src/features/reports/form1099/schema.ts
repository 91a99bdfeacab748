import * as z from 'zod';
import { Form1099Box } from '../../../books/form1099.ts';
import { audited, date, id, money, wholeNumberText } from '../../../lib/wire.ts';

export const Form1099Query = z.strictObject({
  year: wholeNumberText(1900, 2998).describe('The calendar year of the payments.'),
});
export type Form1099Query = z.output<typeof Form1099Query>;

/** Why an amount is not reported. */
export const NotReported = z.enum(['corporation', 'exempt', 'foreign', 'below_threshold']);
export type NotReported = z.output<typeof NotReported>;

const vendor = {
  vendorId: id.describe('The vendor.'),
  name: z.string().describe('The name of the vendor.'),
};

/** The days by which the form for a box is due. */
const Due = z
  .object({
    recipient: date.describe("The recipient's copy."),
    paper: date.describe('The copy for the IRS, on paper.'),
    electronic: date.describe('The copy for the IRS, if it is filed electronically.'),
  })
  .meta({ id: 'Form1099Due', description: 'The days by which a form is due. None is on a weekend or legal holiday.' });
export type Due = z.output<typeof Due>;

const PrintedBox = z
  .object({
    box: Form1099Box.describe('The box of Form 1099.'),
    form: z.string().describe('The form, such as `1099-NEC`.'),
    number: z.string().describe('The number of the box on the form.'),
    name: z.string().describe('The name of the box, as the IRS prints it.'),
    isChecked: z
      .boolean()
      .describe('Whether the name was compared with the form of this year. If not, check it before you file.'),
    due: Due.describe('The days by which the form is due.'),
  })
  .meta({ id: 'Form1099PrintedBox', description: 'A box of Form 1099 for the payments of a year.' });
export type PrintedBox = z.output<typeof PrintedBox>;

export const Form1099Item = z
  .object({
    vendorId: id.describe('The vendor whose details go on the form: of several, the one with the latest Form W-9.'),
    name: z.string().describe('The name of this vendor.'),
    vendors: z.array(z.object(vendor)).describe('All vendors with this tax id who were paid in the year, by name.'),
    taxId: z
      .string()
      .nullable()
      .describe('The masked tax id. Null if there is none, and without the permission `finance.manage`.'),
    box: Form1099Box.describe('The box of Form 1099.'),
    due: Due.describe('The days by which the form is due.'),
    amount: money.describe('What was paid to these vendors in the year, less refunds.'),
    reportable: z.boolean().describe('Whether the church must report an amount in this box.'),
    reportableAmount: money.describe(
      'The amount to report; 0 if there is none. For a corporation in the box NEC1, this is what was paid for legal services.',
    ),
    threshold: money.describe('The amount from which payments in this box are reported for the year.'),
    reason: NotReported.nullable().describe(
      'Why nothing is reported. corporation: payments to corporations are reported only for legal and medical services. exempt, foreign: payments to such vendors are not reported on Form 1099. Null for a reportable amount.',
    ),
  })
  .meta({
    id: 'Form1099Item',
    description: 'What the vendors of one tax id were paid in a year, for a box of Form 1099.',
  });
export type Form1099Item = z.output<typeof Form1099Item>;

export const PaidWithoutVendor = z
  .object({
    name: z
      .string()
      .describe(
        'Whom the expenses pay: the person paid back, or else the vendor as somebody typed it. Empty if nobody is named.',
      ),
    box: Form1099Box.describe('The box of Form 1099.'),
    amount: money.describe('What was paid in the year, less refunds.'),
  })
  .meta({
    id: 'PaidWithoutVendor',
    description: 'What was paid in a year, for a box of Form 1099, to nobody in the list of vendors.',
  });
export type PaidWithoutVendor = z.output<typeof PaidWithoutVendor>;

/** Something about the vendors of the report that somebody should check. */
export const Form1099Warning = z
  .object({
    code: z.enum(['same_tax_id', 'salaried_member']).describe('A stable code for programs.'),
    vendorIds: z.array(id).describe('The vendors, by name. Empty for somebody who is not in the list of vendors.'),
    names: z.array(z.string()).describe('The names of the vendors, or of the person.'),
    message: z.string().describe('A message for people.'),
  })
  .meta({
    id: 'Form1099Warning',
    description: 'Something about the vendors of the report that somebody should check.',
  });
export type Form1099Warning = z.output<typeof Form1099Warning>;

const onForm = {
  name: z.string().describe('The name on the form.'),
  taxId: z
    .string()
    .nullable()
    .describe('The masked tax id on the form. Null if there is none, and without the permission `finance.manage`.'),
};

/** A form of a recipient that was filed, or must be. */
export const Form1099Form = z
  .object({
    form: z.string().describe('The form, such as `1099-NEC`.'),
    vendorId: id.describe('The vendor of the form, to be named when the form is recorded as filed.'),
    need: z
      .enum(['None', 'File', 'CorrectAmounts', 'CorrectRecipient'])
      .describe(
        'What to do. None: the form was filed and is right. File: it is due and was not filed. CorrectAmounts: file it once more, marked CORRECTED, with the amounts of now. CorrectRecipient: file two forms, one marked CORRECTED with the recipient as filed and 0 for all amounts, and one without the mark with the recipient and the amounts of now.',
      ),
    ...onForm,
    filed: z
      .object({ filedOn: date.describe('The day on which the form was filed last.'), ...onForm })
      .nullable()
      .describe('What was filed last. Null if the form was not filed.'),
    boxes: z
      .array(
        z.object({
          box: Form1099Box.describe('The box of Form 1099.'),
          filed: money.nullable().describe('The amount that was filed last. Null if the form was not filed.'),
          now: money.describe('The amount to report now; 0 if there is none.'),
          difference: money.nullable().describe('`now` less `filed`. Null if the form was not filed.'),
        }),
      )
      .describe('The boxes in which something was filed or is to be reported.'),
  })
  .meta({ id: 'Form1099Form', description: 'A form of a recipient for a year that was filed, or must be.' });
export type Form1099Form = z.output<typeof Form1099Form>;

export const NewForm1099Filing = z
  .strictObject({
    year: z.int().min(1900).max(2998).describe('The calendar year of the payments.'),
    filedOn: date.describe(
      'The day on which the forms were filed: on or after December 31 of the year, and not in the future.',
    ),
    vendorIds: z
      .array(id)
      .min(1)
      .max(1000)
      .optional()
      .describe(
        'The vendors whose forms were filed. If it is left out, all forms that must be filed or corrected were.',
      ),
  })
  .meta({ id: 'NewForm1099Filing', description: 'Forms 1099 of a year that were filed.' });
export type NewForm1099Filing = z.output<typeof NewForm1099Filing>;

export const Form1099Filing = z
  .object({
    id: id.describe('The id of the record.'),
    year: z.int().describe('The calendar year of the payments.'),
    vendorId: id.describe('The vendor of the form.'),
    box: Form1099Box.describe('The box of Form 1099.'),
    amount: money.describe('The amount that was filed.'),
    ...onForm,
    filedOn: date.describe('The day on which it was filed.'),
    ...audited,
  })
  .meta({
    id: 'Form1099Filing',
    description: 'What was filed for a box of a form. A later one of the same year, vendor and box is a correction.',
  });
export type Form1099Filing = z.output<typeof Form1099Filing>;

export const Form1099FilingList = z
  .object({ items: z.array(Form1099Filing).describe('What was filed, in the order in which it was recorded.') })
  .meta({ id: 'Form1099FilingList', description: 'What was filed on Form 1099.' });
export type Form1099FilingList = z.output<typeof Form1099FilingList>;

export const Form1099Report = z
  .object({
    year: z.int().describe('The calendar year.'),
    items: z.array(Form1099Item).describe('All vendors with payments for a box, by name and box.'),
    missingW9: z
      .array(z.object(vendor))
      .describe('The vendors with a reportable amount whose tax id, its type or Form W-9 is missing.'),
    withoutVendor: z
      .array(PaidWithoutVendor)
      .describe(
        'What was paid to nobody in the list of vendors, by name and box. It is in none of the items. `POST /api/vendors/{id}/link` gives it to a vendor.',
      ),
    reimbursed: z
      .array(PaidWithoutVendor)
      .describe(
        'What people were paid back for buying from somebody else, by name and box. It is in none of the items, because reimbursements under an accountable plan are not reported.',
      ),
    forms: z
      .array(Form1099Form)
      .describe(
        'The forms that must be filed, those that were filed, and whether a corrected form is needed, by name.',
      ),
    boxes: z.array(PrintedBox).describe('The boxes, with their names and due days.'),
    warnings: z
      .array(Form1099Warning)
      .describe(
        'same_tax_id: several vendors have one tax id. Merge them, or correct a tax id that is wrong. salaried_member: somebody was also paid a salary. What an employee is paid for work belongs on Form W-2.',
      ),
  })
  .meta({ id: 'Form1099Report', description: 'Payments to vendors in a calendar year, for Form 1099.' });
export type Form1099Report = z.output<typeof Form1099Report>;
