/** Checks the numbers with which a file names its people: no spreadsheet has changed them, and each means one person. */
import { differ, type PersonName } from '../../../lib/names.ts';
import { emailKeyOf } from '../../../lib/text.ts';

/** A row with the number of its person. `who` is what a message calls the person. */
export type NumberedRow<P> = { line: number; number: string; who: string; email: string | null; person: P };

type Known<P> = {
  /** The numbers that the church has. They are right as they are. */
  stored: ReadonlySet<string>;
  /** Returns the name of a person, or null. */
  nameOf: (person: P) => PersonName | null;
  /** True if the church has the number of a person, and has it for this person. */
  isHolder: (person: P) => boolean;
};

type NumberFault = { code: 'identity_damaged' | 'identity_twice'; message: string };

/** Returns the faults of rows whose number was damaged, or stands beside the names of two people, by line. */
export function numberFaults<P>(rows: readonly NumberedRow<P>[], known: Known<P>): ReadonlyMap<number, NumberFault> {
  const byNumber = new Map<string, NumberedRow<P>[]>();
  for (const row of rows) {
    const others = byNumber.get(row.number);
    if (others) others.push(row);
    else byNumber.set(row.number, [row]);
  }
  const isDamaged = damageIn([...byNumber.keys()], known.stored);
  const faults = new Map<number, NumberFault>();
  for (const [number, own] of byNumber) {
    const fault = isDamaged(number) ? DAMAGED : twice(own, known);
    if (fault) for (const { line } of own) faults.set(line, fault);
  }
  return faults;
}

export const DAMAGED: NumberFault = {
  code: 'identity_damaged',
  message:
    'was changed by a spreadsheet, which takes digits and zeros away; format the column as text and export the file again',
};

/** Returns the fault of rows with one number if they name two people. */
function twice<P>(rows: readonly NumberedRow<P>[], { nameOf, isHolder }: Known<P>): NumberFault | undefined {
  const distinct = new Map<string, NumberedRow<P>>();
  for (const row of rows) {
    const key = `${row.who}\n${row.email}`;
    if (!distinct.has(key)) distinct.set(key, row);
  }
  if (distinct.size < 2) return undefined;
  const people = [...distinct.values()].map((row) => {
    return { ...row, name: nameOf(row.person), isHolder: isHolder(row.person) };
  });
  for (const [at, one] of people.entries()) {
    const other = people.slice(at + 1).find((two) => !(one.isHolder && two.isHolder) && areTwo(one, two));
    if (!other) continue;
    const message = `means both ${one.who} in line ${one.line} and ${other.who} in line ${other.line}; correct the number or the name`;
    return { code: 'identity_twice', message };
  }
  return undefined;
}

type Named = { name: PersonName | null; email: string | null };

function areTwo(one: Named, other: Named): boolean {
  if (one.name === null || other.name === null) return false;
  if (one.email !== null && other.email !== null && emailKeyOf(one.email) === emailKeyOf(other.email)) return false;
  return differ(one.name, other.name);
}

/** A number as a spreadsheet writes an amount: `8.11E+11`, or `101.0`. */
const AMOUNT = /^\d+(?:[.,]\d+)?E\+?\d+$|^\d+[.,]0+$/i;
const LONG = /^\d{16,}$/;
/** A long number of which a spreadsheet has kept fifteen digits. */
const ROUNDED = /^\d{15}0+$/;
const PADDED = /^0\d+$/;

/**
 * Returns a function that tells whether a spreadsheet has changed a number of a column: it is written as an amount, its
 * digits after the fifteenth are zeros, or it lacks the zeros with which others begin. One long number in ten ends in a zero
 * by chance, so a single zero counts only if all long numbers end so.
 */
export function damageIn(numbers: readonly string[], stored: ReadonlySet<string>): (number: string) => boolean {
  const areRounded = numbers.every((number) => !LONG.test(number) || ROUNDED.test(number));
  const widest = Math.max(0, ...numbers.filter((number) => PADDED.test(number)).map(({ length }) => length));
  const bare = new Set([...stored].filter((number) => PADDED.test(number)).map((number) => number.replace(/^0+/, '')));
  return (number) => {
    if (stored.has(number)) return false;
    if (AMOUNT.test(number) || bare.has(number)) return true;
    if (ROUNDED.test(number) && (areRounded || number.endsWith('00'))) return true;
    return /^[1-9]\d*$/.test(number) && number.length < widest;
  };
}
