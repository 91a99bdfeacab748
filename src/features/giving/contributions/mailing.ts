/**
 * Sends the statements of a year by e-mail. Each statement goes to the first of its recipients who lives, is not deleted
 * and has an e-mail address.
 */
import type { App } from '../../../app.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { type Contact, findContacts } from '../../people/members/contacts.ts';
import { membersAwaiting, sendBatch } from '../../messages/batches.ts';
import { emailRecipient, type Recipients } from '../../messages/email/recipients.ts';
import type { Progress, SendResult } from '../../messages/schema.ts';
import { mailSetup } from '../../messages/mail/setup.ts';
import { getLetterhead, today } from '../../church/profile/service.ts';
import type { LetterContent, LetterTexts } from './letter.ts';
import { peopleOfGivers } from './service.ts';
import { readTextsFor } from './texts.ts';

type Mailing = {
  language: Locale | 'byName' | undefined;
  progress?: Progress;
  /** Only these givers. If it is left out, all givers of the year. */
  giverIds?: readonly number[];
};

/**
 * Sends the statements of a calendar year. Skips a giver if every person on the statement died, is deleted or has no
 * e-mail address, or if an earlier letter with the statement waits to be sent. The result lists the skipped givers. Raises `not_configured` if e-mail is not set up.
 */
export async function mailStatements(app: App, year: number, mailing: Mailing): Promise<SendResult> {
  const { language, progress, giverIds } = mailing;
  await mailSetup(app);
  const church = await getLetterhead(app);
  const content: LetterContent = { year, language: language ?? church.locale };
  const { subject, interimSubject } = readTextsFor(church.country, church.locale, 'contribution-letter') as LetterTexts;
  const isOver = (await today(app)) > `${year}-12-31`;
  const batch = {
    channel: 'Email',
    kind: 'ContributionStatement',
    subject: fill(isOver ? subject : interimSubject, { year }),
    content,
  } as const;
  return sendBatch(app, { ...batch, ...(await resolveGivers(app, year, giverIds)) }, progress);
}

async function resolveGivers(app: App, year: number, giverIds?: readonly number[]) {
  const wanted = giverIds && new Set(giverIds);
  const all = await peopleOfGivers(app, year);
  // The first person on a statement is the giver.
  const givers = wanted ? all.filter(([giver]) => giver !== undefined && wanted.has(giver)) : all;
  const contacts = await findContacts(app, givers.flat());
  const awaiting = new Set(await membersAwaiting(app, 'ContributionStatement', year));
  const { recipients, skipped }: Recipients = { recipients: [], skipped: [] };
  for (const people of givers) {
    const known = people.flatMap((id) => contacts.get(id) ?? []);
    const live = known.filter(({ isDeleted, isDeceased }) => !isDeleted && !isDeceased);
    const reached = live.find(({ email }) => email !== null);
    if (reached && awaiting.has(reached.id)) skipped.push({ memberId: people[0] ?? 0, reason: 'waiting' });
    else if (reached?.email != null) recipients.push(emailRecipient(reached.email, reached.id));
    else skipped.push({ memberId: people[0] ?? 0, reason: live.length > 0 ? 'no_address' : whyNobody(known) });
  }
  return { recipients, skipped };
}

/** Returns why nobody on a statement gets a letter. */
const whyNobody = (people: readonly Contact[]) =>
  people.some(({ isDeceased }) => isDeceased) ? 'deceased' : 'deleted';
