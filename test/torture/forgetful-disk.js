/**
 * A disk that fails like those of Linux: after a failed sync, the pages that were not written count as written, so
 * nothing writes them again. `forgetful-disk.c` records the writes and syncs of the program, and this file rebuilds what
 * a power cut leaves on the disk at any moment of the record.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('forgetful-disk.c', import.meta.url));
const PAGE = 4096;
const HEAD = 24;
const [WRITTEN, SYNCED, FAILED, CUT, REMOVED] = [1, 2, 3, 4, 5];
/** The files, by their numbers in the record. */
const FILES = { 1: 'vestry.db', 2: 'vestry.db-wal' };
export const [DATABASE, LOG] = [1, 2];

/** Returns the path of the compiled library, or why it cannot be made here as `why`. */
export function buildLibrary(directory) {
  if (process.platform !== 'linux') return { why: 'a library is loaded before others only on Linux' };
  const library = path.join(directory, 'forgetful-disk.so');
  const { error, status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (error) return { why: 'there is no C compiler (cc)' };
  return status === 0 ? { library } : { why: `the library cannot be compiled: ${stderr.trim()}` };
}

export class ForgetfulDisk {
  /** The environment of every program that uses the disk. */
  env;
  #journal;

  constructor({ library, root, journal }) {
    this.#journal = journal;
    this.env = { LD_PRELOAD: library, DISK_ROOT: root, DISK_JOURNAL: journal };
  }

  /** Returns the present moment: how long the record is. */
  now = () => statSync(this.#journal, { throwIfNoEntry: false })?.size ?? 0;

  /** Lets the next syncs of a file fail. With `holds`, nobody can write after the first of them. */
  fail(file, times, { holds = false } = {}) {
    if (holds) writeFileSync(this.#hold, '');
    writeFileSync(this.#failing(file), '.'.repeat(times));
  }

  /** Waits until nobody can write because a sync has failed, or for this time. */
  async held(latestMs) {
    for (const end = performance.now() + latestMs; existsSync(this.#hold) && performance.now() < end;) await pause(1);
  }

  /** Lets all syncs succeed again. */
  recover() {
    const files = [this.#failing(DATABASE), this.#failing(LOG), this.#hold, `${this.#journal}.held`];
    for (const file of files) rmSync(file, { force: true });
  }

  get #hold() {
    return `${this.#journal}.hold`;
  }

  #failing = (file) => `${this.#journal}.fail-${file}`;

  /** Returns the record. */
  read = () => new Recording(readFileSync(this.#journal));
}

/** A record of writes and syncs. */
class Recording {
  #bytes;
  /** The moments just after each entry, and the failed syncs. */
  moments = [];
  failures = [];

  constructor(bytes) {
    this.#bytes = bytes;
    for (const { what, file, end } of this.#entries()) {
      this.moments.push(end);
      if (what === FAILED) this.failures.push({ file, end });
    }
  }

  *#entries() {
    for (let at = 0; at < this.#bytes.length;) {
      const [what, file] = [this.#bytes.readUInt32LE(at), this.#bytes.readUInt32LE(at + 4)];
      const offset = Number(this.#bytes.readBigUInt64LE(at + 8));
      const length = Number(this.#bytes.readBigUInt64LE(at + 16));
      const end = at + HEAD + (what === WRITTEN ? length : 0);
      yield { what, file, offset, length, data: this.#bytes.subarray(at + HEAD, end), end };
      at = end;
    }
  }

  /** Calls `look` with the disk at each of these moments, which must be in order. */
  async replay(moments, look) {
    const files = { [DATABASE]: new File(), [LOG]: new File() };
    let next = 0;
    for (const { end, file, ...entry } of this.#entries()) {
      files[file].take(entry);
      for (; moments[next] === end; next += 1)
        await look({ at: end, write: (directory, how) => writeFiles(files, directory, how) });
    }
  }
}

/**
 * Writes the files as they are after the end of the process, or, with `random`, after a power cut: of the pages that
 * were not synced, some are on the disk.
 */
function writeFiles(files, directory, { random }) {
  for (const [number, name] of Object.entries(FILES)) {
    const content = random ? files[number].afterPowerCut(random) : files[number].present();
    if (content) writeFileSync(path.join(directory, name), content);
  }
}

/** One file: what the system shows, and what is on the disk. */
class File {
  #shown = new Content();
  #disk = new Content();
  #dirty = new Set();
  #exists = false;
  /** Whether the disk has this file, and not one that was removed. */
  #isDurable = false;

  take({ what, offset, length, data }) {
    if (what === WRITTEN) this.#write(offset, data);
    if (what === SYNCED) this.#sync();
    if (what === FAILED) this.#dirty.clear();
    if (what === CUT) this.#cut(length);
    if (what === REMOVED) this.#remove();
  }

  #write(offset, data) {
    this.#exists = true;
    this.#shown.write(offset, data);
    for (let page = Math.floor(offset / PAGE); page * PAGE < offset + data.length; page += 1) this.#dirty.add(page);
  }

  #sync() {
    if (!this.#exists) return;
    if (!this.#isDurable) this.#disk = new Content();
    this.#isDurable = true;
    for (const page of this.#dirty) this.#disk.write(page * PAGE, this.#shown.page(page));
    this.#disk.cut(this.#shown.size);
    this.#dirty.clear();
  }

  #cut(length) {
    this.#shown.cut(length);
    for (const page of this.#dirty) if (page * PAGE >= length) this.#dirty.delete(page);
  }

  #remove() {
    [this.#exists, this.#isDurable] = [false, false];
    this.#shown = new Content();
    this.#dirty.clear();
  }

  present() {
    return this.#exists ? this.#shown.bytes() : undefined;
  }

  /** The removal of a file, its creation and its size may be on the disk or not, and so may each page. */
  afterPowerCut(random) {
    if (!this.#isDurable && random.once(2)) return this.#disk.size > 0 ? this.#disk.bytes() : undefined;
    if (!this.#exists) return undefined;
    const left = new Content(this.#isDurable ? this.#disk.bytes() : Buffer.alloc(0));
    const inSoMany = random.pick([1, 2, 4, 1000]);
    for (const page of this.#dirty) if (random.once(inSoMany)) left.write(page * PAGE, this.#shown.page(page));
    if (random.once(2)) left.cut(this.#shown.size);
    return left.bytes();
  }
}

/** The growing content of a file. */
class Content {
  size;
  #bytes;

  constructor(bytes = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes);
    this.size = bytes.length;
  }

  write(offset, data) {
    this.#reserve(offset + data.length);
    data.copy(this.#bytes, offset);
    this.size = Math.max(this.size, offset + data.length);
  }

  /** Cuts the file, or extends it with zeros. */
  cut(size) {
    this.#reserve(size);
    this.#bytes.fill(0, Math.min(size, this.size), Math.max(size, this.size));
    this.size = size;
  }

  #reserve(size) {
    if (size <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes], Math.max(size, 2 * this.#bytes.length));
  }

  page(number) {
    return this.#bytes.subarray(number * PAGE, Math.min((number + 1) * PAGE, this.size));
  }

  bytes() {
    return Buffer.from(this.#bytes.subarray(0, this.size));
  }
}
