import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPidFile } from '../../src/cli/daemon/running.ts';
import { dataPaths } from '../../src/data-dir.ts';
import { changedWith, FORGERS_KEY, jsonOf, named, packed, partsOf, recount, reseal } from '../support/archive.ts';
import { environment, finished, PROGRAM } from '../support/command.ts';
import { startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const PASSPHRASE = 'correct horse battery staple';

const { dir, remove } = temporaryDir();
const church = path.join(dir, 'church');
const run = (args: readonly string[], input = '') => vestry(['backup', ...args, '--data-dir', church], { input });
const backups = () => readdirSync(path.join(church, 'backups')).toSorted();

/** Encrypts a backup. To try a passphrase on one that Vestry encrypted takes seconds; on this one, it takes no time. */
function encrypted(bytes: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(4);
  encrypter.setPassphrase(PASSPHRASE);
  return encrypter.encrypt(bytes);
}

let file = '';
beforeAll(async () => {
  const account = [
    '--church',
    'Grace Church',
    '--time-zone',
    'America/Chicago',
    '--email',
    'ann@example.org',
    '--name',
    'Ann',
  ];
  await vestry(['init', '--data-dir', church, ...account]);
  const { stdout } = await run(['create', '--json']);
  file = (JSON.parse(stdout) as { file: string }).file;
});
afterAll(remove);

test('a new backup is listed and can be verified', async () => {
  const { stdout } = await run(['list']);
  expect(stdout).toMatch(/vestry-\d{8}-\d{6}\.tar\.gz .*Grace Church .* no +good/);
  expect((await run(['verify', file])).stdout).toContain('The backup is good');
  const listed = JSON.parse((await run(['list', '--json'])).stdout) as { backups: { file: string }[] };
  expect(listed.backups.map((one) => one.file)).toEqual([file]);
});

test('names in a backup cannot control the terminal', async () => {
  // On the computer of the church, the digest of its profile would already reveal the forgery.
  const elsewhere = path.join(dir, 'elsewhere');
  const there = (args: readonly string[]) => vestry(['backup', ...args, '--data-dir', elsewhere]);
  mkdirSync(path.join(elsewhere, 'backups'), { recursive: true, mode: 0o700 });
  const hostile = path.join(elsewhere, 'backups', 'vestry-20261101-090000.tar.gz');
  const name = 'Grace\u001B]0;owned\u0007\u009B2J\u202E\nThe backup is good';
  const parts = await partsOf(file);
  const about = jsonOf(parts, 'about.json');
  const database = named(parts, 'vestry.db');
  database.data = changedWith(database.data, `${hostile}.db`, (db) =>
    db.prepare('update churchProfiles set name = ?').run(name),
  );
  Object.assign(about, {
    databaseBytes: database.data.length,
    figures: { ...(about.figures as object), church: name },
  });
  recount(parts, about);
  reseal(parts, FORGERS_KEY);
  writeFileSync(hostile, await packed(parts));
  const said = [
    await there(['verify', hostile]),
    await there(['verify', hostile, '--json']),
    await there(['list']),
    await there(['list', '--json']),
    await there(['restore', hostile, '--yes']),
  ];
  rmSync(elsewhere, { recursive: true });
  for (const { stdout, stderr } of said) {
    expect(stdout + stderr).toMatch(/Grace(\?|\\u001b)/);
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]|^The backup is good/mu);
  }
  expect((JSON.parse(said[1]?.stdout ?? '') as { church: string }).church).toBe(name);
});

test('backup create says that it did not verify the figures, and prints the command that does', async () => {
  const output = path.join(dir, 'said.tar.gz');
  const { stdout } = await run(['create', '--output', output]);
  expect(stdout).toContain('The figures were not compared with the log');
  expect(stdout).toContain(`\n  vestry backup verify ${output}\n`);
});

test('the exit code is 4 for a bad backup, 3 for a missing file, and 2 for a question that needs a terminal', async () => {
  const cut = path.join(dir, 'cut.tar.gz');
  writeFileSync(cut, readFileSync(file).subarray(0, -500));
  expect(await run(['verify', cut])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('damaged or cut off'),
  });
  expect(await run(['restore', cut, '--yes'])).toMatchObject({ exitCode: 4 });
  expect(await run(['verify', path.join(dir, 'nowhere')])).toMatchObject({ exitCode: 3 });
  expect(await run(['restore', file])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
  expect(await run(['restore'])).toMatchObject({ exitCode: 2 });
  expect(await run(['restore', '--finish'])).toMatchObject({ exitCode: 3 });
});

