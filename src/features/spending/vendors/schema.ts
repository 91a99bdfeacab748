import * as z from 'zod';
import { Address, NewAddress } from '../../../lib/address.ts';
import { isMask } from '../../../lib/mask.ts';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import { audited, date, email, filter, flagText, id, idText, line, optional, text } from '../../../lib/wire.ts';
import { isTaxId, taxIdFault, typeShown } from './tax-id-rules.ts';

export const TinType = z
  .enum(['SSN', 'EIN'])
  .meta({ id: 'TinType', description: 'SSN: a social security number or an ITIN. EIN: a number of an organization.' });
export type TinType = z.output<typeof TinType>;

export const TaxClassification = z
  .enum(['Individual', 'Partnership', 'Corporation', 'Exempt', 'Foreign', 'Unknown'])
  .meta({ id: 'TaxClassification', description: 'The tax classification of a vendor, as on Form W-9.' });
export type TaxClassification = z.output<typeof TaxClassification>;

/** The descriptions of a vendor's fields, for requests and responses. */
const SAYS = {
  name: 'The name under which the church knows the vendor.',
  legalName: 'The name on the tax return of the vendor, if it differs from the name.',
  address: 'The postal address of the vendor.',
  memberId: 'The member who is this vendor, such as a member who is paid for playing the organ.',
  tinType: 'The kind of the tax id.',
  taxClassification: 'How the vendor is taxed. It decides whether payments are reported on Form 1099.',
  w9On: 'The day on which the church received Form W-9 from the vendor.',
  isActive: 'Whether new expenses can name the vendor.',
};

/** Without a default, because a request that leaves the tax id out keeps the stored one. */
const newTaxId = z
  .string()
  .trim()
  .refine((value) => value === '' || isMask(value) || isTaxId(value), {
    error: 'must be nine digits, such as 12-3456789 or 123-45-6789',
    params: { code: 'invalid_tax_id' },
  })
  .nullable()
  .optional()
  .meta({
    writeOnly: true,
    description:
      'The tax id of the vendor: nine digits, with or without hyphens. It is stored encrypted. If it is left out or equal to its mask, the stored tax id does not change. Null or an empty text clears it.',
  });

/** Makes the rule about two fields run even if other fields are invalid. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

export const NewVendor = z
  .strictObject({
    name: text(200).describe(SAYS.name),
    legalName: line().describe(SAYS.legalName),
    address: optional(NewAddress).describe(SAYS.address),
    email: optional(email),
    memberId: optional(id).describe(SAYS.memberId),
    taxId: newTaxId,
    tinType: optional(TinType).describe(
      `${SAYS.tinType} If it is left out, the hyphens of the tax id decide: 12-3456789 is an EIN, and 123-45-6789 an SSN.`,
    ),
    taxClassification: TaxClassification.default('Unknown').describe(SAYS.taxClassification),
    w9On: optional(date).describe(`${SAYS.w9On} It must not be in the future.`),
    isActive: z.boolean().default(true).describe(SAYS.isActive),
  })
  .superRefine(
    ({ taxId, tinType }: { taxId?: unknown; tinType?: unknown }, context) => {
      if (typeof taxId !== 'string' || !isTaxId(taxId)) return;
      const fault = taxIdFault(taxId, TinType.safeParse(tinType).data ?? typeShown(taxId));
      if (fault) {
        const { code, message } = fault;
        context.addIssue({ code: 'custom', path: ['taxId'], message, params: { code } });
      }
    },
    { when },
  )
  .meta({ id: 'NewVendor', description: 'The fields of a vendor, as you send them.' });
export type NewVendor = z.output<typeof NewVendor>;

const HIDDEN = 'Null without the permission `finance.manage`.';

export const Vendor = z
  .object({
    id,
    name: z.string().describe(SAYS.name),
    legalName: z.string().nullable().describe(`${SAYS.legalName} ${HIDDEN}`),
    address: Address.nullable().describe(`${SAYS.address} ${HIDDEN}`),
    email: z.string().nullable().describe(`The e-mail address of the vendor. ${HIDDEN}`),
    memberId: id.nullable().describe(`${SAYS.memberId} ${HIDDEN}`),
    taxId: z
      .string()
      .nullable()
      .describe(`The masked tax id: •••• and its last four digits, or only •••• if it cannot be read. ${HIDDEN}`),
    tinType: TinType.nullable().describe(`${SAYS.tinType} ${HIDDEN}`),
    taxClassification: TaxClassification.nullable().describe(`${SAYS.taxClassification} ${HIDDEN}`),
    w9On: date.nullable().describe(`${SAYS.w9On} ${HIDDEN}`),
    isActive: z.boolean().describe(SAYS.isActive),
    ...audited,
  })
  .meta({ id: 'Vendor', description: 'A company or person whom the church pays.' });
export type Vendor = z.output<typeof Vendor>;

/** A warning in the response to a request that was accepted. */
export const VendorWarning = z
  .object({
    code: z.enum(['likely_duplicate']).describe('A stable code for programs.'),
    message: z.string().describe('A message for people.'),
    vendorIds: z.array(id).describe('The vendors who have a similar name, the same e-mail address or the same tax id.'),
  })
  .meta({ id: 'VendorWarning', description: 'Something that somebody should check. The request was accepted anyway.' });
export type VendorWarning = z.output<typeof VendorWarning>;

export const EnteredVendor = Vendor.extend({
  warnings: z.array(VendorWarning).optional().describe('Present only when there is something to check.'),
}).meta({ id: 'EnteredVendor', description: 'A vendor who was just added or changed.' });
export type EnteredVendor = z.output<typeof EnteredVendor>;

export const VendorPage = pageOf(Vendor);

export const VendorQuery = pageQuery({
  sort: ['name', 'createdAt', 'modifiedAt', 'id'],
  filters: {
    search: searchIn('the name'),
    isActive: filter(flagText, 'Only vendors in use (`true`), or only vendors no longer in use (`false`).'),
  },
});
export type VendorQuery = z.output<typeof VendorQuery>;

export const VendorMerge = z
  .strictObject({
    into: id.describe('The vendor who stays.'),
    confirm: z.boolean().default(false).describe('Merge even if the two vendors have different tax ids.'),
  })
  .meta({ id: 'VendorMerge', description: 'The vendor to merge into, and whether you are sure.' });
export type VendorMerge = z.output<typeof VendorMerge>;

export const VendorLink = z
  .strictObject({ name: text(200).describe('The name that somebody typed as the vendor of expenses.') })
  .meta({ id: 'VendorLink', description: 'The typed name whose expenses the vendor gets.' });
export type VendorLink = z.output<typeof VendorLink>;

export const LinkedExpenses = z
  .object({ expenses: z.int().describe('How many expenses the vendor got.') })
  .meta({ id: 'LinkedExpenses', description: 'How many expenses were given to a vendor.' });
export type LinkedExpenses = z.output<typeof LinkedExpenses>;

export const VendorPath = z.strictObject({ id: idText });
