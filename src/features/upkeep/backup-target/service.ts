import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type App, created, inTransaction, modified, NEVER_SAVED, now } from '../../../app.ts';
import { isLocked } from '../../../db/connect.ts';
import type { Flag } from '../../../db/columns.ts';
import { AppError } from '../../../errors.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { KEPT } from '../backups/rules.ts';
import { isOnDiskOf, syncedBy } from './about-place.ts';
import { newest } from './age.ts';
import { claimOf, copiesAmong } from './copy-rules.ts';
import { badPlace, faultText, placeRefusal, unreachablePlace } from './fault-words.ts';
import { type Fault, type Found, partsOf, PlaceError, placeFault, type PlaceName } from './places.ts';
import { listFiles, removeFile } from './protocol.ts';
import { findTarget, hasPlace, insertTarget, listCopies, type TargetRow, updateTarget } from './queries.ts';
import { listRemotes } from './rclone.ts';
import { BackupTarget, type BackupTargetUpdate, type CopyResult, type TargetCopies } from './schema.ts';
import {
  BUSY,
  noteFailure,
  openPlace,
  passphraseFor,
  sendingLock,
  storeText,
  takePlaceOver,
  targetOf,
} from './sending.ts';

/** How long a person waits for an answer about a place. */
const ASKED_MS = 60_000;
const REMOTES_MS = 5000;

/** Returns the place of the copies, what lies there, and what can be known about it without asking it. */
export async function getBackupTarget(app: App): Promise<BackupTarget> {
  const row = await findTarget(app.db);
  const named = row && hasPlace(row) ? row : undefined;
  const copies = named ? await listCopies(app.db, named) : [];
  const remotes = await listRemotes(AbortSignal.timeout(REMOTES_MS)).catch(() => undefined);
  const folder = named?.kind === 'Folder' ? named.place : undefined;
  return {
    ...settingsOf(row),
    lastCopyAt: newest(copies),
    lastFullCopyAt: newest(copies.filter(({ holds }) => holds === 'All')),
    lastError: named ? errorOf(named) : null,
    isSending: isLocked(sendingLock(app.paths)),
    sameDisk: folder === undefined ? null : await isOnDiskOf(folder, app.paths.database),
    syncedFolder: folder === undefined ? null : syncedBy(folder),
    remotes: remotes ?? [],
    hasRclone: remotes !== undefined,
    hasPassphrase: hasPassphrase(app),
  };
}

function hasPassphrase(app: App): boolean {
  try {
    passphraseFor(app);
    return true;
  } catch {
    return false;
  }
}

function settingsOf(row: TargetRow | undefined) {
  if (!row) {
    const after = { submit: true, finalize: true, nightly: true };
    return { kind: null, place: null, keep: KEPT, after, ...NEVER_SAVED };
  }
  const { kind, place, createdAt, modifiedAt, createdBy, modifiedBy } = row;
  return {
    kind,
    place,
    keep: { days: row.keepDays, weeks: row.keepWeeks, months: row.keepMonths },
    after: { submit: row.afterSubmit === 1, finalize: row.afterFinalize === 1, nightly: row.nightly === 1 },
    createdAt,
    modifiedAt,
    createdBy,
    modifiedBy,
  };
}

function errorOf(row: TargetRow & PlaceName) {
  const { lastErrorCode, lastErrorDetail: detail, lastErrorAt } = row;
  if (lastErrorCode === null || lastErrorAt === null) return null;
  const code = lastErrorCode as Fault;
  return { code, message: faultText({ fault: code, detail }, row), at: lastErrorAt };
}

const Stored = BackupTarget.pick({ kind: true, place: true, keep: true, after: true });

/**
 * Chooses the place of the copies, after writing a file there and reading it back, or gives the place up. The books are sent
 * soon afterwards. Throws `validation_failed` for a place that cannot be used, with what is wrong there.
 */
export async function putBackupTarget(app: App, given: BackupTargetUpdate): Promise<BackupTarget> {
  const named = placeGiven(app, given);
  const before = await findTarget(app.db);
  const keys = before ?? { churchKey: newKey(), installationKey: newKey() };
  if (named) await tryPlace(app, named, keys.churchKey);
  await inTransaction(app, async (app) => {
    const row = await findTarget(app.db);
    const was = settingsOf(row);
    const { keep, after } = given;
    const columns = {
      kind: named?.kind ?? null,
      place: named?.place ?? null,
      keepDays: keep?.days ?? was.keep.days,
      keepWeeks: keep?.weeks ?? was.keep.weeks,
      keepMonths: keep?.months ?? was.keep.months,
      afterSubmit: flag(after?.submit ?? was.after.submit),
      afterFinalize: flag(after?.finalize ?? was.after.finalize),
      nightly: flag(after?.nightly ?? was.after.nightly),
      lastErrorCode: null,
      lastErrorDetail: null,
      lastErrorAt: null,
    };
    // The books are sent to a new place at once.
    if (row) await updateTarget(app.db, { ...columns, owed: row.owed + 1, ...modified(app) });
    else
      await insertTarget(app.db, {
        ...columns,
        owed: 1,
        churchKey: keys.churchKey,
        installationKey: keys.installationKey,
        ...created(app),
      });
    const changes = changesBetween(Stored, row ? was : null, settingsOf(await findTarget(app.db)));
    await record(app, { action: 'BackupTargetUpdated', entityType: 'BackupTarget', entityId: 1, changes });
  });
  return getBackupTarget(app);
}

