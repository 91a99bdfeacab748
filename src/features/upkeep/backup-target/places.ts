/**
 * What a place off this computer can do, whether it is a folder or a remote of rclone, and what can go wrong there.
 */
import path from 'node:path';

export const PLACE_KINDS = ['Folder', 'Rclone'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** What a copy has: the books without the files of receipts, or everything. */
export type Holds = 'Books' | 'All';

export type PlaceName = { kind: PlaceKind; place: string };

/** What can go wrong at a place. */
export const FAULTS = [
  'missing',
  'read_only',
  'full',
  'refused',
  'slow',
  'unreachable',
  'not_allowed',
  'no_rclone',
  'no_remote',
  'not_kept',
  'other_church',
  'other_computer',
  'no_passphrase',
  'no_archive',
  'failed',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Something that went wrong at a place. `detail` has no secret. */
export class PlaceError extends Error {
  readonly fault: Fault;
  readonly detail: string | null;

  constructor(fault: Fault, detail: string | null = null, cause?: unknown) {
    super(detail === null ? fault : `${fault}: ${detail}`, { cause });
    this.fault = fault;
    this.detail = detail;
  }
}

/** A file at a place. */
export type Found = { name: string; size: number };

/** What can be done at a place. All of it throws a `PlaceError` if it fails, and ends when the signal aborts. */
export type Place = {
  /** Returns the files that lie there. */
  list: (signal: AbortSignal) => Promise<Found[]>;
  /** Uploads a file under a name that does not exist yet. It is whole only if nothing was thrown, and perhaps not then. */
  upload: (file: string, name: string, signal: AbortSignal) => Promise<void>;
  /** Yields the bytes of a file as the place has them. */
  read: (name: string, size: number, signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Gives a file another name, which must not exist. */
  move: (from: string, to: string, signal: AbortSignal) => Promise<void>;
  remove: (name: string, signal: AbortSignal) => Promise<void>;
};

const RCLONE = 'rclone:';
/** A remote of rclone by its name. Commas, equals signs and colons would make it a connection string or a flag. */
const REMOTE = /^[\p{L}\p{N}_.+@][\p{L}\p{N}_.+@ -]*$/u;
const CONTROL = /[\p{Cc}\p{Cf}]/u;

/** Returns the place that a person names on the command line: a folder, or `rclone:REMOTE:PATH`. */
export function placeOfText(text: string): PlaceName {
  return text.startsWith(RCLONE)
    ? { kind: 'Rclone', place: text.slice(RCLONE.length) }
    : { kind: 'Folder', place: path.resolve(text) };
}

/** Returns a place as a person names it on the command line. */
export function textOfPlace({ kind, place }: PlaceName): string {
  return kind === 'Rclone' ? `${RCLONE}${place}` : place;
}

/** Returns what is wrong with the text of a place, as the end of a sentence, or undefined. */
export function placeFault({ kind, place }: PlaceName): string | undefined {
  if (CONTROL.test(place)) return 'must be one line without invisible characters';
  if (kind === 'Folder') {
    return path.isAbsolute(place) ? undefined : 'must be the whole path of a folder, such as /media/disk/vestry';
  }
  const { remote, folder } = partsOf(place);
  if (!REMOTE.test(remote) || folder === undefined)
    return 'must be a remote of rclone and a folder there, such as drive:vestry; options in it are not allowed';
  return folder.split('/').includes('..') ? 'must not go up with ..' : undefined;
}

/** Returns the name of the remote in `REMOTE:PATH`, and the folder there, which is undefined if the colon is missing. */
export function partsOf(place: string): { remote: string; folder: string | undefined } {
  const colon = place.indexOf(':');
  return colon === -1
    ? { remote: place, folder: undefined }
    : { remote: place.slice(0, colon), folder: place.slice(colon + 1) };
}
