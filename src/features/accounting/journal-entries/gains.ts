/**
 * Keeps the gains and losses of an investment in the order of their days. Each is the difference between the value of a
 * day and what the books said, so a change of an earlier one would make all later ones wrong.
 */
import type { App } from '../../../app.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { findLaterGain, gainCategory, type Holders } from '../../../books/gains.ts';
import { AppError } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import type { StoredLine } from './rules.ts';

/** Raises `value_booked` if a gain or loss of the investment rests on the value of a day; see `findLaterGain`. */
export async function refuseLaterGain(
  app: App,
  holders: Holders,
  at: { date: CalendarDate; id?: number },
): Promise<void> {
  const found = await findLaterGain(app.db, holders, at);
  if (!found) return;
  const { id, date, until } = found;
  throw new AppError(
    'value_booked',
    until === null
      ? `The value of this investment on ${date} is booked already, with adjusting entry ${id}. Nothing was changed. Reverse that entry on its own day first, then enter the values in the order of their days.`
      : `The value of ${date}, adjusting entry ${id}, is reversed on ${until}, so the books have it until then. Nothing was changed. Enter a value of ${until} or later.`,
  );
}

/** Raises `value_booked` for an entry with a gain or loss of an investment if a later one is booked for one of its holders. */
export async function refuseGainBeforeLater(
  app: App,
  { id, date, lines }: { id: number; date: CalendarDate; lines: readonly StoredLine[] },
): Promise<void> {
  const category = await gainCategory(app.db);
  if (!lines.some(({ incomeCategoryId }) => incomeCategoryId !== null && incomeCategoryId === category)) return;
  const accounts = await accountsById(app);
  const holders = new Map<number, number[]>();
  for (const { accountId, fundId } of lines) {
    if (accountId === null || accounts.get(accountId)?.kind !== 'Investment') continue;
    holders.set(accountId, [...(holders.get(accountId) ?? []), fundId ?? GENERAL_FUND]);
  }
  for (const [accountId, fundIds] of holders) await refuseLaterGain(app, { accountId, fundIds }, { date, id });
}
