import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { environment, finished, PROGRAM } from '../support/command.ts';
import { temporaryDir, vestry, vestryProcess } from '../support/daemon.ts';
import { faultOf, vestryArguments } from '../support/command-line.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';
import { trusting } from '../support/trust.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const ENTER = '\r';
/** Returns the keys that clear the input line and then enter this text. */
const instead = (text: string) => `\u0015${text}${ENTER}`;

const FLAGS = {
  church: ['--church', 'Grace Church'],
  timeZone: ['--time-zone', 'America/Chicago'],
  email: ['--email', 'ann@example.org'],
  name: ['--name', 'Ann Lee'],
};
const ALL = [...Object.values(FLAGS).flat(), '--generate-password', '--no-demo', '--no-service', '--no-start'];

// The tests share a home folder, and so an environment, so that their commands can share a process.
const place = temporaryDir();
const dir = path.join(place.dir, 'our church');
// These variables hide the systemd instance of the user who runs the tests.
const env = { HOME: place.dir, XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '', DBUS_SESSION_BUS_ADDRESS: '', VESTRY_PORT: '0' };
afterEach(async () => {
  // Only a test that started a service needs this command.
  if (existsSync(path.join(dir, 'vestry.pid'))) await vestry(['stop', '--data-dir', dir], { env });
  for (const name of readdirSync(place.dir)) rmSync(path.join(place.dir, name), { recursive: true, force: true });
});
afterAll(place.remove);

const at = (args: readonly string[], dialogue: readonly (readonly [string, string])[] = []) =>
  atTerminal(['init', ...args], { env, dialogue });
const users = async () => JSON.parse((await vestry(['user', 'list', '--json', '--data-dir', dir])).stdout);

/** Returns the text of all files in a folder. */
function readdirText(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}