const flag = (value: boolean): Flag => (value ? 1 : 0);
const newKey = () => randomBytes(8).toString('hex');

/** Returns the place of a request, or undefined for none. Throws `validation_failed`. */
function placeGiven(app: App, { kind, place }: BackupTargetUpdate): PlaceName | undefined {
  if (kind === null && place === null) return undefined;
  if (kind === null) throw badPlace('is given without a kind');
  if (place === null) throw badPlace('must be given');
  const fault = placeFault({ kind, place });
  if (fault !== undefined) throw badPlace(fault);
  if (kind === 'Folder' && isInside(place, app.config.dataDir))
    throw badPlace(`must not be in ${app.config.dataDir}, because it would be lost with the books`);
  return { kind, place };
}

function isInside(folder: string, dataDir: string): boolean {
  const [real, root] = [folder, dataDir].map((one) => (existsSync(one) ? realpathSync(one) : path.resolve(one)));
  const relative = path.relative(root ?? '', real ?? '');
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

/**
 * Writes a file to a place, reads it back and removes it. Throws `validation_failed` if that fails, or if the place has the
 * copies of another church.
 */
async function tryPlace(app: App, named: PlaceName, churchKey: string): Promise<void> {
  try {
    passphraseFor(app);
    const signal = AbortSignal.timeout(ASKED_MS);
    await refuseUnknownRemote(named, signal);
    const files = await writeAndRead(app, named, signal);
    const claim = claimOf(files);
    if (claim && claim.churchKey !== churchKey) throw new PlaceError('other_church');
  } catch (error) {
    throw placeRefusal(inTime(error), named);
  }
}

async function refuseUnknownRemote({ kind, place }: PlaceName, signal: AbortSignal): Promise<void> {
  if (kind === 'Folder') return;
  const { remote } = partsOf(place);
  if (!(await listRemotes(signal)).includes(remote)) throw new PlaceError('no_remote', remote);
}

async function writeAndRead(app: App, named: PlaceName, signal: AbortSignal): Promise<Found[]> {
  const place = openPlace(named);
  const name = `vestry-test-${newKey()}.txt`;
  const files = await storeText(app, { name, text: `${now(app)}\n` }, { place, signal });
  // A place from which nothing can be removed is a good one.
  await removeFile(place, name, signal).catch(() => {});
  return files;
}

/** Returns `slow` for what ended because a person waited long enough. */
const inTime = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError' ? new PlaceError('slow', null, error) : error;

/** Writes a file to the place, reads it back and removes it. A failure is in the result. Throws `not_configured`. */
export async function testBackupTarget(app: App): Promise<CopyResult> {
  const target = await targetOf(app);
  try {
    passphraseFor(app);
    await writeAndRead(app, target, AbortSignal.timeout(ASKED_MS));
    return { ok: true, at: now(app), error: null };
  } catch (error) {
    const failure = inTime(error);
    if (!(failure instanceof PlaceError)) throw error;
    const { fault: code } = failure;
    const at = now(app);
    return { ok: false, at, error: { code, message: faultText(failure, target), at } };
  }
}

/** Sends everything. Throws if that fails. */
export type SendNow = (app: App) => Promise<void>;

/**
 * Sends everything now, and waits until it is there. A failure is in the result. Throws `conflict` if a copy is being sent
 * already, and `not_configured` without a place.
 */
export async function sendNow(app: App, send: SendNow): Promise<CopyResult> {
  const target = await targetOf(app);
  if (isLocked(sendingLock(app.paths))) throw new AppError('conflict', BUSY);
  try {
    await send(app);
    return { ok: true, at: now(app), error: null };
  } catch (error) {
    const row = await findTarget(app.db);
    const noted = row && hasPlace(row) ? errorOf(row) : null;
    app.log.warn({ err: error }, 'a copy could not be sent');
    if (noted) return { ok: false, at: now(app), error: noted };
    throw unreachablePlace(new PlaceError('failed'), target);
  }
}

/**
 * Lets this computer send its copies to a place to which another computer sent them, such as the one from which these books
 * were restored. The other one notices and stops. Throws `not_configured` without a place, and `unavailable`.
 */
export async function goOn(app: App): Promise<BackupTarget> {
  const target = await targetOf(app);
  try {
    await takePlaceOver(app, target, { place: openPlace(target), signal: AbortSignal.timeout(ASKED_MS) });
  } catch (error) {
    const failure = inTime(error);
    if (!(failure instanceof PlaceError)) throw error;
    await noteFailure(app, failure);
    throw unreachablePlace(failure, target);
  }
  await inTransaction(app, async (app) => {
    const { db } = app;
    await updateTarget(db, {
      owed: target.owed + 1,
      lastErrorCode: null,
      lastErrorDetail: null,
      lastErrorAt: null,
      ...modified(app),
    });
    await record(app, { action: 'BackupTargetTakenOver', entityType: 'BackupTarget', entityId: 1 });
  });
  return getBackupTarget(app);
}

/** Returns the copies at a place, the newest first, also without books on this computer. Throws `unavailable`. */
export async function copiesAt(named: PlaceName): Promise<TargetCopies> {
  try {
    const files = await listFiles(openPlace(named), AbortSignal.timeout(ASKED_MS));
    const copies = copiesAmong(files).map(({ name, at, size, holds }) => {
      return { name, createdAt: at.toISOString(), size, holds };
    });
    return { place: named.place, copies };
  } catch (error) {
    const failure = inTime(error);
    throw failure instanceof PlaceError ? unreachablePlace(failure, named) : failure;
  }
}
