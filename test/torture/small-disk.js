/** A disk of a few megabytes that can be filled and emptied: a file system in memory, where this machine lets us mount one. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = Buffer.alloc(64 * 1024, 1);

/** Mounts one, gone with the place; or says in `why` why there is none. */
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
    /** Leaves so many bytes of it, and not more. */
    fill: (left) => {
      const size = grow(filler);
      truncateSync(filler, Math.max(0, size - left));
    },
    /** Gives the space back. */
    empty: () => rmSync(filler, { force: true }),
    /** How many bytes are left. */
    left: () => {
      const { bavail, bsize } = statfsSync(root);
      return bavail * bsize;
    },
  };
}

/** Writes until nothing more is taken; returns the size. */
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
