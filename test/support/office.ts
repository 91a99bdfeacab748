/** An app with a mail server beside it. */
import { onTestFinished } from 'vitest';
import { decode } from '../../src/validate.ts';
import { NewMember } from '../../src/features/people/members/schema.ts';
import { createMember } from '../../src/features/people/members/service.ts';
import type { App } from '../../src/app.ts';
import { testApp, type TestApp } from './app.ts';
import { type Mail, type Smtp, startSmtp } from './smtp.ts';

/** An app that writes through a mail server of its own; both are gone when the test is over. */
export async function mailingApp(): Promise<{ app: TestApp; smtp: Smtp }> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return { app: withMail(await testApp(), smtp.url), smtp };
}

/** The same app writing through another mail server. */
export function withMail<A extends App>(app: A, smtpUrl: string): A {
  return { ...app, config: { ...app.config, smtpUrl, mailFrom: 'Grace Church <office@grace.example>' } };
}

/** A member called Mei Lin, unless the fields say otherwise; returns the id. */
export async function addMember(app: App, fields: object = {}): Promise<number> {
  const member = await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }));
  return member.id;
}

/** The first message that came for an address. */
export function firstTo(smtp: Smtp, address: string): Mail {
  const [mail] = smtp.to(address);
  if (!mail) throw new Error(`Nothing came for ${address}.`);
  return mail;
}

type Cut = { content: object; state: 'pending' | 'sending'; recipient?: string };

/** Puts a batch, or one recipient of it, back to where a process that died would have left it. */
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
