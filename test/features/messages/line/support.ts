/** A church with a LINE server on loopback, and a function that calls the webhook as LINE would. */
import { onTestFinished } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { receiveWebhook } from '../../../../src/features/messages/line/webhook.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { type Line, LINE_SECRET, LINE_TOKEN, sign, startLine, webhookBody } from '../../../support/line.ts';

export type Church = {
  app: TestApp;
  line: Line;
  /** The service log as JSON. */
  logged: string[];
  /** Calls the webhook with events and waits until they are processed. */
  call: (...events: unknown[]) => Promise<void>;
  addMember: (firstName?: string, chineseName?: string) => Promise<number>;
};

export async function church(): Promise<Church> {
  const line = await startLine();
  const made = await testApp();
  onTestFinished(() => line.close());
  const logged: string[] = [];
  const note = (fields: object, message: string) => {
    const { err, ...rest } = fields as { err?: Error };
    logged.push(JSON.stringify([message, rest, err?.stack]));
  };
  const app: TestApp = { ...made, config: configFor(made, line), log: { info: note, warn: note, error: note } };
  const call = async (...events: unknown[]) => {
    await post(app, webhookBody(events));
    await app.background.settled();
  };
  const addMember = async (firstName = 'Mei', chineseName?: string) =>
    (await createMember(app, decode(NewMember, { firstName, lastName: 'Lin', chineseName: chineseName ?? null }))).id;
  return { app, line, logged, call, addMember };
}

export const configFor = ({ config }: App, line: Line) => ({
  ...config,
  lineApiBase: line.url,
  lineChannelAccessToken: LINE_TOKEN,
  lineChannelSecret: LINE_SECRET,
});

/** Passes a body to the webhook with its valid signature. */
export function post(app: App, body: string): Promise<unknown> {
  return receiveWebhook(app, sign(LINE_SECRET, body), async () => Buffer.from(body));
}
