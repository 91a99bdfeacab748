/**
 * Tests of the package after its installation into an empty folder. A church can keep its books with the installed
 * program, and a backup that is restored after a disaster has the same figures as before.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, formatMonth, monthOf } from '../../src/lib/date.ts';
import { request, signIn, temporaryDir } from '../support/daemon.ts';
import { AT_ONCE, firstHour } from '../support/first-hour.ts';
import { install, type Installed, pack, productionLock, usedBy } from '../support/package.ts';
import { hasTerminal } from '../support/terminal.ts';

const MB = 1_000_000;
const ACCOUNT = { email: 'ann@example.org', password: 'correct horse battery' };

const fromNoon = new Date().getUTCHours() - 12;
/** A time zone in which it is about noon, so that the date does not change while the tests run. */
const NOON = `Etc/GMT${fromNoon < 0 ? fromNoon : `+${fromNoon}`}`;

const { dir, remove } = temporaryDir();
const at = (...names: string[]) => path.join(dir, ...names);
let installed: Installed;
let dataDir = '';
/** The last day of the demo church’s data. */
let today = '';
let before: Record<string, unknown>;
let backup = '';

/** Runs a command that must succeed and returns its output. */
const run = (...args: string[]) => runWith('', args);
async function runWith(input: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await installed.vestry(args, input);
  expect([exitCode, args, stderr]).toEqual([0, args, expect.any(String)]);
  return stdout;
}

beforeAll(async () => {
  const { file } = await pack(dir);
  installed = await install(file, dir);
  const church = ['--church', 'Grace Church', '--time-zone', NOON, '--email', ACCOUNT.email, '--name', 'Ann Lee'];
  const demo = ['--demo', '--members', '20', '--years', '1'];
  const made = await runWith(ACCOUNT.password, ['init', ...church, ...demo, '--password-stdin', '--json']);
  today = (JSON.parse(made) as { demo: { to: string } }).demo.to;
  await start();
  dataDir = (JSON.parse(await run('status', '--json')) as { dataDir: string }).dataDir;
  // The first print of a statement is the original, and later prints are copies. So the tests compare only copies.
  await printContributions(at('originals.pdf'));
  before = await figures();
  backup = (JSON.parse(await run('backup', 'create', '--json')) as { file: string }).file;
});
afterAll(async () => {
  await (installed as Installed | undefined)?.vestry(['stop']);
  remove();
});

let url = '';
async function start() {
  url = (JSON.parse(await run('start', '--port', '0', '--json')) as { url: string }).url;
}

const lastYear = () => String(Number(today.slice(0, 4)) - 1);
const printContributions = (file: string) =>
  run('export', 'contributions', '--year', lastYear(), '--single-file', '--output', file, '--force');

/** Returns everything that a treasurer might compare: the output of commands, responses of the service, and files. */
async function figures(): Promise<Record<string, unknown>> {
  const month = addMonths(monthOf(today), -1);
  const statement = ['statement', 'show', formatMonth(month)];
  const commands = [
    statement,
    ['report', 'form990', '--year', lastYear(), '--format', 'csv'],
    ['report', 'giving', '--year', lastYear(), '--by', 'category'],
    ['session', 'list'],
    ['export', 'members'],
    ['export', 'givings'],
    ['export', 'expenses'],
    ['export', 'journal', '--givers'],
  ];
  const printed = await Promise.all(commands.map(async (args) => [args.join(' '), await run(...args)] as const));
  await run(...statement, '--pdf', at('statement.pdf'), '--force');
  await printContributions(at('contributions.pdf'));
  const token = await signIn(url, ACCOUNT.email, ACCOUNT.password);
  const { body } = await request(url, 'GET', `/api/monthly-statements/${month.year}/${month.month}`, { token });
  const files = [at('statement.pdf'), at('contributions.pdf'), ...filesIn(path.join(dataDir, 'receipts'))];
  return { ...Object.fromEntries([...printed, ...files.map((file) => [file, fingerprint(file)])]), api: body };
}

