import { expect, test } from 'vitest';
import { syncedBy } from '../../../../src/features/upkeep/backup-target/about-place.ts';
import {
  ageOfCopy,
  claimName,
  claimOf,
  copiesAmong,
  copyName,
  leftParts,
  readCopyName,
  removable,
} from '../../../../src/features/upkeep/backup-target/copy-rules.ts';
import { environmentFor } from '../../../../src/features/upkeep/backup-target/rclone.ts';
import { type Holds, placeFault, placeOfText } from '../../../../src/features/upkeep/backup-target/places.ts';

const [OURS, OTHERS, CHURCH] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)];
const files = (...names: string[]) => names.map((name) => ({ name, size: 10 }));

test('the name of a copy says when it was made, what it has and who sent it; a part is no copy', () => {
  const name = copyName(new Date('2026-12-06T18:02:03Z'), 'Books', OURS, 1);
  expect(name).toBe(`vestry-20261206-180203-2-books-${OURS}.tar.gz.age`);
  expect(readCopyName(name)).toEqual({
    name,
    at: new Date('2026-12-06T18:02:03Z'),
    holds: 'Books',
    installationKey: OURS,
  });
  const older = copyName(new Date('2026-12-05T18:02:03Z'), 'All', OTHERS);
  const found = copiesAmong(files(older, `${name}.part`, name, 'vestry-20261206-180203.tar.gz.age', 'photo.jpg'));
  expect(found.map((one) => one.name)).toEqual([name, older]);
  expect(leftParts(files(`${name}.part`, `${older}.part`, name), OURS)).toEqual([`${name}.part`]);
});

test('the claim with the highest number counts, and of two alike both computers find the same', () => {
  const claim = (number: number, installationKey: string) => claimName({ number, churchKey: CHURCH, installationKey });
  expect(claimOf(files('photo.jpg', `${claim(1, OURS)}.part`))).toBeUndefined();
  expect(claimOf(files(claim(2, OTHERS), claim(10, OURS)))?.installationKey).toBe(OURS);
  expect(claimOf(files(claim(2, OTHERS), claim(2, OURS)))?.installationKey).toBe(OURS);
});

const copy = (day: string, holds: Holds = 'All', installationKey = OURS) => {
  const asOf = `${day}T18:00:00.000Z`;
  return { name: copyName(new Date(asOf), holds, installationKey), holds, size: 10, asOf, installationKey };
};
const rule = (kept = { days: 1, weeks: 0, months: 0 }) => ({
  installationKey: OURS,
  now: new Date('2026-12-06T20:00:00Z'),
  timeZone: 'America/Chicago',
  kept,
});

test('only copies that this installation sent, that lie there whole and that the rule does not keep are removed', () => {
  const [first, second, cut, foreign, last] = [
    copy('2026-12-01'),
    copy('2026-12-02'),
    copy('2026-12-03'),
    copy('2026-12-04', 'All', OTHERS),
    copy('2026-12-05'),
  ];
  const there = [...files(first.name, second.name, foreign.name, last.name, 'photo.jpg'), { name: cut.name, size: 3 }];
  expect(removable([first, second, cut, foreign, last], there, rule())).toEqual([second.name, first.name]);
  expect(removable([first, second, last], there, rule({ days: 2, weeks: 0, months: 0 }))).toEqual([first.name]);
});

test('the last good copy of each kind stays, also if newer ones are gone or cut, or the clock was set back', () => {
  const [good, gone] = [copy('2026-12-01'), copy('2026-12-05')];
  expect(removable([good, gone], files(good.name), rule())).toEqual([]);
  expect(removable([good, gone], [...files(good.name), { name: gone.name, size: 9 }], rule())).toEqual([]);
  // The clock was set back before the last copy was sent.
  const late = copy('2026-11-01');
  expect(removable([good, gone, late], files(good.name, gone.name, late.name), rule())).toEqual([good.name]);
  const books = copy('2026-11-01', 'Books');
  expect(removable([books, gone], files(books.name, gone.name), rule())).toEqual([]);
});

test('a copy is fresh for two days, or for eight where none is sent at night; a clock that was set back makes none old', () => {
  const age = (asOf: string | undefined, nightly = true) =>
    ageOfCopy({ asOf, since: '2026-12-01T00:00:00Z', nightly }, new Date('2026-12-03T12:30:00Z'));
  expect(age('2026-12-02T12:00:00Z')).toEqual({ ageHours: 24, ok: true });
  expect(age('2026-12-01T12:00:00Z')).toEqual({ ageHours: 48, ok: false });
  expect(age('2026-12-01T12:00:00Z', false)).toEqual({ ageHours: 48, ok: true });
  expect(age('2026-12-09T12:00:00Z')).toEqual({ ageHours: 0, ok: true });
  expect(age(undefined)).toEqual({ ageHours: null, ok: false });
});

test.each([
  'rclone::local:/etc',
  'rclone::sftp,ssh="sh -c id":x',
  'rclone:drive,env_auth=true:x',
  'rclone:--config=/tmp/x:y',
  'rclone:-v:y',
  'rclone:drive',
  'rclone:drive:a/../../b',
  'rclone:drive:a\nb',
])('%j is no place, because rclone would take more from it than a remote and a folder', (text) => {
  expect(placeFault(placeOfText(text))).toBeTypeOf('string');
});

test.each([
  'rclone:my drive:Church/Vestry copies',
  'rclone:雲端:備份',
  'rclone:s3:bucket/vestry',
  '/media/disk/vestry',
])('%j is a place', (text) => expect(placeFault(placeOfText(text))).toBeUndefined());

test('a folder of a cloud program is recognized by its name', () => {
  expect(syncedBy('/home/ann/OneDrive - Grace Church/copies')).toBe('OneDrive');
  expect(syncedBy('/home/ann/Dropbox (Personal)/copies')).toBe('Dropbox');
  expect(syncedBy('/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/x')).toBe('ICloud');
  expect(syncedBy('/Users/ann/Library/CloudStorage/GoogleDrive-ann@example.org/My Drive/x')).toBe('GoogleDrive');
  expect(syncedBy('/srv/copies/onedrives')).toBeNull();
});

test('rclone gets no setting of Vestry, and no configuration file to write to for a remote of variables', () => {
  const own = { PATH: '/bin', VESTRY_SMTP_URL: 'smtp://u:secret@host' };
  expect(environmentFor('drive:x', own)).toEqual({ PATH: '/bin' });
  const remote = { RCLONE_CONFIG_MY_DRIVE_TYPE: 'sftp' };
  expect(environmentFor('my drive:x', { ...own, ...remote })).toEqual({ PATH: '/bin', ...remote, RCLONE_CONFIG: '' });
  const file = { RCLONE_CONFIG: '/etc/rclone.conf' };
  expect(environmentFor('my drive:x', { ...remote, ...file })).toEqual({ ...remote, ...file });
});
