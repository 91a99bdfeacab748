import * as z from 'zod';
import { date, id, idText, money, optional, positiveMoney, countedMoney, warnings } from '../../../lib/wire.ts';

const SAYS = {
  date: 'The day of the value, such as the end of the period on the statement of the broker.',
  value: 'What the investment was worth at the end of that day, after the fee.',
  fee: 'What the broker kept since the last value.',
  fundId: 'The fund whose part of the account is worth that much.',
};

export const NewValuation = z
  .strictObject({
    date: date.describe(`${SAYS.date} It must not be later than tomorrow in the time zone of the church.`),
    value: countedMoney.describe(SAYS.value),
    fee: optional(positiveMoney).describe(SAYS.fee),
    fundId: optional(id).describe(
      `${SAYS.fundId} If it is left out, the value is that of the whole account, and each fund has its share of the gain or loss.`,
    ),
  })
  .meta({ id: 'NewValuation', description: 'What an Investment account is worth, as you send it.' });
export type NewValuation = z.output<typeof NewValuation>;

export const Valuation = z
  .object({
    id: id.describe('The adjusting entry that books the gain or loss and the fee.'),
    accountId: id.describe('The account.'),
    accountName: z.string().describe('The name of the account.'),
    date: date.describe(SAYS.date),
    book: money.describe('What the books said before.'),
    value: money.describe(SAYS.value),
    fee: money.describe(`${SAYS.fee} 0 if there was none.`),
    gain: money.describe('`value` plus `fee` less `book`. Negative for a loss.'),
    fundId: id.nullable().describe(`${SAYS.fundId} Null for the whole account.`),
    warnings: warnings('below_zero'),
  })
  .meta({ id: 'Valuation', description: 'The value of an Investment account on a day, as it was booked.' });
export type Valuation = z.output<typeof Valuation>;

export const ValuationPath = z.strictObject({ id: idText });
