/** The calls of rclone, against a program that behaves as rclone 1.60.1 was seen to do. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PlaceError } from '../../../../src/features/upkeep/backup-target/places.ts';
import {
  contentOfFile,
  fetchFile,
  listFiles,
  storeFile,
} from '../../../../src/features/upkeep/backup-target/protocol.ts';
import { listRemotes, rclonePlace } from '../../../../src/features/upkeep/backup-target/rclone.ts';
import { place as folder } from '../backups/support.ts';

const NEVER = new AbortController().signal;

/**
 * Exit codes as seen: 9 after a move that was made, 3 for a missing folder, 1 for everything else. A failed upload leaves
 * nothing; of what it prints, nothing may come out.
 */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/calls"
verb=$1
for last; do previous=$named; named=$last; done
path() { echo "$here/remote/\${1#*:}"; }
case "$verb-$(cat "$here/mood")" in
  listremotes-*) printf 'drive:\\nmy disk:\\n' ;;
  *-hanging) exec sleep 60 ;;
  *-refused) echo 'https://u:secret@host/?token=secret: 401 Unauthorized' >&2; exit 1 ;;
  copyto-full) echo 'Failed: 507 Insufficient Storage secret' >&2; exit 1 ;;
  lsjson-*)
    folder=$(path "$named")
    if [ ! -d "$folder" ]; then printf '[\\n'; echo 'directory not found' >&2; exit 3; fi
    first=1; printf '['
    for file in "$folder"/*; do
      [ -f "$file" ] || continue
      [ "$first" ] || printf ','
      first=
      printf '{"Path":"x","Name":"%s","Size":%s,"IsDir":false}' "$(basename "$file")" "$(wc -c < "$file" | tr -d ' ')"
    done
    printf ']' ;;
  copyto-*) mkdir -p "$(dirname "$(path "$named")")"; cp "$previous" "$(path "$named")" ;;
  moveto-*) mv "$(path "$previous")" "$(path "$named")"; exit 9 ;;
  cat-*) cat "$(path "$named")" ;;
  deletefile-*) rm "$(path "$named")" || exit 1 ;;
esac
`;

/** Puts the program before everything else on the path, until the end of the test. */
function fakeRclone() {
  const at = folder();
  const program = at('rclone');
  writeFileSync(program, PROGRAM);
  chmodSync(program, 0o755);
  mkdirSync(at('remote'));
  const mood = (name: string) => writeFileSync(at('mood'), name);
  mood('good');
  const before = process.env['PATH'];
  process.env['PATH'] = `${path.dirname(program)}${path.delimiter}${before}`;
  onTestFinished(() => void (process.env['PATH'] = before));
  writeFileSync(at('archive'), 'the books');
  const calls = () => readFileSync(at('calls'), 'utf8').trim().split('\n');
  return { at, mood, calls };
}

const content = async (file: string) => ({ name: 'vestry-copy', ...(await contentOfFile(file)) });

async function errorOf(work: Promise<unknown>): Promise<PlaceError> {
  const error: unknown = await work.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(PlaceError);
  return error as PlaceError;
}

test('a copy goes to a folder that is not there yet, is read back, moved and found; it comes back as it was', async () => {
  const { at, calls } = fakeRclone();
  const place = rclonePlace('my disk:church/copies');
  const files = await storeFile(place, at('archive'), await content(at('archive')), NEVER);
  expect(files).toEqual([{ name: 'vestry-copy', size: 9 }]);
  expect(readdirSync(at('remote/church/copies'))).toEqual(['vestry-copy']);
  await fetchFile(place, { name: 'vestry-copy', size: 9 }, at('back'), NEVER);
  expect(readFileSync(at('back'), 'utf8')).toBe('the books');
  expect(calls().map((call) => call.split(' ')[0])).toEqual([
    'lsjson',
    'copyto',
    'lsjson',
    'cat',
    'moveto',
    'lsjson',
    'cat',
  ]);
  expect(calls().every((call) => call.includes('--ask-password=false') && call.includes(' -- '))).toBe(true);
  expect(calls()[1]).toMatch(/--ignore-times -- \S+archive my disk:church\/copies\/vestry-copy\.part$/);
  expect(calls()[4]).toMatch(/--ignore-existing -- /);
});

test('a refusal, a full place and a program that is missing are told apart, and never with what rclone printed', async () => {
  const { at, mood } = fakeRclone();
  const place = rclonePlace('drive:');
  mood('refused');
  const refused = await errorOf(listFiles(place, NEVER));
  expect([refused.fault, JSON.stringify([refused.message, refused.detail])]).toEqual([
    'not_allowed',
    expect.not.stringContaining('secret'),
  ]);
  mood('full');
  const full = await errorOf(storeFile(place, at('archive'), await content(at('archive')), NEVER));
  expect([full.fault, full.message]).toEqual(['full', expect.not.stringContaining('secret')]);
  process.env['PATH'] = at('remote');
  expect((await errorOf(listFiles(place, NEVER))).fault).toBe('no_rclone');
});

test('a call that hangs is killed when its time is over', async () => {
  const { mood } = fakeRclone();
  mood('hanging');
  const late = new AbortController();
  const listing = listFiles(rclonePlace('drive:'), late.signal);
  late.abort(new PlaceError('slow'));
  expect((await errorOf(listing)).fault).toBe('slow');
});

test('only the names of the remotes are read', async () => {
  const { at } = fakeRclone();
  expect(await listRemotes(NEVER)).toEqual(['drive', 'my disk']);
  expect(existsSync(at('remote'))).toBe(true);
});
