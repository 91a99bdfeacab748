/** Counts the lines of the repository by kind and by room. `run.js` prints them, and `lines.test.ts` tests this file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const NEWLINE = 10;

/** Files that nobody writes by hand: pictures, fonts, and the list of packages that npm writes. */
const NOT_COUNTED = /\.(?:jpg|png|ttf)$|^package-lock\.json$/;

/** The kinds of files. A file is of the first kind that fits. */
const KINDS = {
  tests: /^test\//,
  documents: /^(?:docs|findings)\/|^[A-Z]+(?:\.md)?$/,
  tools: /^src\/build\/|^\.|^[\w.-]+\.(?:json|ts)$/,
  data: /^data\//,
  css: /\.css$/,
  words: /^templates\/(?:.*\/|openapi)|(?:\/|-)words(?:\.[\w-]+)?\.ts$/,
  screens: /^src\/console\/.*\.(?:tsx|html|svg)$|^templates\/api-docs\./,
  'page logic': /^src\/console\//,
  SQL: /^src\/db\/|(?:\/|-)queries\.ts$|\/(?:table|joins)\.ts$/,
  wire: /(?:\/|-)(?:schema|fields|wire)\.ts$/,
  routes: /(?:\/|-)(?:routes|examples)\.ts$/,
  commands: /^src\/cli\/|(?:\/|-)(?:cli|commands|print|list-view)\.ts$/,
  services: /^src\/features\//,
  'shared code': /^src\/(?:books|client|http|lib)\/|^src\/[\w.-]+$|^bin\//,
};

/** Returns the kind of a file, or undefined if none fits. */
export function kindOf(file) {
  return Object.keys(KINDS).find((kind) => KINDS[kind].test(file));
}

/** Returns the room of a file: a folder of src/features, or else the folder at the top of src or of the repository. */
export function roomOf(file) {
  const [top, ...folders] = file.split('/').slice(0, -1);
  if (top !== 'src') return top === undefined || top.startsWith('.') ? 'root' : top;
  return folders[0] === 'features' ? folders[1] : ['src', ...folders.slice(0, 1)].join('/');
}

/** Returns the counted files of the repository: those that git tracks and that exist. */
export function countedFiles() {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  return tracked.filter((file) => !NOT_COUNTED.test(file) && existsSync(file));
}

/** Returns the lines of all counted files, of each kind, and of each room, the largest first. */
export function countLines(files = countedFiles()) {
  const counts = files.map((file) => ({ kind: kindOf(file), room: roomOf(file), lines: linesIn(file) }));
  return { kinds: sums(counts, 'kind'), rooms: sums(counts, 'room') };
}

function linesIn(file) {
  return readFileSync(file).reduce((sum, byte) => sum + (byte === NEWLINE ? 1 : 0), 0);
}

function sums(counts, by) {
  const groups = Object.entries(Object.groupBy(counts, (count) => count[by]));
  const entries = groups.map(([name, own]) => [name, own.reduce((sum, { lines }) => sum + lines, 0)]);
  return Object.fromEntries(entries.toSorted(([, a], [, b]) => b - a));
}
