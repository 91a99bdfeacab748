/**
 * Sends one copy of the books to the place off this computer: makes an encrypted archive, brings it there, and removes what
 * the rule no longer keeps. A process of its own does this, so that requests need not wait for the processor, and a slow
 * line costs the service nothing.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type App, inTransaction, now } from '../../../app.ts';
import { DRAFT } from '../../../data-dir.ts';
import { lockFile } from '../../../db/connect.ts';
import { AppError } from '../../../errors.ts';
import { getChurch } from '../../church/profile/service.ts';
import { withArchive } from '../backups/create.ts';
import { configuredPassphrase } from '../backups/passphrase.ts';
import { claimName, claimOf, copyName, leftParts, removable } from './copy-rules.ts';
import { folderPlace } from './folder.ts';
import { unreachablePlace } from './fault-words.ts';
import { type Fault, type Found, type Holds, type Place, PlaceError, type PlaceName, textOfPlace } from './places.ts';
import { contentOfFile, listFiles, removeFile, storeFile } from './protocol.ts';
import {
  deleteCopies,
  findTarget,
  hasPlace,
  insertCopy,
  listCopies,
  type SetTarget,
  type TargetRow,
  updateTarget,
} from './queries.ts';
import { rclonePlace } from './rclone.ts';

/** Returns what can be done at a place. */
export const openPlace = ({ kind, place }: PlaceName): Place =>
  kind === 'Folder' ? folderPlace(place) : rclonePlace(place);

/** The file that is locked while a copy is being sent. */
export const sendingLock = ({ backups }: App['paths']) => path.join(backups, 'sending.lock');

/** Returns the target. Throws `not_configured` if there is no place. */
export async function targetOf(app: App): Promise<SetTarget> {
  const row = await findTarget(app.db);
  if (row && hasPlace(row)) return row;
  const message =
    'There is no place for copies off this computer. Choose one in Settings, Backups, or with: vestry backup target set';
  throw new AppError('not_configured', message);
}

type SendOptions = {
  holds: Holds;
  signal: AbortSignal;
  onProgress?: ((done: number, total: number) => void) | undefined;
};

/**
 * Sends one copy, and notes that it is whole. Throws `conflict` if another copy is being sent, `not_configured` without a
 * place, and `unavailable` if it could not be sent, which is noted, too.
 */
export async function sendCopy(app: App, options: SendOptions): Promise<void> {
  await mkdir(app.paths.backups, { recursive: true, mode: 0o700 });
  const release = lockFile(sendingLock(app.paths));
  if (!release) throw new AppError('conflict', BUSY);
  try {
    const target = await targetOf(app);
    try {
      await send(app, target, options);
    } catch (error) {
      options.signal.throwIfAborted();
      const failure = error instanceof PlaceError ? error : new PlaceError('no_archive', detailOf(error), error);
      await noteFailure(app, failure);
      throw unreachablePlace(failure, target);
    }
  } finally {
    release();
  }
}

export const BUSY = 'A copy is being sent at this moment. Wait until it is there.';

const detailOf = (error: unknown) => (error instanceof AppError ? error.message : null);

/** Notes why no copy could be sent. */
export function noteFailure(app: App, { fault, detail }: { fault: Fault; detail: string | null }): Promise<void> {
  return inTransaction(app, ({ db }) =>
    updateTarget(db, { lastErrorCode: fault, lastErrorDetail: detail, lastErrorAt: now(app) }),
  );
}

async function send(app: App, target: SetTarget, { holds, signal, onProgress }: SendOptions): Promise<void> {
  const place = openPlace(target);
  const passphrase = passphraseFor(app);
  await claimPlace(app, target, { place, signal });
  await removeLeftovers(place, target, signal);
  const isBooks = holds === 'Books';
  const options = { passphrase, leavesOutReceipts: isBooks, comparesBooks: !isBooks, signal, onProgress };
  const { files, isFaulty } = await withArchive(
    app,
    app.paths.backups,
    options,
    async ({ draft, asOf, size, checked }) => {
      const name = await freeName(app, target, { asOf, holds });
      const { sha256 } = await contentOfFile(draft);
      const files = await storeFile(place, draft, { name, size, sha256 }, signal);
      await noteCopy(app, target, { name, holds, asOf: asOf.toISOString(), size, sha256 });
      return { files, isFaulty: checked.proof.faults.length > 0 };
    },
  );
  // Another computer may have taken the place over while this copy was on its way.
  refuseOthers(claimOf(files), target);
  // No good copy is removed because of one of books that were changed outside Vestry.
  if (!isFaulty) await removeOld(app, target, { place, files, signal });
}

/** Returns the passphrase for copies. Throws a `PlaceError` if there is none. */
export function passphraseFor({ config }: Pick<App, 'config'>): string {
  let passphrase: string | undefined;
  try {
    passphrase = configuredPassphrase(config);
  } catch (error) {
    throw new PlaceError('no_passphrase', null, error);
  }
  if (passphrase === undefined) throw new PlaceError('no_passphrase');
  return passphrase;
}

type At = { place: Place; signal: AbortSignal };

