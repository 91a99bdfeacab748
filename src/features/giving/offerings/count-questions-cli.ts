/** Asks at the terminal for what was counted in a session. */
import { ask, isInteractive } from '../../../cli/kit/prompt.ts';
import { type Minor, plainMoney, toDecimal } from '../../../lib/money.ts';
import { countedAmount } from '../../../lib/typed-amount.ts';
import { check } from '../../../validate.ts';
import { type Session, SessionCounts } from './schema.ts';

const NOT_AN_AMOUNT = 'Type an amount, such as 145.50 or 12+8.50, or nothing.';

/**
 * Returns the counts that the person enters, in the form of the API. Enter keeps what is stored. Without a terminal,
 * returns nothing.
 */
export async function askCounts(session: Session): Promise<Record<string, unknown>> {
  if (!isInteractive()) return {};
  const attendance = await put('How many people attended:', session.sundayAttendanceCount, attendanceFault);
  const cash = await put('Cash that was counted:', textOf(session.countedCash), amountFault);
  const checks = await put('Checks that were counted:', textOf(session.countedChecks), amountFault);
  const counters = await put('Names of the counters, with commas:', session.countedBy.join(', '), countersFault);
  return {
    ...(attendance !== '' && { sundayAttendanceCount: Number(attendance) }),
    ...(cash !== '' && { countedCash: decimalIn(cash) }),
    ...(checks !== '' && { countedChecks: decimalIn(checks) }),
    countedBy: namesIn(counters),
  };
}

async function put(message: string, stored: string | number | null, fault: (answer: string) => string | undefined) {
  const answer = await ask(undefined, '', message, { fallback: String(stored ?? ''), fault });
  return answer.trim();
}

const textOf = (amount: Minor | null) => (amount === null ? null : plainMoney(amount));

const namesIn = (text: string): string[] =>
  text
    .split(/[,，、]/)
    .map((name) => name.trim())
    .filter(Boolean);

function amountFault(answer: string): string | undefined {
  return answer.trim() === '' || countedAmount(answer) !== null ? undefined : NOT_AN_AMOUNT;
}

function decimalIn(answer: string): number | null {
  const amount = countedAmount(answer);
  return amount === null ? null : toDecimal(amount);
}

function attendanceFault(answer: string): string | undefined {
  return /^\d{0,6}$/.test(answer.trim()) ? undefined : 'Type a whole number, or nothing.';
}

function countersFault(answer: string): string | undefined {
  const checked = check(SessionCounts.shape.countedBy, namesIn(answer));
  return 'errors' in checked ? `A name ${checked.errors[0]?.message}.` : undefined;
}
