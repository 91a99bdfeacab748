/**
 * A small disk that can be filled and emptied. It is a file system in memory. Not every machine permits mounting
 * it.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = Buffer.alloc(64 * 1024, 1);

/** Mounts a disk that is removed together with the place. If this fails, returns the reason as `why`. */
export function smallDisk(place, mebibytes) {
  const root = place.directory();
  const { error, status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', root], {
    encoding: 'utf8',
  });
  if (error || status !== 0) return { why: `no small disk can be mounted here: ${error?.message ?? stderr.trim()}` };
  place.atEnd(() => spawnSync('umount', ['-l', root]));
  const filler = path.join(root, 'filler');
  return {
    root,
    /** Fills the disk until only this many bytes are free. */
    fill: (left) => {
      const size = grow(filler);
      truncateSync(filler, Math.max(0, size - left));
    },
    /** Frees the space again. */
    empty: () => rmSync(filler, { force: true }),
    /** Returns how many bytes are free. */
    left: () => {
      const { bavail, bsize } = statfsSync(root);
      return bavail * bsize;
    },
  };
}

/** Writes until the disk is full, and returns the size of the file. */
function grow(file) {
  const descriptor = openSync(file, 'a');
  let size = 0;
  try {
    for (;;) size += writeSync(descriptor, BLOCK);
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
    return size;
  } finally {
    closeSync(descriptor);
  }
}
