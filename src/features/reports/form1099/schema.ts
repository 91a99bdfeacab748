import * as z from 'zod';
import { Form1099Box } from '../../../books/form1099.ts';
import { id, money, wholeNumberText } from '../../../lib/wire.ts';

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

export const Form1099Item = z
  .object({
    ...vendor,
    taxId: z
      .string()
      .nullable()
      .describe('The masked tax id. Null if there is none, and without the permission `finance.manage`.'),
    box: Form1099Box.describe('The box of Form 1099.'),
    amount: money.describe('What was paid in the year, less refunds.'),
    reportable: z.boolean().describe('Whether the church must report an amount in this box.'),
    reportableAmount: money.describe(
      'The amount to report; 0 if there is none. For a corporation in the box NEC1, this is what was paid for legal services.',
    ),
    threshold: money.describe('The amount from which payments in this box are reported for the year.'),
    reason: NotReported.nullable().describe(
      'Why nothing is reported. corporation: payments to corporations are reported only for legal and medical services. exempt, foreign: payments to such vendors are not reported on Form 1099. Null for a reportable amount.',
    ),
  })
  .meta({ id: 'Form1099Item', description: 'What a vendor was paid in a year, for a box of Form 1099.' });
export type Form1099Item = z.output<typeof Form1099Item>;

export const Form1099Report = z
  .object({
    year: z.int().describe('The calendar year.'),
    items: z.array(Form1099Item).describe('All vendors with payments for a box, by name and box.'),
    missingW9: z
      .array(z.object(vendor))
      .describe('The vendors with a reportable amount whose tax id or Form W-9 is missing.'),
  })
  .meta({ id: 'Form1099Report', description: 'Payments to vendors in a calendar year, for Form 1099.' });
export type Form1099Report = z.output<typeof Form1099Report>;
