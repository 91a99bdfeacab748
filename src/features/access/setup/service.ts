/**
 * The first run: whoever has the one-time link, and sits at this computer, sets up the church and becomes its first
 * super_admin. The link is stored as a hash, works for an hour, and ends with the first super_admin.
 */
import { timingSafeEqual } from 'node:crypto';
import { type App, inSnapshot, inTransaction, later, now } from '../../../app.ts';
import { badField, notFound } from '../../../errors.ts';
import { randomToken, sha256Hex } from '../../../lib/secret.ts';
import { getProfile, isFounded, setUpProfile } from '../../church/profile/service.ts';
import { countingFailures, type Target } from '../auth/limits.ts';
import { passwordFault } from '../auth/rules.ts';
import type { Device, Grant } from '../auth/grants.ts';
import { enterAs } from '../auth/service.ts';
import { addUser, hasAccounts, hasSuperAdmin, newPassword } from '../users/service.ts';
import { deleteSetupLink, findSetupLink, replaceSetupLink } from './queries.ts';
import type { OpenSetup, Setup } from './schema.ts';

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;
/** The target under which failed attempts are counted. */
const ATTEMPTS: Target = { kind: 'setUp', id: 'link' };

/**
 * Returns the path of a new link with which the church can be set up, or undefined if there are accounts already, as in
 * the demo church. The link before it stops working.
 */
export function openSetup(app: App): Promise<string | undefined> {
  return inTransaction(app, async (app) => {
    if (await hasAccounts(app)) return undefined;
    const token = randomToken(TOKEN_BYTES);
    const link = { tokenHash: sha256Hex(token), createdAt: now(app), expiresAt: later(app, HOUR_MS) };
    await replaceSetupLink(app.db, link);
    return `/set-up#${token}`;
  });
}

/** Returns what is known about the church while a link is open. Raises `not_found` at any other time. */
export function readSetup(app: App): Promise<OpenSetup> {
  return inSnapshot(app, async (app) => {
    const link = await openLink(app);
    if (!link) throw gone();
    const { name, timeZone, locale, fiscalYearStartMonth } = await getProfile(app);
    const known = (await isFounded(app)) ? name : null;
    return { expiresAt: link.expiresAt, church: { name: known, timeZone, locale, fiscalYearStartMonth } };
  });
}

/**
 * Stores the church and its first super_admin, all or nothing, and signs the super_admin in. Raises `not_found` for a
 * token that is wrong, expired or used, `validation_failed` for a password, and `too_many_requests`.
 */
export async function setUp(app: App, { token, church, user }: Setup, device: Device): Promise<Grant> {
  const { password, ...account } = user;
  const isOpen = await countingFailures(app, ATTEMPTS, async () => (await isTokenOf(app, token)) || undefined);
  if (!isOpen) throw gone();
  const fault = passwordFault(password, account);
  if (fault) throw badField('user.password', fault.code, fault.message);
  const hashed = await newPassword(password);
  return enterAs(app, device, async (app) => {
    // Somebody else may have used the link while the password was being hashed.
    if (!(await isTokenOf(app, token))) throw gone();
    const asPage: App = { ...app, actor: { kind: 'system', name: 'set-up' } };
    await setUpProfile(asPage, church);
    const { user } = await addUser(asPage, { ...account, roles: ['super_admin'], memberId: null }, hashed);
    await deleteSetupLink(app.db);
    return { id: user.id, displayName: user.displayName, passwordHash: hashed.passwordHash };
  });
}

/** Returns the link if it still works. */
async function openLink(app: App) {
  const link = await findSetupLink(app.db);
  const left = link ? Date.parse(link.expiresAt) - app.clock.now().getTime() : 0;
  // A link that lasts longer was made while the clock was ahead.
  return left > 0 && left <= HOUR_MS && !(await hasSuperAdmin(app)) ? link : undefined;
}

async function isTokenOf(app: App, token: string): Promise<boolean> {
  const link = await inSnapshot(app, openLink);
  return link !== undefined && timingSafeEqual(Buffer.from(sha256Hex(token)), Buffer.from(link.tokenHash));
}

const gone = () => notFound('open set-up link, or it has expired or was used. Ask for a new one with vestry init');
