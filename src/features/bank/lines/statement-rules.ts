/** Decides which statement of a file belongs to an account. */
import type { BankStatement } from '../files/statement.ts';

/**
 * Returns the statement of the account that has one of the known numbers, or a sentence that says why there is none. A
 * number that the file or Vestry does not know, agrees with any number.
 */
export function statementFor(
  statements: readonly BankStatement[],
  numbers: readonly (string | null)[],
): BankStatement | string {
  const known = numbers.filter((number) => number !== null && digits(number) !== '');
  const fits = ({ accountNumber }: BankStatement) =>
    accountNumber === null || known.length === 0 || known.some((number) => isSame(number ?? '', accountNumber));
  const [first, ...more] = statements.filter(fits);
  if (first && more.length === 0) return first;
  const named = statements.map(({ accountNumber }) => masked(accountNumber ?? '')).join(', ');
  if (statements.length === 0) return 'The file has no statement.';
  if (first) return `The file has the statements of several accounts: ${named}. Give the account its number first.`;
  return `The file is of the account ${named}, not of ${known.map((number) => masked(number ?? '')).join(' or ')}.`;
}

const digits = (number: string) => number.replaceAll(/\W/g, '').toLowerCase();

/** How many last digits of an account number a bank shows in some files. */
const SHOWN = 4;

/** True if two numbers agree, as far as the shorter one goes. Some banks show the last four digits only. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [digits(one).replace(/^[x0]+/, ''), digits(other).replace(/^[x0]+/, '')];
  const length = Math.min(a.length, b.length);
  return length >= SHOWN ? a.slice(-length) === b.slice(-length) : a === b;
}

const masked = (number: string) => `…${digits(number).slice(-SHOWN)}`;