/**
 * Makes sure that this installation may write to the place, and leaves a mark there if nobody did. Throws a `PlaceError` if
 * the place has the copies of another church, or if another computer sends its copies there.
 */
export async function claimPlace(app: App, target: TargetRow, { place, signal }: At): Promise<void> {
  const claim = claimOf(await listFiles(place, signal));
  if (claim) refuseOthers(claim, target);
  else await writeClaim(app, target, { place, signal, number: 1 });
}

function refuseOthers(claim: ReturnType<typeof claimOf>, { churchKey, installationKey }: TargetRow): void {
  if (!claim) return;
  if (claim.churchKey !== churchKey) throw new PlaceError('other_church');
  if (claim.installationKey !== installationKey) throw new PlaceError('other_computer');
}

/** Makes this installation the one that writes to the place. Throws a `PlaceError` if the place is another church's. */
export async function takePlaceOver(app: App, target: TargetRow, { place, signal }: At): Promise<void> {
  const claim = claimOf(await listFiles(place, signal));
  if (claim && claim.churchKey !== target.churchKey) throw new PlaceError('other_church');
  if (claim?.installationKey === target.installationKey) return;
  await writeClaim(app, target, { place, signal, number: (claim?.number ?? 0) + 1 });
}

async function writeClaim(
  app: App,
  { churchKey, installationKey }: TargetRow,
  { place, signal, number }: At & { number: number },
): Promise<void> {
  const text = `${JSON.stringify({ about: ABOUT, churchKey, installationKey, since: now(app) }, null, 2)}\n`;
  const name = claimName({ number, churchKey, installationKey });
  const files = await storeText(app, { name, text }, { place, signal });
  // Two computers may have done this at the same moment. Both then find the same one of them.
  refuseOthers(claimOf(files), { churchKey, installationKey } as TargetRow);
}

const ABOUT =
  'Vestry keeps encrypted copies of the books of a church here. This file says which computer sends them. Please leave it here.';

/** Brings a short text to a place. Returns the files that lie there afterwards. Throws a `PlaceError`. */
export async function storeText(
  { paths }: Pick<App, 'paths'>,
  { name, text }: { name: string; text: string },
  { place, signal }: At,
): Promise<Found[]> {
  await mkdir(paths.backups, { recursive: true, mode: 0o700 });
  const file = path.join(paths.backups, `${DRAFT}${name}`);
  try {
    await writeFile(file, text, { mode: 0o600 });
    return await storeFile(place, file, { name, ...(await contentOfFile(file)) }, signal);
  } finally {
    await rm(file, { force: true });
  }
}

/** Removes what sends of this installation left that did not end. None is running, because this one has the lock. */
async function removeLeftovers(place: Place, { installationKey }: TargetRow, signal: AbortSignal): Promise<void> {
  const left = leftParts(await listFiles(place, signal), installationKey);
  for (const name of left) await removeFile(place, name, signal).catch(() => signal.throwIfAborted());
}

/** Returns a name that no copy of this installation has, because the clock may be slow or set back. */
async function freeName(
  { db }: App,
  target: SetTarget,
  { asOf, holds }: { asOf: Date; holds: Holds },
): Promise<string> {
  const taken = new Set((await listCopies(db, target)).map(({ name }) => name));
  let again = 0;
  const name = () => copyName(asOf, holds, target.installationKey, again);
  while (taken.has(name())) again += 1;
  return name();
}

type Sent = { name: string; holds: Holds; asOf: string; size: number; sha256: string };

/** Notes that a copy is whole at its place. What happened before it was begun is then no longer owed. */
function noteCopy(app: App, { kind, place, owed, installationKey }: SetTarget, sent: Sent): Promise<void> {
  return inTransaction(app, async (app) => {
    const { db } = app;
    await insertCopy(db, { ...sent, place: textOfPlace({ kind, place }), installationKey, sentAt: now(app) });
    const target = await findTarget(db);
    // Somebody may have chosen another place meanwhile, which has no copy yet.
    if (target?.kind !== kind || target.place !== place) return;
    await updateTarget(db, { sent: owed, lastErrorCode: null, lastErrorDetail: null, lastErrorAt: null });
  });
}

/** Removes the copies that the rule no longer keeps, and forgets those that are gone. A failure waits for the next copy. */
async function removeOld(
  app: App,
  target: SetTarget,
  { place, files, signal }: At & { files: readonly Found[] },
): Promise<void> {
  const { timeZone } = await getChurch(app);
  const { keepDays: days, keepWeeks: weeks, keepMonths: months, installationKey } = target;
  const rule = { installationKey, now: app.clock.now(), timeZone, kept: { days, weeks, months } };
  const sent = await listCopies(app.db, target);
  const gone = removable(sent, files, rule);
  for (const name of gone) {
    await removeFile(place, name, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      app.log.warn({ err: error, name }, 'an old copy could not be removed');
    });
  }
  const there = new Set((await listFiles(place, signal)).map(({ name }) => name));
  const lost = sent.map(({ name }) => name).filter((name) => !there.has(name));
  await inTransaction(app, ({ db }) => deleteCopies(db, target, lost));
}
