/** The letter about a count that was reopened, to those whose work may change now. */
import type { App } from '../../../app.ts';
import { signedMoney } from '../../../lib/currency.ts';
import { dateInWords } from '../../../lib/date-text.ts';
import { fill } from '../../../lib/template.ts';
import { readTexts } from '../../../package.ts';
import { getUsers } from '../../access/users/service.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { queueLetter } from '../../messages/email/queue.ts';
import type { Session } from './schema.ts';

/** The texts of `templates/LOCALE/reopened-letter.json`. */
type Texts = Record<'subject' | 'body' | 'unknownTotal', string>;

/**
 * Queues a letter to the accounts that typed and submitted the count of a session that was just reopened. It names no
 * giver. Does nothing if the church has not set up e-mail. Must run inside a transaction.
 */
export async function tellCounters(app: App, { date, counts, givings }: Session): Promise<void> {
  const count = counts.at(-1);
  if (!count) return;
  const church = await getLetterhead(app);
  const texts = readTexts(church.locale, 'reopened-letter') as Texts;
  const total = count.total === null ? texts.unknownTotal : signedMoney(count.total, church.currency);
  const values = { date: dateInWords(date, church.locale), total, by: count.reopenedByName, reason: count.reason };
  const ids = [count.submittedBy, ...givings.map(({ createdBy }) => createdBy)].filter((id) => id !== null);
  const users = (await getUsers(app, [...new Set(ids)])).filter(({ isActive }) => isActive);
  await queueLetter(app, {
    subject: fill(texts.subject, { ...values, church: church.name }),
    body: fill(texts.body, values),
    locale: church.locale,
    emails: users.map(({ email }) => email),
  });
}