/** Returns the hash of a file. In a PDF, ignores the time of printing and the identifier derived from that time. */
function fingerprint(file: string): string {
  const latin = readFileSync(file, 'latin1');
  return createHash('sha256')
    .update(latin.replaceAll(/\(D:\d{14}Z\)|\/ID \[.*?\]/g, ''))
    .digest('hex');
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

test('the installed package runs with npx and has no development dependency', async () => {
  expect(await installed.npx(['--version'])).toMatchObject({ exitCode: 0, stdout: '0.1.0\n' });
  expect(readdirSync(at('folder/node_modules'))).not.toContain('tsup');
});

test('an installation in an empty folder has the locked versions and nothing else', async () => {
  const { stdout } = await installed.shell(`npm ls --all --json --prefix "${at('folder')}"`);
  const found = new Set(packagesOf(JSON.parse(stdout) as Tree));
  const locked = Object.entries(productionLock());
  const names = ([place, { version }]: (typeof locked)[number]) => `${place.split('node_modules/').at(-1)}@${version}`;
  expect([...found].filter((one) => !locked.map(names).includes(one))).toEqual(['vestry@0.1.0']);
  // npm does not install packages for other systems.
  expect(locked.filter((entry) => !entry[1].optional && !found.has(names(entry)))).toEqual([]);
});

type Tree = { dependencies?: Record<string, Tree & { version?: string }> };
function packagesOf({ dependencies = {} }: Tree): string[] {
  return Object.entries(dependencies).flatMap(([name, child]) => [
    ...(child.version === undefined ? [] : [`${name}@${child.version}`]),
    ...packagesOf(child),
  ]);
}

test('the package with all its dependencies takes at most 120 MB', () => {
  const sizes = filesIn(at('folder/node_modules')).map((file) => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120 * MB);
});

test('the figures that these tests compare come from a church with data', () => {
  const { api, ...others } = before;
  expect(api).toMatchObject({ status: 'Finalized' });
  expect(Object.keys(others).filter((name) => name.startsWith(path.join(dataDir, 'receipts')))).not.toEqual([]);
  const sums = Object.entries(others).filter(([name]) =>
    /^(report|session|statement|export (givings|expenses))/.test(name),
  );
  expect(sums.map(([, printed]) => printed)).toEqual(Array(6).fill(expect.stringMatching(/[1-9][\d,]*\.\d\d/)));
  expect(others['export members']).toMatch(/(.+\r\n){21}/);
  expect(others['export journal --givers']).toContain('Income:Giving:Tithe');
});

test('after the database was deleted and overwritten, a restored backup has the same figures as before', async () => {
  await run('stop');
  const database = path.join(dataDir, 'vestry.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  const refusal = async () => {
    const { exitCode, stderr } = await installed.vestry(['statement', 'list']);
    return [exitCode, stderr];
  };
  expect(await refusal()).toEqual([1, expect.stringContaining('Restore a backup')]);
  writeFileSync(database, randomBytes(MB));
  expect(await refusal()).toEqual([1, expect.stringContaining('Restore a backup')]);
  await run('backup', 'restore', backup, '--yes');
  await start();
  expect(await figures()).toEqual(before);
  await run('doctor');
});

test.runIf(hasTerminal)(
  'the first hour leads from the installed package to the first offering, with the commands that Vestry names',
  async () => {
    const other = usedBy(at('other'), installed.folder);
    const { steps, date } = await firstHour(other, AT_ONCE);
    expect(steps).toHaveLength(5);
    const { stdout } = await other.vestry(['session', 'show', date, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'Submitted',
      totals: { totalAmount: 205.5 },
      countedBy: ['Ann Lee', 'Bo Chen'],
      givings: [
        { memberName: 'Mei Lin', amount: 50, method: 'Check', checkNumber: '101' },
        { memberName: null, amount: 155.5, method: 'Cash' },
      ],
    });
  },
);

test('if the database module is missing, every command says what to do, and that works', async () => {
  await run('stop');
  rmSync(at('folder/node_modules/better-sqlite3/prebuilds'), { recursive: true });
  for (const command of ['member list', 'init', 'start', 'doctor']) {
    const { exitCode, stderr } = await installed.vestry(command.split(' '));
    const said = expect.stringMatching(/database module for .* cannot be loaded/) as unknown;
    expect([command, exitCode, stderr]).toEqual([command, 2, said]);
  }
  const { stderr } = await installed.vestry(['member', 'list']);
  const [, folder = ''] = /Remove the folder "([^"]+)", and install Vestry again/.exec(stderr) ?? [];
  expect(folder).toBe(at('folder/node_modules/better-sqlite3'));
  rmSync(folder, { recursive: true });
  expect(await installed.shell(`npm install --prefix "${at('folder')}"`)).toMatchObject({ exitCode: 0 });
  await run('member', 'list');
});
