import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

type Entry = { room: string; kind: string; text: string; file: string; line: number };

const { collect, listed } = (await import(new URL('collect.js', import.meta.url).href)) as {
  collect: (root: string) => Entry[];
  listed: (entries: readonly Entry[]) => string;
};
const { differences } = (await import(new URL('differences.js', import.meta.url).href)) as {
  differences: (entries: readonly Entry[], list: string) => string;
};

const SERVICE = 'src/features/giving/givings/service.ts';
const REFUSAL = "throw new AppError('conflict', `The month ${month} is closed. Reopen it first.`);\n";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vestry-sentences-'));
  cpSync('templates', path.join(root, 'templates'), { recursive: true });
  mkdirSync(path.join(root, 'test/english'), { recursive: true });
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test('a new sentence is reported with its file, its section of the list, and the command that adds it', () => {
  write(SERVICE, '');
  run('--write');
  write(SERVICE, REFUSAL);

  const { status, stderr } = run();

  expect(status).toBe(1);
  expect(stderr).toContain(
    `${SERVICE}:1 has a sentence that is missing under "features/giving", "Refusals and messages"`,
  );
  expect(stderr).toContain('The month {month} is closed. Reopen it first.');
  expect(stderr).toContain('npm run sentences');
});

test('a sentence that is no longer in the sources is reported until it is removed from the list', () => {
  write(SERVICE, REFUSAL);
  writeList();
  write(SERVICE, '');

  expect(report()).toContain('Listed, but no longer in the sources, under "features/giving", "Refusals and messages"');
  writeList();
  expect(report()).toBe('');
});

test('a sentence that moves to another file of the same feature is not reported', () => {
  write(SERVICE, REFUSAL);
  writeList();
  write(SERVICE, '');
  write('src/features/giving/offerings/close.ts', `\n\n${REFUSAL}`);

  expect(report()).toBe('');
});

test('the list has refusals, the API document, the command line and printed texts, but neither SQL nor log lines', () => {
  write(
    SERVICE,
    `
      badField('date', 'must not lie before the books');
      const Giving = z.object({ date: z.string().describe('The day of the gift.') });
      command.description('list givings').option('--from <date>', 'the first day');
      process.stdout.write('Nothing was ' + (kept ? 'left out' : count(total)) + '.');
      app.log.info('A giving was stored.');
      sql\`select * from givings\`;
    `,
  );
  writeList();

  expect(ofRoom('features/giving')).toBe(`-- Refusals and messages --

must not lie before the books

-- API document --

The day of the gift.

-- Command line --

list givings
the first day

-- Printed and written --

Nothing was {left out | total}.
`);
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Does the same as `run('--write')`, without a new process. */
function writeList(): void {
  writeFileSync(path.join(root, 'test/english/sentences.txt'), listed(collect(root)));
}

/** Returns what `run()` prints, without a new process. */
function report(): string {
  return differences(collect(root), readFileSync(path.join(root, 'test/english/sentences.txt'), 'utf8'));
}

function run(...options: string[]): { status: number | null; stderr: string } {
  const script = ['test/english/sentences.js', '--root', root, ...options];
  return spawnSync(process.execPath, script, { encoding: 'utf8' });
}

function ofRoom(room: string): string | undefined {
  const list = readFileSync(path.join(root, 'test/english/sentences.txt'), 'utf8');
  return list.split(`==== ${room} ====\n\n`)[1]?.split('\n====')[0];
}
