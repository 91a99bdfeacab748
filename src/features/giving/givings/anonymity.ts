/** Removes the giver from earlier records of a giving that becomes anonymous. */
import type { App } from '../../../app.ts';
import { eraseAnswersAbout } from '../../../db/kept-answers.ts';
import { findGiverMentions, noteOf, redactMentions, withoutGiver } from '../../audit/redaction.ts';
import { record } from '../../audit/service.ts';
import { givingFact } from './rules.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * Records the change of a giving. If the giving becomes anonymous, also removes the giver from the giving's earlier
 * entries in the audit log, marks these entries, and erases the responses about the giving that are stored in case a
 * request is repeated. Must run inside the transaction of the change.
 */
export async function recordUpdate(app: App, before: Giving, after: Giving): Promise<void> {
  const fact = givingFact('GivingUpdated', before, after);
  if (before.isAnonymous || !after.isAnonymous) return record(app, fact);
  const mentions = await findGiverMentions(app, after.id);
  await redactMentions(app, mentions);
  await eraseAnswersAbout(app.db, 'Giving', [after.id]);
  await record(app, { ...fact, changes: { ...(await withoutGiver(app, fact.changes ?? {})), ...noteOf(mentions) } });
}

/**
 * Returns a warning if a giving becomes anonymous and has a note. The note is kept, because only a person can check
 * whether it names the giver.
 */
export function warningsOfNote(before: Giving, { id, isAnonymous, note }: Giving): GivingWarning[] {
  if (before.isAnonymous || !isAnonymous || note === null) return [];
  const message =
    'The giving is anonymous now, but its note was kept and may still name the giver. Read the note, and remove the name if there is one. ' +
    'The audit log keeps the old note.';
  return [{ code: 'note_may_name_giver', message, givingId: id, duplicateOf: null }];
}
