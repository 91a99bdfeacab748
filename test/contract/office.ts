/** Helpers for the tests of messages. They run a service with a fake mail server and a fake LINE service. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Books, type Json, type Staff, addMember, done, openBooks } from './books.ts';
import { ofFile } from '../support/worker-service.ts';
import { rawRequest, uniqueEmail } from './support.ts';
import type { Answer, startDaemon } from '../support/daemon.ts';
import {
  LINE_SECRET,
  LINE_TOKEN,
  type Line,
  type LineEvent,
  joinEvent,
  leaveEvent,
  lineId,
  messageEvent,
  sign,
  startLine,
  webhookBody,
} from '../support/line.ts';
import { until } from '../support/loopback.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';

export const FROM = 'office@church.example';
export const WEBHOOK = '/api/webhooks/line';

/** Returns the environment variables that connect the service to both fakes. */
export const settings = (smtp: Smtp, line: Line): Record<string, string> => ({
  VESTRY_SMTP_URL: smtp.url,
  VESTRY_MAIL_FROM: FROM,
  VESTRY_LINE_CHANNEL_SECRET: LINE_SECRET,
  VESTRY_LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
  VESTRY_LINE_API_BASE: line.url,
});

export type Office = Books & {
  smtp: Smtp;
  line: Line;
  env: Record<string, string>;
  /** Stops the service and both fakes. */
  shut: () => Promise<void>;
};

/** The office for the tests of one file. Its properties are set when the `beforeAll` hooks have run. */
export const officeOfFile = (): Office => ofFile(openOffice, (office) => office.shut());

export async function openOffice(options: Parameters<typeof startDaemon>[0] = {}): Promise<Office> {
  const [smtp, line] = await Promise.all([startSmtp(), startLine()]);
  const env = settings(smtp, line);
  const books = await openBooks({ ...options, env: { ...env, ...options.env } });
  const shut = async () => {
    await books.daemon.stop();
    await Promise.all([smtp.close(), line.close()]);
  };
  return { ...books, smtp, line, env, shut };
}

export type Person = { id: number; email: string };

/** Adds a member. The fields may replace the e-mail address, which is unique by default. */
export async function person(office: Office, fields: Record<string, unknown> = {}): Promise<Person> {
  const { id, email } = await addMember(office, { email: uniqueEmail('member'), ...fields });
  return { id, email };
}

export const mail = (office: Office, body: Json, headers = {}, who: Staff = office.admin): Promise<Answer> =>
  who.post('/api/notifications/email', { subject: 'News', body: 'Peace be with you.', ...body }, headers);

export const text = (office: Office, body: Json, headers = {}): Promise<Answer> =>
  office.admin.post('/api/notifications/line', { body: 'Peace be with you.', ...body }, headers);

/** Returns up to 200 rows of the history, in ascending order of their ids. */
export const history = async (office: Books, query: string): Promise<Json[]> =>
  (await done(office.admin.get(`/api/notifications/history?sort=id&pageSize=200&${query}`))).items;

/** Calls the webhook with this body. Sends a valid signature by default, and no signature if `signature` is null. */
export function webhook(office: Books, body: string | Buffer, signature?: string | null): Promise<Answer> {
  const value = signature === undefined ? sign(LINE_SECRET, body) : signature;
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (value !== null) headers['x-line-signature'] = value;
  return rawRequest(office.daemon.url, WEBHOOK, { method: 'POST', headers, body });
}

/** Delivers these events to the webhook in one call. */
export async function tell(office: Books, ...events: readonly Partial<LineEvent>[]): Promise<void> {
  const { status } = await webhook(office, webhookBody(events));
  expect(status).toBe(200);
}

export const bindings = async (office: Books, query = ''): Promise<Json[]> =>
  (await done(office.admin.get(`/api/notifications/bindings?${query}`))).items;

/** Returns the bindings of one member. Retired bindings are included only if `query` requests them. */
export const bindingsOf = async (office: Books, memberId: number, query = ''): Promise<Json[]> =>
  (await bindings(office, query)).filter((one) => one.memberId === memberId);

export const groups = async (office: Books): Promise<Json[]> =>
  (await done(office.admin.get('/api/notifications/groups'))).items;

export const codeFor = async (office: Books, memberId: number): Promise<string> =>
  (await done(office.admin.post('/api/notifications/binding-codes', { memberId }))).code;

/** Binds a member to a LINE account, by default to a new one. Returns the id of the account. */
export async function bind(office: Office, memberId: number, userId = lineId('U')): Promise<string> {
  if (!office.line.profiles.has(userId)) office.line.profiles.set(userId, { displayName: `Line ${memberId}` });
  const event = messageEvent(userId, await codeFor(office, memberId));
  await tell(office, event);
  const bound = async () => (await bindingsOf(office, memberId)).length > 0 && office.line.repliesTo(event).length > 0;
  await until(bound, `member ${memberId} to be bound`);
  return userId;
}

/**
 * Delivers the webhook event that the church’s account joined a group. Returns the group’s id in Vestry and its id at
 * LINE.
 */
export async function joined(office: Office, name: string): Promise<{ id: number; groupId: string }> {
  const groupId = lineId('C');
  office.line.groups.set(groupId, { groupName: name });
  await tell(office, joinEvent(groupId));
  let found: Json;
  await until(async () => {
    found = (await groups(office)).find((one) => one.name === name);
    return found !== undefined;
  }, `the group ${name}`);
  return { id: found.id, groupId };
}

const FENCE = { name: 'The fence', groupId: lineId('C') };

/** Waits until all earlier webhook events are processed: sends further events and waits for their effect. */
export async function settled(office: Office): Promise<void> {
  office.line.groups.set(FENCE.groupId, { groupName: FENCE.name });
  const shown = async () => (await groups(office)).find((one) => one.name === FENCE.name)?.isActive === true;
  for (const active of (await shown()) ? [false, true] : [true, false]) {
    await tell(office, active ? joinEvent(FENCE.groupId) : leaveEvent(FENCE.groupId));
    await until(async () => (await shown()) === active, 'the webhook events to be processed');
  }
}

/** Returns the bytes of every file in a data directory as one Latin-1 text. */
export function stored(dataDir: string): string {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('\n');
}
