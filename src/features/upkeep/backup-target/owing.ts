/** Notes after which facts the books are sent off this computer, in the transaction of the fact. */
import type { App } from '../../../app.ts';
import type { Fact } from '../../audit/rules.ts';
import { oweBooks } from './queries.ts';

/**
 * The facts, and the wish of the church that they concern. The numbers of statements are sent like a finalized month, so that
 * no number is given twice after a restore.
 */
const WISHES: Readonly<Record<string, 'afterSubmit' | 'afterFinalize'>> = {
  OfferingSessionSubmitted: 'afterSubmit',
  MonthlyStatementFinalized: 'afterFinalize',
  ContributionStatementIssued: 'afterFinalize',
};

/** Notes that the books are to be sent if one of these facts asks for it. Must run in the transaction of the facts. */
export async function oweAfter(app: App, facts: readonly Fact[]): Promise<void> {
  const wishes = new Set(facts.map(({ action }) => WISHES[action]).filter((wish) => wish !== undefined));
  for (const wish of wishes) await oweBooks(app.db, wish);
}
