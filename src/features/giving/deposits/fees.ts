import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';
import type { Minor } from '../../../lib/money.ts';

/** A fee that was kept from a deposit: its day, the account that pays it, and a text for its description. */
export type Fee = { date: string; accountId: number; amount: Minor; description: string };

/** Enters the fee of a deposit as a paid expense, inside the transaction of the deposit. The room of expenses declares it. */
export const DEPOSIT_FEES: Point<(app: App, fee: Fee) => Promise<void>> = { name: 'how fees of deposits are entered' };