describe('settings from a backup', () => {
  const settings = {
    smtpUrl: 'smtps://office:hunter2hunter2@mail.attacker.example:465',
    corsOrigins: 'https://a.example',
  };
  const from = path.join(dir, 'with-settings');
  const inside = path.join(dir, 'with-settings.tar.gz.age');
  const restoreInto = (name: string, ...flags: string[]) => {
    const args = ['restore', inside, '--yes', '--passphrase-stdin', ...flags, '--data-dir', path.join(dir, name)];
    return vestry(['backup', ...args], { input: `${PASSPHRASE}\n` });
  };
  const configOf = (name: string) => JSON.parse(readFileSync(path.join(dir, name, 'config.json'), 'utf8')) as object;
  beforeAll(async () => {
    await vestry(['seed', '--data-dir', from]);
    writeFileSync(path.join(from, 'config.json'), JSON.stringify(settings));
    const plain = path.join(dir, 'without-secrets.tar.gz');
    await vestry(['backup', 'create', '--output', plain, '--data-dir', from]);
    const parts = await partsOf(plain);
    named(parts, 'config.json').data = Buffer.from(JSON.stringify(settings));
    recount(parts, jsonOf(parts, 'about.json'));
    reseal(parts, FORGERS_KEY);
    writeFileSync(inside, await encrypted(await packed(parts)));
  });

  test('are shown with masked secrets, and without a terminal the restore requires a flag that accepts or declines them', async () => {
    const refused = await restoreInto('undecided', '--quiet');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--accept-settings') });
    expect(refused.stderr).toMatch(/smtpUrl .*mail\.attacker\.example/);
    expect(refused.stderr).toMatch(/corsOrigins .*https:\/\/a\.example/);
    expect(refused.stderr + refused.stdout).not.toContain('hunter2');
    expect(readdirSync(path.join(dir, 'undecided'))).toEqual([]);
  });

  test('take effect and are named in the audit log if they are accepted, and have no effect if they are declined', async () => {
    const accepted = await restoreInto('accepted', '--accept-settings');
    expect(accepted).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('corsOrigins') });
    expect(configOf('accepted')).toEqual(settings);
    const log = await vestry(['audit', 'list', '--json', '--data-dir', path.join(dir, 'accepted')]);
    const [entry] = (JSON.parse(log.stdout) as { items: object[] }).items;
    expect(entry).toMatchObject({
      action: 'BackupRestored',
      changes: { settings: [null, ['corsOrigins', 'smtpUrl']] },
    });
    expect(await restoreInto('declined', '--keep-settings')).toMatchObject({ exitCode: 0 });
    expect(existsSync(path.join(dir, 'declined', 'config.json'))).toBe(false);
  });

  test('do not replace the settings of this computer unless they are accepted, and the differences are shown', async () => {
    await vestry(['seed', '--data-dir', path.join(dir, 'own')]);
    const own = { corsOrigins: 'https://own.example' };
    writeFileSync(path.join(dir, 'own', 'config.json'), JSON.stringify(own));
    const kept = await restoreInto('own');
    expect(kept).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/own\.example .*a\.example/) });
    expect(configOf('own')).toEqual(own);
    expect(await restoreInto('own', '--accept-settings')).toMatchObject({ exitCode: 0 });
    expect(configOf('own')).toEqual(settings);
  });

  test.runIf(hasTerminal)('are offered at a terminal, and Enter declines them', async () => {
    const asked = path.join(dir, 'asked');
    const { exitCode, screen } = await atTerminal(['backup', 'restore', inside, '--yes', '--data-dir', asked], {
      dialogue: [
        ['Passphrase', `${PASSPHRASE}\r`],
        ['Take these settings', '\r'],
      ],
    });
    expect([exitCode, screen]).toEqual([0, expect.stringContaining('mail.attacker.example')]);
    expect(existsSync(path.join(asked, 'config.json'))).toBe(false);
  });
});

