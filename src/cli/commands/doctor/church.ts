/** Checks what a church needs for its work: its details, enough people, safe places for backups and copies, and its webhooks. */
import { existsSync, statSync } from 'node:fs';
import type { App } from '../../../app.ts';
import { UserQuery } from '../../../features/access/users/schema.ts';
import { listUsers } from '../../../features/access/users/service.ts';
import { getChurch, getProfile, isFounded } from '../../../features/church/profile/service.ts';
import { syncedBy } from '../../../features/upkeep/backup-target/about-place.ts';
import { copyAge } from '../../../features/upkeep/backup-target/age.ts';
import { getBackupTarget } from '../../../features/upkeep/backup-target/service.ts';
import { backupFolder } from '../../../features/upkeep/backups/create.ts';
import { hasIrs } from '../../../lib/country.ts';
import { type Permission, permissionsOfAll } from '../../../permissions.ts';
import type { ListedWebhookEndpoint } from '../../../features/webhooks/schema.ts';
import { listEndpoints } from '../../../features/webhooks/service.ts';
import { decode } from '../../../validate.ts';
import { type Check, fail, ok, type Verdict, warn } from './check-results.ts';

/** The checks of a church that is set up. Books without a church have no findings here. */
export const CHURCH_CHECKS: readonly Check<App>[] = [
  { name: 'letters', look: ofChurch(checkLetters) },
  { name: 'people', look: ofChurch(checkPeople) },
  { name: 'backup place', look: ofChurch(checkBackupPlace) },
  { name: 'copies off this computer', look: ofChurch(checkCopies) },
  { name: 'cloud folder', look: ofChurch(checkCloudFolder) },
  { name: 'webhooks', look: ofChurch(checkWebhooks) },
];

function ofChurch(look: (app: App) => Promise<Verdict[]>): (app: App) => Promise<Verdict[]> {
  return async (app) => ((await isFounded(app)) ? look(app) : []);
}

async function checkLetters(app: App): Promise<Verdict[]> {
  const { ein, address } = await getProfile(app);
  const hasEin = hasIrs((await getChurch(app)).country);
  const missing = [...(address === null ? ['address'] : []), ...(hasEin && ein === null ? ['EIN'] : [])];
  if (missing.length === 0) return [ok(`Statements name the address${hasEin ? ' and the EIN' : ''} of the church.`)];
  const message = `Contribution statements lack the ${missing.join(' and the ')} of the church.`;
  return [warn(message, 'Enter what is missing before statements are issued: vestry profile set')];
}

/** A duty that needs more than one person: the permission, a role that has it, and what to say. */
type Duty = {
  about: string;
  permission: Permission;
  role: string;
  many: string;
  nobody: string;
  only: (name: string) => string;
};

const DUTIES: readonly Duty[] = [
  {
    about: 'approval',
    permission: 'expenses.approve',
    role: 'elder',
    many: 'Several people can approve expenses.',
    nobody: 'Nobody can approve expenses.',
    only: (name) => `Only ${name} can approve expenses, but nobody may approve an expense of their own.`,
  },
  {
    about: 'counting',
    permission: 'giving.write',
    role: 'offering_counter',
    many: 'Several people can enter an offering.',
    nobody: 'Nobody can enter an offering.',
    only: (name) => `Only ${name} can enter an offering. Two people should count together.`,
  },
];

/** The largest page of a list. A church has fewer accounts, and two are enough to know. */
const MOST = '100';

async function checkPeople(app: App): Promise<Verdict[]> {
  const { items } = await listUsers(app, decode(UserQuery, { isActive: 'true', pageSize: MOST }));
  return DUTIES.map(({ about, permission, role, many, nobody, only }) => {
    const [first, ...others] = items.filter(({ roles }) => permissionsOfAll(roles).has(permission));
    if (others.length > 0) return { ...ok(many), about };
    const advice = `Add an account for another person: vestry user create --role ${role}`;
    return { ...warn(first ? only(first.displayName) : nobody, advice), about };
  });
}

async function checkBackupPlace(app: App): Promise<Verdict[]> {
  const folder = backupFolder(app);
  const isThere = existsSync(folder);
  // The check of the settings names a folder that is missing. Vestry makes its own folder with the first backup.
  if (!isThere && app.config.backupDir !== undefined) return [];
  const isSame = statSync(isThere ? folder : app.config.dataDir).dev === statSync(app.paths.database).dev;
  if (!isSame) return [ok('The backups are on another disk than the books.')];
  const message = 'The backups are on the same disk as the books, so a broken disk would take both.';
  const advice = 'Write them to another disk, such as a USB drive: vestry config set backupDir /path/to/folder';
  return [warn(message, `${advice}. Or copy ${folder} to another computer.`)];
}

async function checkCopies(app: App): Promise<Verdict[]> {
  const { kind, lastCopyAt, lastError, sameDisk } = await getBackupTarget(app);
  if (kind === null) return [warn('No copy of the books is kept off this computer.', CHOOSE_PLACE)];
  const age = await copyAge(app);
  const when = lastCopyAt === null ? 'No copy was sent yet.' : `The newest copy has everything before ${lastCopyAt}.`;
  if (lastError) return [warn(`${when} At ${lastError.at}: ${lastError.message}`, 'Try it: vestry backup target test')];
  if (age?.ok === false) return [warn(when, 'Send one now, and see what is wrong: vestry backup target send')];
  if (sameDisk === true) return [warn(`${when} It is on the same disk as the books.`, CHOOSE_PLACE)];
  return [ok(when)];
}

const CHOOSE_PLACE =
  'Choose a place, such as another disk or a drive, in Settings, Backups, or with: vestry backup target set --help';

/** A cloud program copies the database while it is written, and may put an older one in its place. */
async function checkCloudFolder({ config }: App): Promise<Verdict[]> {
  const program = syncedBy(config.dataDir);
  if (program === null) return [ok('The books are in no folder of a cloud program.')];
  const message = `The books are in a folder of ${program}, which can damage them or put older ones in their place.`;
  const advice = 'Move the data directory out of it. Put encrypted copies there instead: vestry backup target set';
  return [fail(message, advice)];
}

/** Churches without mail learn only here that an endpoint was switched off. */
async function checkWebhooks(app: App): Promise<Verdict[]> {
  const { items } = await listEndpoints(app);
  const found = items.map(endpointFault).filter((verdict) => verdict !== undefined);
  if (found.length > 0) return found;
  return [ok(items.length === 0 ? 'There are no webhook endpoints.' : 'No webhook endpoint fails.')];
}

function endpointFault(endpoint: ListedWebhookEndpoint): Verdict | undefined {
  const { id, url, isActive, switchedOffReason, failingSince } = endpoint;
  // The rest of the address may contain a secret.
  const name = `webhook endpoint ${id} (${new URL(url).host})`;
  const why = `See why: vestry webhook deliveries ${id}`;
  if (isActive) {
    return failingSince === null ? undefined : warn(`The ${name} has accepted nothing since ${failingSince}.`, why);
  }
  if (switchedOffReason !== 'Failing' && switchedOffReason !== 'Gone') return undefined;
  const reason = switchedOffReason === 'Gone' ? 'it answered 410' : 'it had accepted nothing for five days';
  const message = `Vestry switched off the ${name}, because ${reason}. New events are not kept for it.`;
  return warn(message, `${why}. When it works again: vestry webhook activate ${id}`);
}
