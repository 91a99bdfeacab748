/** What went wrong at the place of the copies, as English sentences with the next step. The page has its own words. */
import { AppError, badField } from '../../../errors.ts';
import { type Fault, PlaceError, type PlaceName, textOfPlace } from './places.ts';

const WORDS: Readonly<Record<Fault, string>> = {
  missing: '{{place}} is not there. Connect its disk or share, or choose another place.',
  read_only: '{{place}} is read-only. Make it writable, or choose another place.',
  full: '{{place}} is full. Make room there, or keep fewer copies.',
  refused: '{{place}} took no file: it is full or read-only. Make room there, or choose another place.',
  slow: '{{place}} did not answer in time. Check the connection; Vestry tries again.',
  unreachable: '{{place}} cannot be reached. Check the connection; Vestry tries again.',
  not_allowed: '{{place}} refused access. Check its permissions, or sign in again with: rclone config',
  no_rclone:
    '{{place}} needs rclone, which is not installed or too old. Install it (https://rclone.org), or choose a folder.',
  no_remote: '{{place}} names no remote that rclone has. Set it up with: rclone config',
  not_kept: '{{place}} did not keep what was sent: it came back different. Check the disk or the service there.',
  other_church: '{{place}} has the copies of another church. Choose another folder.',
  other_computer:
    '{{place}} gets the copies of another computer, so this one sends nothing. If that computer no longer runs Vestry, take the place over: vestry backup target go',
  no_passphrase:
    '{{place}} gets only encrypted copies, and there is no passphrase for backups. Write one into a file, and name it: vestry config set backupPassphraseFile /path/to/passphrase.txt',
  no_archive: '{{place}} got nothing, because no copy could be made.',
  failed: '{{place}} took nothing. Try it: vestry backup target test',
};

/** Returns what went wrong at a place, as a sentence with the next step. */
export function faultText({ fault, detail }: Pick<PlaceError, 'fault' | 'detail'>, place: PlaceName): string {
  const text = WORDS[fault].replace('{{place}}', () => textOfPlace(place));
  return detail === null || !DETAILED.has(fault) ? text : `${text} (${detail})`;
}

/** The faults whose detail helps whoever looks for the cause. */
const DETAILED: ReadonlySet<Fault> = new Set(['failed', 'not_kept', 'no_archive']);

/** Returns the refusal of a place that a person chose. */
export function placeRefusal(error: unknown, place: PlaceName): unknown {
  if (!(error instanceof PlaceError)) return error;
  return badField('place', error.fault, faultText(error, place).replace(/\.$/, ''));
}

/** Returns the refusal of a request that needs what lies at the place. */
export function unreachablePlace(error: PlaceError, place: PlaceName): AppError {
  return new AppError('unavailable', faultText(error, place), { cause: error });
}

/** Returns the refusal of a place whose text cannot be used. */
export const badPlace = (message: string) => badField('place', 'invalid_place', message);
