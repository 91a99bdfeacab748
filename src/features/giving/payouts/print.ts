import { counted } from '../../../lib/text.ts';
import { formatMoney, negateMoney } from '../../../lib/money.ts';
import { shownRows } from '../../imports/file-cli.ts';
import { namedLines, printGiftNotes, printWithoutGiver } from '../givings/print.ts';
import type { PayoutImport } from './schema.ts';

const LEFT_OUT: Record<PayoutImport['plan']['leaveOut'][number]['reason'], string> = {
  other_currency: 'in another currency',
  pending: 'not settled yet, or only held',
  failed: 'failed',
};

/** Returns the result of an import of payouts as text for the terminal. */
export function printPayouts(result: PayoutImport): string {
  const { dryRun, importId, plan } = result;
  const { create, skip, total, refunds, regained, fees, payouts, openPoints, moved, leaveOut } = plan;
  const some = ({ count, total: sum }: typeof fees, one: string, many: string) =>
    count === 0 ? [] : [`${counted(count, one, many)} of ${formatMoney(sum)}`];
  const booked = [
    `gifts of ${formatMoney(total)}`,
    ...some(refunds, 'refund or chargeback', 'refunds or chargebacks'),
    ...some(regained, 'gift that came back', 'gifts that came back'),
    ...some(fees, 'day of fees', 'days of fees'),
  ];
  const lines = [
    `${counted(create, 'row')} ${dryRun ? 'would be ' : ''}booked, ${skip} skipped because they were imported before.`,
    `Booked: ${booked.join(', ')}.`,
    ...shownRows(
      'Payouts:',
      payouts.map(({ payout, date, amount }) => {
        const way =
          amount < 0 ? `${formatMoney(negateMoney(amount))} back from the bank` : `${formatMoney(amount)} to the bank`;
        return `${date}: ${way}${payout === null ? '' : ` (${payout})`}`;
      }),
    ),
    ...shownRows(
      'Nothing is booked for these; they stay in the account of the service:',
      openPoints.map(
        ({ line, charge, amount }) => `line ${line}: ${formatMoney(amount)} (${charge ?? 'no payment named'})`,
      ),
    ),
    ...shownRows(
      'The month is finalized, so these are booked later:',
      moved.map(({ line, day, date }) => `line ${line}: ${day} on ${date}`),
    ),
    ...leaveOut.map(({ reason, count, lines: where }) => {
      return `Left out, because ${LEFT_OUT[reason]}: ${counted(count, 'row')} (${namedLines(where)}).`;
    }),
    ...printWithoutGiver(plan.withoutGiver),
    ...printGiftNotes(result),
  ];
  if (importId !== null) lines.push(`To undo this import: vestry import undo ${importId}`);
  if (dryRun) lines.push('This was a dry run: nothing was written.');
  return lines.join('\n');
}
