import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bytesEntry, type Entry, writeArchive } from '../../../../src/features/upkeep/backups/archive-writer.ts';
import { PASSPHRASE, place, quickKeys } from './support.ts';
import { IS_NIGHTLY } from '../../../support/nightly.ts';

const MIB = 1024 * 1024;
const at = new Date(0);
const onWritten = () => {};

/** Yields files with random bytes, which cannot be compressed, so that packing is faster than writing. */
async function* files(count: number): AsyncGenerator<Entry> {
  for (let number = 0; number < count; number += 1) yield bytesEntry(`receipts/${number}`, randomBytes(MIB));
}

/** Makes writes slow, and makes them fail after this many chunks, as on a full disk. Returns their error. */
async function takeOnly(pieces: number, file: string) {
  const handle = await open(file, 'w');
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const full = Object.assign(new Error('no space is left'), { code: 'ENOSPC', syscall: 'write' });
  let taken = 0;
  const disk = vi.spyOn(prototype, 'appendFile').mockImplementation(async () => {
    await pause(20);
    if ((taken += 1) > pieces) throw full;
  });
  onTestFinished(() => disk.mockRestore());
  return full;
}

test.each([undefined, PASSPHRASE])(
  'if the disk becomes full, writing the archive fails with the error of the disk (passphrase: %s)',
  async (passphrase) => {
    quickKeys();
    const file = place();
    for (const pieces of passphrase === undefined ? [0, 1, 2, 5, 9] : [2]) {
      const full = await takeOnly(pieces, file('probe'));
      const options = { entries: files(8), onWritten, at, passphrase, pressed: [4 * MIB] };
      await expect(writeArchive(file(`archive-${pieces}`), options)).rejects.toBe(full);
    }
  },
);

test.runIf(IS_NIGHTLY)(
  'if a file cannot be read while the key is being derived, writing fails with that error',
  async () => {
    const file = place();
    const gone = new Error('the receipt is gone');
    async function* entries(): AsyncGenerator<Entry> {
      yield bytesEntry('about.json', Buffer.from('{}'));
      throw gone;
    }
    const options = { entries: entries(), onWritten, at, passphrase: PASSPHRASE, pressed: [] };
    await expect(writeArchive(file('archive'), options)).rejects.toBe(gone);
  },
);
