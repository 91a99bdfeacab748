/** Removes a giver who wishes to become anonymous from earlier records of the giving. */
import type { App } from '../../../app.ts';
import { eraseAnswersAbout } from '../../../db/kept-answers.ts';
import { findGiverMentions, noteOf, redactMentions, withoutGiver } from '../../audit/redaction.ts';
import { record } from '../../audit/service.ts';
import { givingFact } from './rules.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * Records the change of a giving. If it becomes anonymous, the giver is removed from its earlier audit entries, which
 * are marked, and from answers stored for repeated requests. Must run inside the transaction of the change.
 */
export async function recordUpdate(app: App, before: Giving, after: Giving): Promise<void> {
  const fact = givingFact('GivingUpdated', before, after);
  if (before.isAnonymous || !after.isAnonymous) return record(app, fact);
  const mentions = await findGiverMentions(app, after.id);
  await redactMentions(app, mentions);
  await eraseAnswersAbout(app.db, 'Giving', [after.id]);
  await record(app, { ...fact, changes: { ...(await withoutGiver(app, fact.changes ?? {})), ...noteOf(mentions) } });
}

/** A giving that becomes anonymous keeps its note, and only a person can check it for a name. */
export function warningsOfNote(before: Giving, { id, isAnonymous, note }: Giving): GivingWarning[] {
  if (before.isAnonymous || !isAnonymous || note === null) return [];
  const message =
    'The giving is anonymous now, but its note was kept and may still name the giver. Read the note, and change it if it does. ' +
    'The audit log keeps the old note.';
  return [{ code: 'note_may_name_giver', message, givingId: id, duplicateOf: null }];
}
