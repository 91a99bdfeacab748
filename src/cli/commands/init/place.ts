/** Asks for the data directory of `vestry init`, and checks it before anything is written into it. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataDirOf, loadConfig } from '../../../config.ts';
import { dataPaths, refuseIncomplete, strangerIn, unwritable } from '../../../data-dir.ts';
import { refuseForeignFile } from '../../../db/migrate.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import type { Options } from '../../kit/action.ts';
import { ask } from '../../kit/prompt.ts';
import type { InitWords } from './words.ts';

const MEBIBYTE = 1024 * 1024;
/** The free space that new books need. It is twice the size of new books with the catalogs. */
const ROOM_BYTES = 8 * MEBIBYTE;

/** Returns the directory for the church. Throws a SetupError for an unsuitable directory. Writes nothing. */
export async function askPlace({ dataDir }: Options, { folder, place: words }: InitWords): Promise<string> {
  const usual = dataDirOf(typeof dataDir === 'string' ? { dataDir } : {});
  const wanted = { fallback: usual, fault: (answer: string) => faultOf(placeOf(answer), words) };
  const place = placeOf(await ask(dataDir, '--data-dir', folder, wanted));
  refuseUnusable(place, words);
  return place;
}

/** Returns the full path of an answer. Expands `~`, because no shell has done so. */
function placeOf(answer: string): string {
  return path.resolve(answer.trim().replace(/^~(?=$|[/\\])/, os.homedir()));
}

function faultOf(directory: string, words: PlaceWords): string | undefined {
  try {
    refuseUnusable(directory, words);
    refuseStranger(directory, words);
    return undefined;
  } catch (error) {
    if (error instanceof SetupError) return error.message;
    throw error;
  }
}

type PlaceWords = InitWords['place'];

function refuseUnusable(directory: string, words: PlaceWords): void {
  refuseIncomplete(directory);
  const nearest = nearestOf(directory);
  if (!statSync(nearest).isDirectory()) {
    throw new SetupError(words.isFile(nearest), EXIT.usage);
  }
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw words.unwritable === null
      ? unwritable(directory, error)
      : new SetupError(words.unwritable(directory), EXIT.inTheWay, error);
  }
  const { database } = dataPaths(directory);
  refuseForeignFile(database);
  if (!existsSync(database)) refuseFull(directory, nearest, words);
  loadConfig({ dataDir: directory });
}

/** Returns the directory itself, or its nearest existing parent. */
function nearestOf(directory: string): string {
  return existsSync(directory) ? directory : nearestOf(path.dirname(directory));
}

function refuseFull(directory: string, nearest: string, words: PlaceWords): void {
  const { bavail, bsize } = statfsSync(nearest);
  if (bavail * bsize >= ROOM_BYTES) return;
  const left = Math.floor((bavail * bsize) / MEBIBYTE);
  throw new SetupError(words.full(directory, left, ROOM_BYTES / MEBIBYTE), EXIT.inTheWay);
}

/**
 * Throws a SetupError if the directory contains other files, as a home folder does. Suggests a new folder inside it.
 */
function refuseStranger(directory: string, words: PlaceWords): void {
  const other = strangerIn(directory);
  if (other === undefined) return;
  throw new SetupError(words.stranger(directory, other, path.join(directory, 'vestry')), EXIT.usage);
}
