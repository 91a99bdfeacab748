/**
 * What a caller sees of money that came in. A bank writes the giver's name into the text of a line, and people type it
 * into references and notes, so whoever may not read givings sees only the day, the amount and the kind.
 */
import { type Actor, can } from '../../../permissions.ts';
import type { BankLine, ShownLine } from './schema.ts';

/** Returns a function that is true for money whose texts the actor may not read: what came in, and gifts that were refunded. */
export function hidesTexts(actor: Actor): (money: { amount: number; type?: string }) => boolean {
  const mayRead = can(actor, 'giving.read');
  return ({ amount, type }) => !mayRead && (amount > 0 || type === 'Giving');
}

/** Returns a line as the actor may see it. */
export function shownTo<L extends BankLine>(actor: Actor, line: L): Omit<L, 'description'> & ShownLine {
  return hidesTexts(actor)(line) ? { ...line, description: null, checkNumber: null, bankId: null } : line;
}
