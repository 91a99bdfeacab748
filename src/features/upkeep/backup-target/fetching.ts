/** Brings copies from a place off this computer, to restore one of them. Also works on a computer that has no books yet. */
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { dataPaths, knownEncryptionKey } from '../../../data-dir.ts';
import { connect } from '../../../db/connect.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import type { LastNumber } from '../../giving/contributions/numbers.ts';
import { unpackChecked } from '../backups/inspect.ts';
import { STAGED } from '../backups/leftovers.ts';
import { readLastNumbers, readPlace } from '../backups/queries.ts';
import { ENTRIES } from '../backups/rules.ts';
import { unreachablePlace } from './fault-words.ts';
import { PlaceError, placeFault, type PlaceName, placeOfText, textOfPlace } from './places.ts';
import { fetchFile } from './protocol.ts';
import type { TargetCopy } from './schema.ts';
import { openPlace } from './sending.ts';
import { copiesAt } from './service.ts';

/**
 * Returns the place that is named, or else the one to which the books on this computer send copies. Throws a SetupError if
 * there is none.
 */
export async function placeFor({ dataDir }: Pick<Config, 'dataDir'>, named: string | undefined): Promise<PlaceName> {
  if (named !== undefined) {
    const place = placeOfText(named);
    const fault = placeFault(place);
    if (fault !== undefined) throw new SetupError(`The place ${fault}.`, EXIT.usage);
    return place;
  }
  const { database } = dataPaths(dataDir);
  const stored = existsSync(database) ? await storedIn(database) : undefined;
  if (stored) return stored;
  const message =
    'The books on this computer name no place for copies. Name it: --target=PLACE, or --target=rclone:REMOTE:PATH';
  throw new SetupError(message, EXIT.usage);
}

async function storedIn(database: string): Promise<PlaceName | undefined> {
  const db = connect(database, 'block');
  try {
    return await readPlace(db);
  } catch {
    // Damaged books are replaced like any others. The person names the place.
    return undefined;
  } finally {
    await db.destroy();
  }
}

/** The files that a restore needs. They exist until the restore has ended. */
export type Fetched = {
  file: string;
  /** The newest copy with the files of receipts, if the copy has none. */
  receiptsFrom: string | undefined;
  /** The newest copy of all, if another one was chosen. It knows the newest numbers of statements. */
  newest: string | undefined;
};

/**
 * Brings the named copy, or the newest, and what belongs to it, and calls `use` with the files. Throws `not_found` if there
 * is no such copy, and `unavailable` if the place cannot be reached.
 */
export async function withCopies<T>(
  { dataDir }: Pick<Config, 'dataDir'>,
  { place, name, signal }: { place: PlaceName; name: string | undefined; signal: AbortSignal },
  use: (fetched: Fetched) => Promise<T>,
): Promise<T> {
  const { copies } = await copiesAt(place);
  const [newest] = copies;
  const chosen = name === undefined ? newest : copies.find((one) => one.name === name);
  if (!newest || !chosen) throw new AppError('not_found', missingText(place, name));
  const full = chosen.holds === 'Books' ? copies.find(({ holds }) => holds === 'All') : undefined;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(dataDir, `${STAGED}fetched-`));
  const fetch = async (one: TargetCopy) => {
    const file = path.join(folder, one.name);
    if (!existsSync(file)) await fetchFile(openPlace(place), one, file, signal);
    return file;
  };
  try {
    const fetched = {
      file: await fetch(chosen),
      receiptsFrom: full && (await fetch(full)),
      newest: newest === chosen ? undefined : await fetch(newest),
    };
    return await use(fetched);
  } catch (error) {
    throw error instanceof PlaceError ? unreachablePlace(error, place) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function missingText(place: PlaceName, name: string | undefined): string {
  const where = textOfPlace(place);
  return name === undefined
    ? `${where} has no copy of Vestry.`
    : `${where} has no copy named ${name}. To see them: vestry backup list --target=${where}`;
}

/** Returns the last number of each year's statements that a copy knows. Throws `file_refused` if it cannot be opened. */
export async function numbersIn(
  { dataDir }: Pick<Config, 'dataDir'>,
  file: string,
  passphrase: string | undefined,
): Promise<LastNumber[]> {
  const into = await mkdtemp(path.join(path.dirname(file), 'newest-'));
  await unpackChecked(file, {
    into,
    passphrase,
    encryptionKey: knownEncryptionKey(dataPaths(dataDir)),
    books: 'skip',
  });
  const db = connect(path.join(into, ENTRIES.database), 'block');
  try {
    return await readLastNumbers(db);
  } finally {
    await db.destroy();
  }
}
