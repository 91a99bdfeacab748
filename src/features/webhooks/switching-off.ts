/** Switches an endpoint off that accepts nothing, and writes to somebody who can switch it on again. */
import { type App, inBackground, modified } from '../../app.ts';
import { permissionsOfAll } from '../../permissions.ts';
import { decode } from '../../validate.ts';
import { record } from '../audit/service.ts';
import { UserQuery } from '../access/users/schema.ts';
import { getUser, listUsers } from '../access/users/service.ts';
import { getLetterhead } from '../church/profile/service.ts';
import { sendEmail } from '../messages/email/service.ts';
import { missingForEmail } from '../messages/mail/setup.ts';
import { type EndpointRow, updateEndpointColumns } from './queries.ts';

export type Reason = 'Failing' | 'Gone';

type Words = { subject: (host: string) => string; body: (host: string, reason: string) => string } & Record<
  Reason,
  string
>;

const ENGLISH: Words = {
  subject: (host) => `Vestry no longer sends events to ${host}`,
  body: (host, reason) =>
    `Vestry has switched off the webhook endpoint at ${host}, because ${reason}. The events that wait are kept, and are sent when it is switched on again. Events that happen until then are never sent to it. When the endpoint works again, switch it on under Settings, Webhooks.`,
  Failing: 'it has accepted nothing for five days',
  Gone: 'it answered that it is gone for good (410)',
};

const CHINESE: Words = {
  subject: (host) => `Vestry 已停止傳送事件到 ${host}`,
  body: (host, reason) =>
    `Vestry 已停用位於 ${host} 的 webhook 端點，因為${reason}。等候中的事件都會保留，重新啟用後送出。停用期間發生的事件不會傳送。端點恢復後，請在「設定」的「Webhook」重新啟用。`,
  Failing: '它已連續五天沒有接受任何事件',
  Gone: '它回應表示已永久移除（410）',
};

/**
 * Switches an endpoint off, and records why. Its pending events stay, and are sent when somebody switches it on again.
 * Must run in a transaction.
 */
export async function switchOff(app: App, id: number, reason: Reason): Promise<void> {
  await updateEndpointColumns(app.db, id, { isActive: 0, switchedOffReason: reason, ...modified(app) });
  await record(app, {
    action: 'WebhookEndpointSwitchedOff',
    entityType: 'WebhookEndpoint',
    entityId: id,
    changes: { isActive: [true, false], switchedOffReason: [null, reason] },
  });
  app.log.warn({ endpointId: id, reason }, 'a webhook endpoint was switched off');
}

/**
 * Writes to the owner of an endpoint that it was switched off, or to all super_admins if the owner can no longer switch
 * it on. Does nothing if e-mail is not set up.
 */
export function tellOwner(app: App, { ownerId, url }: EndpointRow, reason: Reason): void {
  inBackground(app, async () => {
    if ((await missingForEmail(app)) !== null) return;
    const emails = await readers(app, ownerId);
    const { host } = new URL(url);
    const { locale } = await getLetterhead(app);
    const words = locale === 'zh-TW' ? CHINESE : ENGLISH;
    const text = { subject: words.subject(host), body: words.body(host, words[reason]) };
    await sendEmail(app, { memberIds: null, emails, ...text });
  });
}

/** The largest page of a list. A church has fewer super_admins. */
const MOST = '100';

async function readers(app: App, ownerId: number | null): Promise<string[]> {
  const owner = ownerId === null ? undefined : await getUser(app, ownerId);
  if (owner?.isActive && permissionsOfAll(owner.roles).has('users.manage')) return [owner.email];
  const all = await listUsers(app, decode(UserQuery, { role: 'super_admin', isActive: 'true', pageSize: MOST }));
  return all.items.map(({ email }) => email);
}