/** Sets up a church with a link, and returns the status of the response. */
async function setUpWith(link: string): Promise<number> {
  const { origin, hash } = new URL(link);
  const church = { name: 'Grace Church', timeZone: 'America/Chicago', locale: 'en-US' };
  const user = { email: 'ann@example.org', displayName: 'Ann Lee', password: 'long enough for all' };
  const body = JSON.stringify({ token: hash.slice(1), church, user });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${origin}/api/setup`, { method: 'POST', headers, body })).status;
}

describe.runIf(hasTerminal)('vestry init at a terminal', () => {
  test('asks for everything, explains invalid answers, and ends with the address of the sign-in page', async () => {
    const file = path.join(place.dir, 'a file');
    writeFileSync(file, '');
    const { exitCode, screen } = await at(
      [],
      [
        ['Folder to keep', `${file}${ENTER}`],
        ['is a file, not a folder', instead(place.dir)],
        ['other files in', instead('~/our church')],
        ['in your browser', `n${ENTER}`],
        ['Name of the church', ENTER],
        ['It must have at least 1 character', `恩典堂 Grace${ENTER}`],
        ['Time zone', `Mars/Olympus${ENTER}`],
        ['It must be a time zone', instead('Asia/Taipei')],
        ['Language of letters', `\u001B[B${ENTER}`],
        ['the address, the tax number', ENTER],
        ['Street and number', `1 Main St${ENTER}`],
        ['City', `Springfield${ENTER}`],
        ['State', ENTER],
        ['ZIP code', `62701${ENTER}`],
        ['Country', ENTER],
        ['EIN, such as', `12${ENTER}`],
        ['It must be an employer', instead('123456789')],
        ['First month of the fiscal', instead('7')],
        ['Your e-mail address', `ann${ENTER}`],
        ['It must be a valid e-mail', instead('ann@example.org')],
        ['Your name', `Ann Lee${ENTER}`],
        ['Password, at least 12', `short${ENTER}`],
        ['It must have at least 12', instead('long enough for all')],
        ['Repeat it', `long enough${ENTER}`],
        ['The two do not match', instead('long enough for all')],
        ['made-up people', ENTER],
        ['what the bank accounts hold', `y${ENTER}`],
        ['First day of the books', `2026-02-30${ENTER}`],
        ['Type a date', instead('2026-01-01')],
        ['Balance of Checking', `1,250.50${ENTER}`],
        ['another account', `Reserve${ENTER}`],
        ['What kind', `\u001B[B${ENTER}`],
        ['Balance of Reserve', `400${ENTER}`],
        ['another account', ENTER],
        ['phones or other computers', ENTER],
        ['in the background', ENTER],
      ],
    );
    expect(exitCode, screen).toBe(0);
    const profile = JSON.parse((await vestry(['profile', 'show', '--json', '--data-dir', dir])).stdout);
    expect(profile).toMatchObject({
      locale: 'zh-TW',
      ein: '12-3456789',
      fiscalYearStartMonth: 7,
      address: { line1: '1 Main St', city: 'Springfield', state: null, postalCode: '62701' },
    });
    const opening = JSON.parse((await vestry(['opening', 'show', '--json', '--data-dir', dir])).stdout);
    expect(opening).toMatchObject({
      date: '2026-01-01',
      accounts: [
        { accountName: 'Checking', balance: 1250.5 },
        { accountName: 'Reserve', balance: 400 },
      ],
    });
    expect(screen).not.toMatch(/profile set|opening set/);
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(`恩典堂 Grace is set up in ${dir} (time zone Asia/Taipei).`);
    expect(screen).toContain('Open this address in a browser and sign in as ann@example.org:');
    const address = screen.trimEnd().split('\n').at(-1)?.trim() ?? '';
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="root">');
    expect(screen).toContain(`vestry status --data-dir "${dir}"`);
    expect(screen).not.toContain('long enough');
    expect(await users()).toMatchObject({
      totalCount: 1,
      items: [{ email: 'ann@example.org', roles: ['super_admin'] }],
    });
    expect((await vestry(['status', '--data-dir', dir])).exitCode).toBe(0);
  });

  test('refuses folders, explains its keys, and says that it was cancelled in Chinese', async () => {
    const file = path.join(place.dir, 'a file');
    writeFileSync(file, '');
    const { exitCode, screen } = await at(
      ['--lang', 'zh-TW'],
      [
        ['存放所有資料', `${file}${ENTER}`],
        ['是檔案，不是資料夾', instead(place.dir)],
        ['裡有其他檔案', instead('~/our church')],
        ['瀏覽器設定教會', `n${ENTER}`],
        ['教會名稱', `Grace${ENTER}`],
        ['時區', ENTER],
        ['信函與收據使用的語言', '\u0003'],
      ],
    );
    expect(exitCode, screen).toBe(130);
    expect(screen).toContain('↑↓ 移動');
    expect(screen).not.toMatch(/navigate|select|Yes|No\b|Cancelled/);
    expect(screen.trimEnd().split('\n').at(-1)).toBe('vestry: 已取消；沒有任何更動。');
    expect(existsSync(dir)).toBe(false);
  });

  test.each([
    ['Ctrl-C at the first, a middle or the last question', '\u0003', /browser|EIN|background/],
    ['the end of the input at the name', '\u0004', /^Name/],
  ])('leaves nothing behind after %s, prints one line, and exits with 130', async (_name, key, where) => {
    const answers = [
      ['in your browser', `n${ENTER}`],
      ['Name of the church', `Grace${ENTER}`],
      ['Time zone', ENTER],
      ['Language of letters', ENTER],
      ['the address, the tax number', `n${ENTER}`],
      ['Your e-mail address', `ann@example.org${ENTER}`],
      ['Your name', `Ann${ENTER}`],
      ['Password, at least 12', ENTER],
      ['made-up people', ENTER],
      ['what the bank accounts hold', ENTER],
      ['phones or other computers', ENTER],
      ['in the background', ENTER],
    ] as const;
    for (const [index, [question]] of answers.entries()) {
      if (!where.test(question)) continue;
      const { exitCode, screen } = await at(['--data-dir', dir], [...answers.slice(0, index), [question, key]]);
      expect(exitCode, screen).toBe(130);
      expect(screen.trimEnd().split('\n').at(-1)).toBe('vestry: Cancelled; nothing was changed.');
      expect(screen).not.toMatch(/Error|\n\s+at /);
      expect(existsSync(dir)).toBe(false);
    }
  });

  test.runIf(IS_NIGHTLY)(
    'keeps the church, shows the password and says how to continue if Ctrl-C interrupts the demo data',
    async () => {
      const flags = [...ALL.slice(0, 9), '--demo', '--members', '400', '--no-service', '--no-start', '--data-dir', dir];
      const { exitCode, screen } = await at(flags, [['Making the demo church', '\u0003']]);
      expect(exitCode, screen).toBe(130);
      expect(screen).toMatch(/Temporary password .*: \S+/);
      expect(screen.trimEnd().split('\n').at(-1)).toMatch(/^vestry: Cancelled\. What was set up so far stays/);
      expect((await users()).totalCount).toBe(1);
      const again = await vestry(['seed', '--demo', '--members', '5', '--years', '1', '--data-dir', dir]);
      expect(again.exitCode).toBe(0);
    },
  );

  test('ends with a link for the browser if the person prefers it, and the link sets up the church', async () => {
    const { exitCode, screen } = await at(
      ['--data-dir', dir],
      [
        ['in your browser', ENTER],
        ['phones or other computers', ENTER],
        ['in the background', ENTER],
      ],
    );
    expect(exitCode, screen).toBe(0);
    expect(screen).not.toMatch(/Name of the church|e-mail/);
    const link = screen.trimEnd().split('\n').at(-1)?.trim() ?? '';
    expect(link).toMatch(/^http:\/\/localhost:\d+\/set-up#[\w-]{43}$/);
    expect(await setUpWith(link)).toBe(200);
    expect((await users()).items).toMatchObject([{ email: 'ann@example.org', roles: ['super_admin'] }]);
  });

  test.runIf(IS_NIGHTLY)(
    'turns on HTTPS before the service starts if phones or other computers will use it',
    async () => {
      const { exitCode, screen } = await at(
        ['--data-dir', dir],
        [
          ['in your browser', ENTER],
          ['phones or other computers', `y${ENTER}`],
          ['in the background', ENTER],
        ],
      );
      expect(exitCode, screen).toBe(0);
      expect(screen).toContain('vestry-ca.crt');
      const link = screen.trimEnd().split('\n').at(-1)?.trim() ?? '';
      expect(link).toMatch(/^https:\/\/localhost:\d+\/set-up#[\w-]{43}$/);
      const ca = readFileSync(path.join(dir, 'tls', 'vestry-ca.crt'), 'utf8');
      const device = { port: Number(new URL(link).port), name: 'localhost', ca };
      expect(await trusting(device)).toMatch(/^[\dA-F:]{95}$/);
    },
  );

  test('asks nothing if all flags are given, and on a second run only offers to start the service', async () => {
    const first = await at([...ALL, '--data-dir', dir]);
    expect(first.exitCode, first.screen).toBe(0);
    expect(first.screen).not.toContain('?');
    const again = await at(['--data-dir', dir], [['in the background', `n${ENTER}`]]);
    expect(again.exitCode, again.screen).toBe(0);
    expect(again.screen).toContain(`Grace Church is already set up in ${dir} and will not be changed.`);
    expect(again.screen).not.toMatch(/Password|e-mail|Time zone|made-up/);
    expect((await users()).totalCount).toBe(1);
  });

  test.runIf(IS_NIGHTLY)('offers the folder that VESTRY_DATA_DIR names, and asks for a missing account', async () => {
    await vestry(['seed', '--data-dir', dir], { env });
    const { exitCode, screen } = await atTerminal(['init', ...FLAGS.church, ...FLAGS.timeZone, ...ALL.slice(8)], {
      env: { ...env, VESTRY_DATA_DIR: dir },
      dialogue: [
        ['Folder to keep', ENTER],
        ['Your e-mail address', `ann@example.org${ENTER}`],
        ['Your name', `Ann Lee${ENTER}`],
      ],
    });
    expect(exitCode, screen).toBe(0);
    // Vestry now finds this folder without a flag.
    expect(screen).toContain('Next: vestry start\nThis prints the address to open in a browser.\n');
    expect(screen).toContain('vestry profile set   # the address and the EIN');
    expect((await users()).totalCount).toBe(1);
  });
});

describe('vestry init without a terminal', () => {
  const init = (...args: string[]) => vestry(['init', ...args, '--data-dir', dir], { env });

  test('makes a certificate only with --https', async () => {
    expect((await init(...ALL)).exitCode).toBe(0);
    expect(existsSync(path.join(dir, 'config.json'))).toBe(false);
    const { exitCode, stdout, stderr } = await init(...ALL, '--https');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain('https share');
    const settings = JSON.parse(readFileSync(path.join(dir, 'config.json'), 'utf8'));
    expect(settings).toMatchObject({ host: '0.0.0.0', tlsCert: path.join(dir, 'tls', 'server.pem') });
  });

  test('takes all answers as flags, and lists in Chinese what is left, with commands that exist', async () => {
    const details = ['--locale', 'zh-TW', '--ein', '12-3456789', '--fiscal-year-start-month', '7'];
    const accounts = ['--account', 'Checking=10', '--account', 'Savings:Reserve=20.50', '--opening-date', '2026-01-01'];
    const { exitCode, stdout, stderr } = await init(...ALL, ...details, ...accounts, '--lang', 'zh-TW');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^Grace Church已設定在 .*（時區 America\/Chicago）。\n帳號：Ann Lee <ann@example.org>/);
    expect(stdout).not.toMatch(/password|Next|To do|opening set/);
    const commands = [...stdout.matchAll(/^ {2}(vestry .*?) {3}# .*\p{Script=Han}/gmu)].map(([, line = '']) => line);
    expect(commands.map((line) => line.split(' ')[1])).toEqual(['profile', 'user', 'session', 'status', 'doctor']);
    for (const line of commands) {
      const words = [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);
      expect(await faultOf(vestryArguments(words) ?? []), line).toBeUndefined();
    }
    const opening = JSON.parse((await vestry(['opening', 'show', '--json', '--data-dir', dir])).stdout);
    expect(opening.accounts).toMatchObject([{ balance: 10 }, { accountName: 'Reserve', balance: 20.5 }]);
  });

  test.each([
    [['--account', 'Checking'], '--account'],
    [['--account', 'Checking=ten'], '--account'],
    [['--account', 'Checking=1', '--demo'], '--account'],
    [['--opening-date', '2026-01-01'], '--opening-date'],
    [['--account', 'Checking=1', '--opening-date', '2099-01-01'], '--opening-date'],
    [['--ein', '12'], '--ein'],
    [['--fiscal-year-start-month', '13'], '--fiscal-year-start-month'],
  ])('refuses %j and creates nothing', async (flags, named) => {
    const given = Object.values(FLAGS).flat();
    const outcome = await vestry(['init', ...given, ...flags, '--data-dir', dir]);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(named) });
    expect(existsSync(dir)).toBe(false);
  });

  test('writes nothing if an account exists with another kind', async () => {
    const outcome = await init(...ALL, '--account', 'Savings:Checking=5');
    expect(outcome).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('already an account Checking') });
    expect((await users()).totalCount).toBe(0);
  });

  test.each(['church', 'email', 'name'] as const)(
    'names the flag for a missing %s and creates nothing',
    async (missing) => {
      const { [missing]: left, ...others } = FLAGS;
      const outcome = await vestry(['init', ...Object.values(others).flat(), '--data-dir', dir]);
      expect(outcome).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(`Give ${left[0]},`) });
      expect(existsSync(dir)).toBe(false);
    },
  );

  test('names all invalid flags at once and creates nothing', async () => {
    const wrong = ['--church', 'A\u0007B', '--time-zone', 'Mars/X', '--email', 'ann', '--name', ' '];
    const outcome = await vestry(['init', ...wrong, '--data-dir', dir]);
    expect(outcome.exitCode).toBe(2);
    for (const flag of ['--church', '--time-zone', '--email', '--name']) expect(outcome.stderr).toContain(flag);
    expect(outcome.stderr).not.toContain('\u0007');
    expect(existsSync(dir)).toBe(false);
  });

  test('starts the service with --start, and with a later --start only prints the address of the service', async () => {
    const first = JSON.parse((await init(...ALL.slice(0, 8), '--start', '--json')).stdout);
    expect(first).toMatchObject({ isNew: true, url: expect.stringMatching(/^http:\/\/localhost:\d+$/) });
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
    expect(JSON.parse((await init('--start', '--json')).stdout)).toMatchObject({ isNew: false, url: first.url });
  });

  test('with --browser, and vestry start, print a new link each time until the church is set up', async () => {
    const first = JSON.parse((await init('--browser', '--start', '--json')).stdout);
    expect(first).toMatchObject({ superAdmin: null, setupUrl: expect.stringContaining('/set-up#') });
    const { stdout } = await vestry(['start', '--data-dir', dir], { env });
    expect(stdout).toMatch(/Vestry is already running at .*\nThere is no account yet\. Open this link/);
    const link = stdout.trimEnd().split('\n').at(-1)?.trim() ?? '';
    expect(await setUpWith(first.setupUrl)).toBe(404);
    expect(await setUpWith(link)).toBe(200);
    const again = await vestry(['start', '--data-dir', dir], { env });
    expect(again.stdout).not.toContain('set-up');
    expect(readdirText(path.join(dir, 'logs'))).not.toContain(link.split('#')[1] ?? '');
  });

  test('leaves the church to vestry serve, which prints a link, with --json, too', async () => {
    const serve = spawn(process.execPath, [PROGRAM, 'serve', '--json', '--data-dir', dir], { env: environment(env) });
    const ended = finished(serve);
    const [line = ''] = (await once(serve.stdout, 'data')).map(String);
    expect(await setUpWith(JSON.parse(line).setupUrl)).toBe(200);
    serve.kill('SIGTERM');
    await ended;
  });

  test('shows the generated password even if a step fails after the church was created', async () => {
    // The missing certificate is noticed only when the service starts.
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify({ tlsCert: '/none', tlsKey: '/none' }));
    const { exitCode, stdout, stderr } = await init(...ALL.slice(0, 8), '--start', '--json');
    expect(exitCode, stderr).toBeGreaterThan(0);
    expect(JSON.parse(stdout)).toMatchObject({ isNew: true, temporaryPassword: expect.any(String), url: null });
    expect((await users()).totalCount).toBe(1);
  });

  test('names the alternative and creates nothing if --service is given on a system without a service manager', async () => {
    const outcome = await vestryProcess(['init', ...ALL.slice(0, 8), '--service', '--data-dir', dir], {
      env: { ...env, PATH: path.dirname(process.execPath) },
    });
    expect(outcome).toMatchObject({ exitCode: 5, stdout: '', stderr: expect.stringContaining('vestry service print') });
    expect(existsSync(dir)).toBe(false);
  });

  test.runIf(IS_NIGHTLY)('reports a full disk in plain words, and the next run continues', async () => {
    const command = ['init', ...ALL, '--json', '--data-dir', dir];
    const full = spawn('bash', ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, PROGRAM, ...command], {
      env: environment(env),
    });
    const refused = await finished(full);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('disk') });
    expect(refused.stderr).not.toMatch(/\n\s+at |Unexpected/);
    expect((await init(...ALL)).exitCode).toBe(0);
    expect((await users()).totalCount).toBe(1);
  });

  test('refuses a path that leads through a file, and names the file', async () => {
    writeFileSync(dir, '');
    const outcome = await vestry(['init', ...ALL, '--data-dir', path.join(dir, 'church')], { env });
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${dir} is a file, not a folder`) });
  });

  test.runIf(process.getuid?.() !== 0)('refuses a folder without write permission, and says what to do', async () => {
    mkdirSync(dir, { mode: 0o500 });
    const outcome = await init(...ALL);
    expect(outcome).toMatchObject({
      exitCode: 5,
      stderr: expect.stringMatching(/cannot be written.*Correct its perm/),
    });
    expect(readdirSync(dir)).toEqual([]);
  });
});

test('vestry init, run twice at the same time in an empty folder, creates one church and one account', async () => {
  const init = (church: string) =>
    vestryProcess(['init', '--church', church, ...ALL.slice(2), '--json', '--data-dir', dir], { env });
  const outcomes = await Promise.all([init('A'), init('B')]);
  expect(outcomes.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
  const answers = outcomes.map(({ stdout }) => JSON.parse(stdout));
  expect(answers[0].church).toEqual(answers[1].church);
  expect(answers.filter(({ temporaryPassword }) => temporaryPassword !== null)).toHaveLength(1);
  expect((await users()).totalCount).toBe(1);
});
