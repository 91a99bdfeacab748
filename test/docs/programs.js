/**
 * Compares the table of programs in `docs/import-export.md` with `data/import-programs.json`, of which it is made. `npm run
 * check` runs this script. `npm run programs` rewrites the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const DOCUMENT = 'docs/import-export.md';
const HEAD = '| program | its file is a list of | its columns | headers documented by |\n|---|---|---|---|\n';
const KINDS = { members: 'people', givings: 'gifts', payouts: 'payments and payouts', bank: 'the lines of an account' };

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

/** @param {{ name: string; kind: keyof typeof KINDS; columns: Record<string, string>; sources: string[] }} program */
function rowOf({ name, kind, columns, sources }) {
  const read = Object.keys(columns)
    .map((header) => `\`${header}\``)
    .join(', ');
  const links = sources.map((source) => `[${new URL(source).hostname}](${source})`).join(', ');
  return `| ${name} | ${KINDS[kind]} | ${read} | ${links} |\n`;
}

const programs = JSON.parse(readFileSync('data/import-programs.json', 'utf8'));
const rows = programs.map(rowOf).toSorted((a, b) => a.localeCompare(b, 'en'));
const text = readFileSync(DOCUMENT, 'utf8');
const start = text.indexOf(HEAD);
const end = text.indexOf('\n\n', start) + 1;
if (start < 0 || end === 0) throw new Error(`${DOCUMENT} has no table of programs.`);
const made = text.slice(0, start) + HEAD + rows.join('') + text.slice(end);

if (options.write) {
  writeFileSync(DOCUMENT, made);
} else if (made !== text) {
  console.error(`The table of programs in ${DOCUMENT} is not that of data/import-programs.json. Run: npm run programs`);
  process.exitCode = 1;
}
