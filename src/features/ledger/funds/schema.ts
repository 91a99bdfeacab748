import * as z from 'zod';
import { FundClass } from '../../../books/fund-classes.ts';
import { audited, id, idText, items, line, nameZh, newNameZh, text } from '../../../lib/wire.ts';

const PURPOSE = 'One sentence that says what the money of the fund may be spent on.';
const RELEASES = 'The Loan accounts whose principal the fund is for: paying it back releases the money of the fund.';
const ACTIVE = 'Whether new categories and expenses may use the fund.';

export const NewFund = z
  .strictObject({
    name: text(100),
    nameZh: newNameZh,
    class: FundClass.describe('What kind of money is in the fund. There is only one General fund.'),
    purpose: line(500).describe(PURPOSE),
    releasesAccountIds: z
      .array(id)
      .max(100)
      .optional()
      .describe(`${RELEASES} Only for Restricted and Designated funds. If it is left out, it does not change.`),
    isActive: z.boolean().default(true).describe(ACTIVE),
  })
  .meta({ id: 'NewFund', description: 'A fund, as you send it.' });
export type NewFund = z.output<typeof NewFund>;

export const Fund = z
  .object({
    id,
    name: z.string(),
    nameZh,
    class: FundClass.describe('What kind of money is in the fund.'),
    purpose: z.string().nullable().describe(PURPOSE),
    releasesAccountIds: z.array(id).describe(RELEASES),
    isActive: z.boolean().describe(ACTIVE),
    ...audited,
  })
  .meta({ id: 'Fund', description: 'Money that the books keep apart because of its purpose or its owner.' });
export type Fund = z.output<typeof Fund>;

export const Funds = items(Fund);
export const FundPath = z.strictObject({ id: idText });
