/** Checks the settings, the accounts, the stored keys, and the messages that were not sent. */
import { getDomain } from 'tldts';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { listBatches } from '../../../features/messages/history.ts';
import { listUnreadableKeys } from '../../../features/church/profile/service.ts';
import { listPeopleWithLostApps } from '../../../features/access/second-factor/proofs.ts';
import { listEndpointsWithLostSecrets } from '../../../features/webhooks/secrets.ts';
import { listUnreadableVendors } from '../../../features/spending/vendors/service.ts';
import { UserQuery } from '../../../features/access/users/schema.ts';
import { listUsers } from '../../../features/access/users/service.ts';
import { counted } from '../../../lib/text.ts';
import { decode } from '../../../validate.ts';
import { proxySettings } from '../https/turn-on.ts';
import { checkCertificate } from './certificate.ts';
import { type Check, fail, ok, some, type Verdict, warn } from './check-results.ts';

export const SETTINGS_CHECKS: readonly Check<App>[] = [
  { name: 'web apps', look: async ({ config }) => [checkOrigins(config)] },
  { name: 'host names', look: async ({ config }) => [checkHosts(config)] },
  { name: 'TLS', look: async ({ config }) => [checkTls(config)] },
  { name: 'certificate', look: async ({ config, clock }) => checkCertificate(config, clock.now()) },
  { name: 'accounts', look: checkAccounts },
  { name: 'stored keys', look: checkKeys },
  { name: 'tax ids', look: checkTaxIds },
  { name: 'apps', look: checkApps },
  { name: 'webhook secrets', look: checkSecrets },
  { name: 'messages', look: checkBatches },
];

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/;

/**
 * Returns the site of an address, as browsers define it (HTML Standard, "schemeful same site"). A browser sends a
 * cookie with SameSite=Strict only to the site of the page. An IP address, or a name without a registrable domain such
 * as localhost, is its own site.
 */
function siteOf(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}

/**
 * Checks that each permitted web app is on the same site as the service. In an app on another site, people would not
 * stay signed in.
 */
export function checkOrigins({ corsOrigins, baseUrl, port, tlsCert }: Config): Verdict {
  if (corsOrigins.length === 0) return ok('No web app at another address may call the service.');
  const own = siteOf(baseUrl ?? `${tlsCert ? 'https' : 'http'}://localhost:${port}`);
  const strangers = corsOrigins.filter((origin) => siteOf(origin) !== own);
  if (strangers.length === 0) return ok(`${some(corsOrigins)} may call the service.`);
  const message = `Some web apps are not on the site of the service (${own}): ${some(strangers)}. From these apps, browsers will not send the cookie that keeps people signed in.`;
  return warn(
    message,
    'Serve the app and the service under one domain, and set baseUrl to the address that people type.',
  );
}

/** Checks that the service accepts requests for the host name that people type. */
export function checkHosts({ host, trustProxy, tlsCert, baseUrl, allowedHosts }: Config): Verdict {
  const names = [...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]), ...allowedHosts];
  if (names.length > 0)
    return ok(`The service accepts requests for ${some([...new Set(names)])}, and for names of this network.`);
  const isForOthers = !LOOPBACK.test(host) || trustProxy > 0 || tlsCert !== undefined;
  if (!isForOthers) return ok('The service can be reached only by names of this computer.');
  return warn(
    'No host name is set for the service, so requests for any internet host name are refused (421).',
    'Set the address that people type: vestry config set baseUrl https://vestry.example.org',
  );
}

/** Checks that passwords do not cross a network unencrypted. */
export function checkTls(config: Config): Verdict {
  const { env, host, tlsCert, trustProxy, baseUrl } = config;
  if (tlsCert !== undefined) return ok('The service provides HTTPS itself.');
  if (LOOPBACK.test(host)) return ok('The service can be reached only from this computer, or through a proxy on it.');
  if (trustProxy > 0 && baseUrl?.startsWith('https:')) return ok('A proxy in front of the service provides HTTPS.');
  const message = `The service listens on ${host} without HTTPS: passwords and books cross the network unencrypted.`;
  const advice =
    proxySettings(config).length > 0
      ? 'Let only the proxy on this computer reach it: vestry config set host 127.0.0.1. If the proxy is on another computer, set baseUrl to its https address, and trustProxy.'
      : 'Let Vestry make a certificate: vestry https. Or listen on 127.0.0.1 behind a proxy that speaks HTTPS.';
  return env === 'production' ? fail(message, advice) : warn(message, advice);
}

async function checkAccounts(app: App): Promise<Verdict[]> {
  const { totalCount } = await listUsers(
    app,
    decode(UserQuery, { role: 'super_admin', isActive: 'true', pageSize: '1' }),
  );
  if (totalCount > 0) return [ok(`${counted(totalCount, 'active super_admin')}.`)];
  return [warn('Nobody can manage accounts: there is no active super_admin.', 'Make one: vestry init')];
}

async function checkKeys(app: App): Promise<Verdict[]> {
  const unreadable = await listUnreadableKeys(app);
  if (unreadable.length === 0) return [ok('Every stored key can be read.')];
  const message = `${some(unreadable)} cannot be read with the present secrets.json.`;
  return [warn(message, 'Enter it again: vestry profile set --ask-api-key')];
}

async function checkTaxIds(app: App): Promise<Verdict[]> {
  const unreadable = await listUnreadableVendors(app);
  if (unreadable.length === 0) return [ok('Every stored tax id can be read.')];
  const vendors = unreadable.map(({ id, name }) => `vendor ${id} (${name})`);
  const message = `The tax ids of ${counted(vendors.length, 'vendor')} cannot be read with the present secrets.json: ${some(vendors)}.`;
  return [warn(message, 'Enter each again: vestry vendor update <id> --tax-id-stdin')];
}

async function checkApps(app: App): Promise<Verdict[]> {
  const people = await listPeopleWithLostApps(app);
  if (people.length === 0) return [ok('Every authenticator app can be used.')];
  const message = `The authenticator apps of ${some(people)} cannot be used with the present secrets.json.`;
  const advice =
    'These people sign in with a recovery code or a passkey, then set up their app again under Account. For whoever has neither: vestry user reset-second-factor <id>';
  return [warn(message, advice)];
}

async function checkSecrets(app: App): Promise<Verdict[]> {
  const ids = await listEndpointsWithLostSecrets(app);
  if (ids.length === 0) return [ok('Every webhook can be signed.')];
  const message = `Nothing can be signed for ${ids.length === 1 ? 'webhook endpoint' : 'webhook endpoints'} ${some(ids.map(String))} with the present secrets.json.`;
  return [warn(message, 'Give each a new secret, and tell it to the program: vestry webhook rotate-secret <id>')];
}

async function checkBatches(app: App): Promise<Verdict[]> {
  const { items } = await listBatches(app, 'unfinished');
  if (items.length === 0) return [ok('No message is waiting to be sent.')];
  return items.map(({ id, open, deferred, subject, waitsFor }) =>
    open === deferred
      ? ok(`${counted(open, 'recipient')} of "${subject ?? ''}" will get the message later. ${waitsFor ?? ''}`)
      : warn(
          `${counted(open, 'recipient')} of "${subject ?? ''}" did not get the message.`,
          `If the message is not being sent now, send it to these recipients: vestry notify resume ${id}`,
        ),
  );
}