test.runIf(IS_NIGHTLY)(
  'a passphrase is read from standard input, and a short or wrong passphrase is refused',
  async () => {
    const secret = path.join(dir, 'secret.tar.gz.age');
    expect(await run(['create', '--output', secret, '--passphrase-stdin'], 'short\n')).toMatchObject({ exitCode: 2 });
    expect(existsSync(secret)).toBe(false);
    expect(await run(['create', '--output', secret, '--passphrase-stdin'], `${PASSPHRASE}\n`)).toMatchObject({
      exitCode: 0,
    });
    // 18 is the base-2 logarithm of the cost of deriving the key.
    expect(readFileSync(secret, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    const quick = path.join(dir, 'quick.tar.gz.age');
    writeFileSync(quick, await encrypted(readFileSync(file)));
    const wrong = await run(['verify', quick, '--passphrase-stdin'], 'another passphrase\n');
    expect(wrong).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('cannot be opened with this passphrase'),
    });
    const again = path.join(dir, 'again');
    const args = ['backup', 'restore', secret, '--yes', '--passphrase-stdin', '--data-dir', again];
    expect(await vestry(args, { input: `${PASSPHRASE}\n` })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path.join(again, 'secrets.json'))).toEqual(readFileSync(path.join(church, 'secrets.json')));
    expect((await vestry(['audit', 'verify', '--data-dir', again])).exitCode).toBe(0);
  },
  180_000,
);

test('a backup that fails on a full disk leaves no unfinished file, and the error says that none was left', async () => {
  const before = backups();
  const args = [PROGRAM, 'backup', 'create', '--data-dir', church];
  const child = spawn('bash', ['-c', 'ulimit -f 300; exec "$0" "$@"', process.execPath, ...args], {
    env: environment({}),
  });
  const { exitCode, stderr } = await finished(child);
  expect(exitCode).toBe(5);
  expect(stderr).toMatch(/No backup was made, and no unfinished file was left/);
  expect(backups()).toEqual(before);
});

test('a restore is refused while the service runs, unless --stop is given', async () => {
  const daemon = await startDaemon({ dataDir: church, args: ['--env', 'test'] });
  const before = backups();
  expect(await run(['restore', file, '--yes'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('--stop'),
  });
  expect(backups()).toEqual(before);
  expect(await run(['restore', file, '--yes', '--stop'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Next: vestry doctor, then vestry start'),
  });
  expect((await daemon.ended).exitCode).toBe(0);
  expect(backups().filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  expect((await vestry(['doctor', '--data-dir', church])).exitCode).toBe(0);
}, 180_000);

test('a background service is stopped for a restore and started again, even if the restore fails', async () => {
  const other = path.join(dir, 'served');
  const here = ['--data-dir', other];
  await vestry(['backup', 'restore', file, '--yes', '--accept-unproven', ...here]);
  await vestry(['start', '--port', '0', '--base-url', 'http://vestry.example', ...here]);
  const before = readPidFile(dataPaths(other));
  const restored = await vestry(['backup', 'restore', file, '--yes', '--accept-unproven', '--stop', ...here]);
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/Next: vestry doctor\n$/) });
  expect(restored.stderr).toContain('The service is running again at http://vestry.example');
  const after = readPidFile(dataPaths(other));
  expect(after).toMatchObject({ keeper: 'start', flags: before?.flags ?? {} });
  expect(after?.pid).not.toBe(before?.pid);
  const user = new Sqlite(dataPaths(other).database);
  user.prepare('select count(*) from members').get();
  expect(await vestry(['backup', 'restore', file, '--yes', '--accept-unproven', '--stop', ...here])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/The service is running again at [^]*Another command is using the database/),
  });
  user.close();
  expect((await vestry(['stop', ...here])).stdout).toBe('Vestry has stopped.\n');
}, 180_000);

test('after an interrupted restore, no command opens the data directory until the restore is finished', async () => {
  const other = path.join(dir, 'other');
  await vestry(['backup', 'restore', file, '--yes', '--accept-unproven', '--data-dir', other]);
  const staging = path.join(other, 'restoring-x');
  const before = path.join(other, 'backups', 'before-restore-x');
  const place = path.join(other, 'vestry.db');
  const plan = {
    file,
    staging: [staging],
    before,
    moves: [{ staged: path.join(staging, 'vestry.db'), place, kept: `${before}.db` }],
  };
  writeFileSync(path.join(other, 'restoring.json'), JSON.stringify(plan));
  const { exitCode, stderr } = await vestry(['member', 'list', '--data-dir', other]);
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('vestry backup restore --finish')]);
  expect((await vestry(['serve', '--port', '0', '--data-dir', other])).exitCode).toBe(5);
  expect((await vestry(['backup', 'restore', '--finish', '--data-dir', other])).exitCode).toBe(0);
  expect((await vestry(['member', 'list', '--data-dir', other])).exitCode).toBe(0);
});
