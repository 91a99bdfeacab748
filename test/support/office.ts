/** An app with a mail server, and helpers for its members and messages. */
import { onTestFinished } from 'vitest';
import { decode } from '../../src/validate.ts';
import { NewMember } from '../../src/features/people/members/schema.ts';
import { createMember } from '../../src/features/people/members/service.ts';
import type { App } from '../../src/app.ts';
import { testApp, type TestApp } from './app.ts';
import { type Mail, type Smtp, startSmtp } from './smtp.ts';

/** Returns an app with a mail server of its own. Both are removed at the end of the test. */
export async function mailingApp(): Promise<{ app: TestApp; smtp: Smtp }> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return { app: withMail(await testApp(), smtp.url), smtp };
}

/** Returns the app with the mail server at this address. */
export function withMail<A extends App>(app: A, smtpUrl: string): A {
  return { ...app, config: { ...app.config, smtpUrl, mailFrom: 'Grace Church <office@grace.example>' } };
}

/** Adds a member, called Mei Lin unless the fields say otherwise, and returns the id. */
export async function addMember(app: App, fields: object = {}): Promise<number> {
  const member = await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }));
  return member.id;
}

/** Returns the first message to an address. */
export function firstTo(smtp: Smtp, address: string): Mail {
  const [mail] = smtp.to(address);
  if (!mail) throw new Error(`No message to ${address} has arrived.`);
  return mail;
}

type Cut = { content: object; state: 'pending' | 'sending'; recipient?: string };

/** Puts a batch, or only one of its recipients, into the state in which a crashed process would have left it. */
export async function cutOff(app: App, batchId: string, { content, state, recipient }: Cut): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    let rows = db
      .updateTable('notificationLogs')
      .set({ state, sentAt: null, error: null, mayHaveArrived: 0 })
      .where('batchId', '=', batchId);
    if (recipient !== undefined) rows = rows.where('recipient', '=', recipient);
    await rows.execute();
    const batch = { finishedAt: null, content: JSON.stringify(content) };
    await db.updateTable('notificationBatches').set(batch).where('id', '=', batchId).execute();
  });
}
