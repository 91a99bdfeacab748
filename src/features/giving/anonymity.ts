/** A giver who wants no name after all is taken out of what was kept of the giving before. */
import type { App } from '../../app.ts';
import { findGiverMentions, noteOf, redactMentions, withoutGiver } from '../audit/redaction.ts';
import { record } from '../audit/service.ts';
import { eraseKeptGiver } from './queries.ts';
import { givingFact } from './rules.ts';
import type { Giving } from './schema.ts';

/**
 * Records the change of a giving. Where it turns anonymous, the giver goes out of its earlier audit entries, which are
 * marked, and out of answers kept for repeated requests. Must run inside the transaction of the change.
 */
export async function recordUpdate(app: App, before: Giving, after: Giving): Promise<void> {
  const fact = givingFact('GivingUpdated', before, after);
  if (before.isAnonymous || !after.isAnonymous) return record(app, fact);
  const mentions = await findGiverMentions(app, after.id);
  await redactMentions(app, mentions);
  await eraseKeptGiver(app.db, after.id);
  await record(app, { ...fact, changes: { ...withoutGiver(fact.changes ?? {}), ...noteOf(mentions) } });
}
