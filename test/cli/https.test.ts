import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { renderUnicodeCompact } from 'uqr';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { certificateIn, makeServerCertificate, namesOf } from '../../src/lib/certificate.ts';
import { environment, finished, PROGRAM, startProcess } from '../support/command.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/certificate.ts';
import { copyDataDir, startDaemon, temporaryDir, vestry, vestryProcess } from '../support/daemon.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';
import { headerOf, trusting } from '../support/trust.ts';

let template: ReturnType<typeof temporaryDir>;
let place: ReturnType<typeof temporaryDir>;
let dir: string;
beforeAll(async () => {
  template = temporaryDir();
  await vestry(['seed', '--data-dir', path.join(template.dir, 'data')]);
});
afterAll(() => template.remove());
beforeEach(() => {
  place = temporaryDir();
  dir = path.join(place.dir, 'data');
  copyDataDir(path.join(template.dir, 'data'), dir);
});
afterEach(() => place.remove());

const https = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  vestry(['https', ...args, '--data-dir', dir], { env });
const turnOn = (...args: string[]) => https(['--name', 'books.test', '--yes', ...args]);
const asJson = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await https([...args, '--json']);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
};
const INIT = ['init', '--church', 'Grace', '--email', 'ann@grace.example', '--name', 'Ann Lee', '--no-start'];
const settings = () => JSON.parse(readFileSync(path.join(dir, 'config.json'), 'utf8'));
const tls = (name: string) => path.join(dir, 'tls', name);
const read = (name: string) => readFileSync(tls(name), 'utf8');

/** Returns the content of every file of the certificates, and of the settings. */
function contents(): Record<string, string> {
  const files = existsSync(path.join(dir, 'tls')) ? readdirSync(path.join(dir, 'tls')).map(tls) : [];
  const all = [...files, path.join(dir, 'config.json')].filter((file) => existsSync(file));
  return Object.fromEntries(all.map((file) => [file, readFileSync(file, 'utf8')]));
}

describe('vestry https', () => {
  test('makes an authority and a certificate, and stores the settings with which other devices reach the service', async () => {
    const done = await asJson('--name', 'books.test', '--yes');
    expect(settings()).toEqual({
      tlsCert: tls('server.pem'),
      tlsKey: tls('server.pem'),
      host: '0.0.0.0',
      allowedHosts: 'books.test',
      baseUrl: 'https://books.test:8990',
    });
    expect(done).toMatchObject({
      isOn: true,
      isChanged: true,
      madeBy: 'vestry',
      url: 'https://books.test:8990',
      certificate: { names: expect.arrayContaining(['localhost', '127.0.0.1', '::1', 'books.test']) },
      authority: { file: tls('vestry-ca.crt'), fingerprint: certificateIn(read('authority.pem')).fingerprint256 },
      next: [expect.stringContaining('start'), expect.stringContaining('https share')],
    });
    expect(read('vestry-ca.crt')).not.toContain('PRIVATE');
    expect(certificateIn(read('vestry-ca.crt')).raw).toEqual(certificateIn(read('authority.pem')).raw);
    expect(certificateIn(read('server.pem')).checkIssued(certificateIn(read('authority.pem')))).toBe(true);
  });

  test('only the owner can read the keys', async () => {
    await turnOn();
    expect(statSync(path.join(dir, 'tls')).mode & 0o777).toBe(0o700);
    const modes = readdirSync(path.join(dir, 'tls')).map((name) => [name, statSync(tls(name)).mode & 0o777]);
    expect(modes).toEqual(
      ['authority.pem', 'server.pem', 'settings.json', 'vestry-ca.crt'].map((name) => [name, 0o600]),
    );
    chmodSync(tls('authority.pem'), 0o640);
    chmodSync(tls('server.pem'), 0o640);
    const { stdout } = await vestry(['doctor', '--json', '--data-dir', dir]);
    const files = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'files');
    expect(files).toMatchObject({ status: 'fail', message: expect.stringMatching(/authority\.pem.*server\.pem/) });
  });

  test('a second run changes nothing', async () => {
    await turnOn();
    const before = contents();
    const again = await https(['--name', 'books.test']);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stdout).toContain('nothing had to be changed');
    expect(await asJson('--name', 'books.test')).toMatchObject({ isChanged: false, next: [] });
    expect(await asJson()).toMatchObject({ isChanged: false });
    expect(contents()).toEqual(before);
  });

  test('without a terminal, it changes nothing unless --yes is given', async () => {
    expect(await https()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    expect(contents()).toEqual({});
  });

  test('a folder without a church is refused', async () => {
    const empty = path.join(place.dir, 'empty');
    const { exitCode, stderr } = await vestry(['https', '--yes', '--data-dir', empty]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('vestry init');
    expect(existsSync(empty)).toBe(false);
  });

  test.each(['vestry lan', 'https://vestry.lan', 'vestry.lan:8990', 'church', 'xn--kput3i', '1234', '0x7f.1'])(
    'the name %s is refused',
    async (name) => {
      const { exitCode, stderr } = await https(['--name', name, '--yes']);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`--name ${name}`);
      expect(contents()).toEqual({});
    },
  );

  test('a certificate of the church stays, and nothing is changed', async () => {
    const [tlsCert, tlsKey] = [path.join(place.dir, 'cert.pem'), path.join(place.dir, 'key.pem')];
    writeFileSync(tlsCert, CERTIFICATE);
    writeFileSync(tlsKey, CERTIFICATE_KEY);
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify({ tlsCert, tlsKey }));
    const before = contents();
    for (const command of [['--yes'], ['off', '--yes']]) {
      const { exitCode, stderr } = await https(command);
      expect(exitCode).toBe(4);
      expect(stderr).toContain(tlsCert);
    }
    expect(await asJson('status')).toMatchObject({ isOn: true, madeBy: 'church', authority: null });
    expect(contents()).toEqual(before);
  });

  test.each([
    [{ trustProxy: '1' }, ['trustProxy 1']],
    [{ baseUrl: 'https://books.grace.example' }, ['baseUrl https://books.grace.example']],
    [
      { baseUrl: 'https://books.grace.example', trustProxy: '1' },
      ['trustProxy 1, baseUrl https://books.grace.example', 'remove trustProxy and baseUrl'],
    ],
  ])('behind a proxy, as %o says, nothing is changed', async (stored, said) => {
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify(stored));
    const before = contents();
    const { exitCode, stderr } = await https(['--yes']);
    expect(exitCode).toBe(4);
    for (const text of said) expect(stderr).toContain(text);
    expect(contents()).toEqual(before);
    const init = await vestry([...INIT, '--https', '--data-dir', dir]);
    expect(init.exitCode, init.stderr).toBe(0);
    expect(init.stderr).toContain(said[0]);
    expect(contents()).toEqual(before);
  });

  test('says that a lost authority is replaced, also with --yes and --json', async () => {
    const notice = 'Every device must trust the new one';
    expect((await turnOn('--json')).stderr).not.toContain(notice);
    rmSync(tls('authority.pem'));
    const { stdout, stderr } = await turnOn('--json');
    expect(stderr).toContain(notice);
    expect(JSON.parse(stdout)).toMatchObject({ isChanged: true });
    expect((await turnOn('--json', '--new-authority')).stderr).toContain(notice);
  });

  test('warns about a name that can be on the internet, before the authority may sign for it', async () => {
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify({ allowedHosts: 'books.lan,books.grace.example' }));
    const { stderr } = await turnOn('--name', 'com.tw', '--json');
    const warning = stderr.split('\n').find((line) => line.includes('every name below')) ?? '';
    expect(warning).toMatch(/com\.tw/);
    expect(warning).toMatch(/books\.grace\.example/);
    expect(warning).not.toMatch(/localhost|books\.lan|books\.test/);
  });

  test('a name for which the authority may not sign needs a new authority', async () => {
    await turnOn();
    const before = contents();
    const refused = await https(['--name', 'other.test', '--yes']);
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--new-authority') });
    expect(contents()).toEqual(before);
    const { authority, certificate } = await asJson('--name', 'other.test', '--new-authority', '--yes');
    expect(authority.fingerprint).not.toBe(certificateIn(before[tls('authority.pem')] ?? '').fingerprint256);
    expect(certificate.names).toEqual(expect.arrayContaining(['books.test', 'other.test']));
    expect(certificateIn(read('server.pem')).checkIssued(certificateIn(read('vestry-ca.crt')))).toBe(true);
  });

  test('a further name below a permitted one keeps the authority', async () => {
    await turnOn();
    const before = read('authority.pem');
    const { certificate } = await asJson('--name', 'tablet.local', '--yes');
    expect(certificate.names).toContain('tablet.local');
    expect(read('authority.pem')).toBe(before);
  });

  test('an address of the church keeps its name and gets https', async () => {
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify({ baseUrl: 'http://vestry.lan:9000', port: 9000 }));
    await asJson('--yes');
    expect(settings()).toMatchObject({ baseUrl: 'https://vestry.lan:9000' });
    expect(namesOf(certificateIn(read('server.pem')))).toContain('vestry.lan');
  });

  test('the address that Vestry chose follows a new port, and doctor says so before', async () => {
    await turnOn();
    await vestry(['config', 'set', 'port', '9001', '--data-dir', dir]);
    const { stdout } = await vestry(['doctor', '--json', '--data-dir', dir]);
    const found = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'certificate');
    expect(found.message).toContain('https://books.test:8990, but the service uses port 9001');
    expect(await asJson('--yes')).toMatchObject({ isChanged: true, url: 'https://books.test:9001' });
    expect(settings()).toMatchObject({ baseUrl: 'https://books.test:9001' });
  });

  test('the certificate of another computer, which the settings in a backup name, is replaced', async () => {
    const gone = path.join(place.dir, 'gone', 'tls', 'server.pem');
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify({ tlsCert: gone, tlsKey: gone, host: '0.0.0.0' }));
    const refused = await vestry(['serve', '--port', '0', '--data-dir', dir], { isRefused: true });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('vestry https') });
    await turnOn();
    expect(settings()).toMatchObject({ tlsCert: tls('server.pem'), tlsKey: tls('server.pem'), host: '0.0.0.0' });
  });

  test('a backup does not contain the keys', async () => {
    await turnOn();
    const file = path.join(place.dir, 'backup.tar.gz');
    const made = await vestry(['backup', 'create', '--output', file, '--data-dir', dir]);
    expect(made.exitCode, made.stderr).toBe(0);
    const content = gunzipSync(readFileSync(file)).toString('latin1');
    expect(content).toContain('config.json');
    expect(content).not.toMatch(/PRIVATE KEY|authority\.pem|server\.pem\0/);
  });

  test('a variable of the environment that overrides a setting is named', async () => {
    const { stderr } = await https(['--name', 'books.test', '--yes'], { VESTRY_HOST: '127.0.0.1' });
    expect(stderr).toContain('VESTRY_HOST overrides');
  });

  test('takes a new port of the settings even before the running service uses it', async () => {
    await vestry(['config', 'set', 'port', '0', '--data-dir', dir]);
    const start = await vestryProcess(['start', '--json', '--data-dir', dir]);
    expect(start.exitCode, start.stderr).toBe(0);
    try {
      await vestry(['config', 'set', 'port', '9001', '--data-dir', dir]);
      await turnOn();
      expect(settings().baseUrl).toBe('https://books.test:9001');
    } finally {
      await vestry(['stop', '--data-dir', dir]);
    }
  });

  test('takes the port of the running service, and names a flag of the service that overrides a setting', async () => {
    const daemon = await startDaemon({ dataDir: dir, args: ['--host', '127.0.0.1'] });
    try {
      const { port } = new URL(daemon.url);
      const { stderr, stdout } = await turnOn();
      expect(stderr).toContain('--host overrides');
      expect(stdout).toMatch(/^ {2}.* restart --data-dir /m);
      expect(settings().baseUrl).toBe(`https://books.test:${port}`);
    } finally {
      await daemon.stop();
    }
  });
});

describe('vestry https off', () => {
  test.each([
    [{}],
    [{ host: 'localhost', port: '9000', allowedHosts: 'books.grace.example', baseUrl: 'http://vestry.lan:9000' }],
  ])('restores the settings %o, and keeps the certificate for the next time', async (before) => {
    writeFileSync(path.join(dir, 'config.json'), JSON.stringify(before));
    await turnOn();
    await asJson('--name', 'tablet.local', '--yes');
    const { authority } = await asJson('status');
    expect(await asJson('off', '--yes')).toMatchObject({ isOn: false, isChanged: true, restored: { tlsCert: '' } });
    expect(settings()).toEqual(before);
    expect((await asJson('status')).isOn).toBe(false);
    await turnOn();
    expect((await asJson('status')).authority).toEqual(authority);
  });

  test('leaves a setting that the church has changed since', async () => {
    await turnOn();
    await vestry(['config', 'set', 'baseUrl', 'https://vestry.grace.example', '--data-dir', dir]);
    await asJson('off', '--yes');
    expect(settings()).toEqual({ baseUrl: 'https://vestry.grace.example' });
  });

  test.each([
    ['lost', () => rmSync(tls('settings.json'))],
    ['damaged', () => writeFileSync(tls('settings.json'), '{"before":')],
    ['no settings', () => writeFileSync(tls('settings.json'), '[]')],
  ])('hides the service from the network again even if the earlier settings are %s', async (_state, lose) => {
    await turnOn();
    lose();
    const again = await turnOn();
    expect(again.exitCode, again.stderr).toBe(0);
    const { exitCode, stdout, stderr } = await https(['off', '--yes']);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain('The settings from before are lost');
    expect(stdout).toContain('host 127.0.0.1, baseUrl (none)');
    expect(settings()).toEqual({ allowedHosts: 'books.test' });
  });

  test('hides the service even if the earlier settings were lost before a further name was added', async () => {
    await turnOn();
    rmSync(tls('settings.json'));
    await asJson('--name', 'tablet.local', '--yes');
    await asJson('off', '--yes');
    expect(settings()).not.toHaveProperty('host');
    expect(settings()).not.toHaveProperty('baseUrl');
    expect(settings()).not.toHaveProperty('tlsCert');
  });

  test('changes nothing if HTTPS is off, or without --yes', async () => {
    expect(await asJson('off')).toMatchObject({ isOn: false, isChanged: false });
    expect(contents()).toEqual({});
    await turnOn();
    const before = contents();
    expect(await https(['off'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    expect(contents()).toEqual(before);
  });
});

describe('vestry https share', () => {
  /** Starts to share on a free port. Returns what the command printed, and a function that ends it as Ctrl-C does. */
  async function share() {
    const child = startProcess(['https', 'share', '--port', '0', '--json', '--data-dir', dir]);
    const ending = finished(child);
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (text: Buffer | string) => resolve(String(text)));
      void ending.then(({ stderr }) => reject(new Error(stderr)));
    });
    const end = () => {
      child.kill('SIGINT');
      return ending;
    };
    const { port } = new URL(JSON.parse(line).url);
    return { printed: JSON.parse(line), at: `http://127.0.0.1:${port}`, end };
  }

  test('gives a device the authority and the steps in its language over plain HTTP, and nothing else', async () => {
    await turnOn();
    const { printed, at, end } = await share();
    const authority = certificateIn(read('vestry-ca.crt'));
    expect(printed).toMatchObject({
      fingerprint: authority.fingerprint256,
      serviceUrl: 'https://books.test:8990',
      minutes: 10,
    });
    expect(printed.certificateUrl).toBe(`${printed.url}ca.crt`);
    const certificate = await fetch(`${at}/ca.crt`);
    expect(certificate.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    const file = Buffer.from(await certificate.arrayBuffer());
    expect(file).toEqual(authority.raw);
    const digits = authority.fingerprint256.replaceAll(':', '');
    expect(createHash('sha256').update(file).digest('hex').toUpperCase()).toBe(digits);
    const page = async (route: string, language: string) => {
      const response = await fetch(`${at}${route}`, { headers: { 'accept-language': language } });
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      return response.text();
    };
    for (const text of [
      await page('/', 'en-US'),
      await page('/', 'zh-TW,zh;q=0.9'),
      await page('/?lang=en', 'zh-TW'),
    ]) {
      // Whoever replaces the certificate could pass on a page with the genuine fingerprint. Each device shows its own.
      expect(text.replaceAll(/<[^>]*>|[:\s]/g, '').toUpperCase()).not.toContain(digits);
      expect(text.match(/SHA-?256|-a 256|sha256sum/g)?.length).toBeGreaterThan(5);
      expect(text).toContain('href="/ca.crt"');
      // The device used this address, and the certificate is for it.
      expect(text).toContain('href="https://127.0.0.1:8990"');
      expect(text).not.toContain('<script');
    }
    expect(await page('/', 'en-US')).toContain('Certificate Trust Settings');
    expect(await page('/', 'zh-TW,zh;q=0.9')).toContain('憑證信任設定');
    expect(await page('/?lang=en', 'zh-TW')).toContain('Certificate Trust Settings');
    const refused = ['/tls/authority.pem', '/authority.pem', '/../authority.pem', '/server.pem', '/api/health'];
    for (const route of refused) expect((await fetch(`${at}${route}`)).status, route).toBe(404);
    expect((await fetch(`${at}//`)).status).toBe(400);
    expect((await fetch(`${at}/`, { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await end()).exitCode).toBe(0);
    await expect(fetch(at)).rejects.toThrow('fetch failed');
  });

  test('says at the computer for how long, and where each device shows the fingerprint', async () => {
    await turnOn();
    const child = startProcess(['https', 'share', '--port', '0', '--minutes', '1', '--data-dir', dir]);
    const ending = finished(child);
    let printed = '';
    child.stdout?.on('data', (text: Buffer | string) => (printed += String(text)));
    await expect.poll(() => printed).toContain('deceiving');
    child.kill('SIGINT');
    await ending;
    expect(printed.replaceAll(/\s+/g, ' ')).toContain('for 1 minute;');
    for (const device of ['iPhone', 'Android', 'Windows', 'Mac', 'Firefox', 'Linux']) {
      expect(printed).toContain(device);
    }
    expect(printed).toContain('certutil -hashfile vestry-ca.crt SHA256');
  });

  test.each([
    ['before HTTPS is on', false, []],
    ['for a port that is no number', true, ['--port', 'x']],
    ['for a time of more than an hour', true, ['--minutes', '61']],
  ])('is refused %s', async (_when, isOn, flags) => {
    if (isOn) await turnOn();
    const { exitCode, stderr } = await https(['share', ...flags]);
    expect(exitCode).toBe(isOn ? 2 : 4);
    expect(stderr).toContain(isOn ? flags[0] : 'vestry https');
  });

  test.runIf(hasTerminal)('shows the address as a QR code at a terminal', async () => {
    await turnOn();
    const child = spawn(
      'script',
      [
        '-qec',
        `stty cols 80 rows 50; exec ${process.execPath} ${PROGRAM} https share --port 0 --data-dir ${dir}`,
        '/dev/null',
      ],
      {
        env: { ...environment({}), SHELL: '/bin/sh' },
      },
    );
    const ending = finished(child);
    let screen = '';
    child.stdout.on('data', (text: string) => (screen += text));
    const address = () => /^ +(http:\S+\/)\r?$/m.exec(screen)?.[1] ?? '';
    await expect.poll(address).not.toBe('');
    const shown = () => screen.replaceAll(/\s+/g, '');
    await expect.poll(shown).toContain(certificateIn(read('vestry-ca.crt')).fingerprint256);
    const code = renderUnicodeCompact(address(), { border: 2 });
    expect(screen.replaceAll('\r', '')).toContain(code);
    child.stdin.write('\u0003');
    await ending;
  });
});

describe('the service', () => {
  const serving = async <T>(work: (port: number, url: string) => Promise<T>): Promise<T> => {
    const daemon = await startDaemon({ dataDir: dir });
    try {
      return await work(Number(new URL(daemon.url).port || '443'), daemon.url);
    } finally {
      await daemon.stop();
    }
  };

  test('provides HTTPS with the certificate, and makes it again if it was lost with the computer', async () => {
    await turnOn();
    await vestry(['config', 'set', 'baseUrl', '', '--data-dir', dir]);
    await serving(async (port, url) => {
      expect(url).toBe(`https://localhost:${port}`);
      const device = { port, name: 'books.test', ca: read('vestry-ca.crt') };
      expect(await trusting(device)).toBe(certificateIn(read('server.pem')).fingerprint256);
      // Other programs also use names such as localhost, and the church may turn HTTPS off again.
      expect(await headerOf('x-content-type-options', device)).toBe('nosniff');
      expect(await headerOf('strict-transport-security', device)).toBeUndefined();
    });
    const lost = read('authority.pem');
    rmSync(path.join(dir, 'tls'), { recursive: true });
    await serving(async (port) => {
      expect(read('authority.pem')).not.toBe(lost);
      const device = { port, name: 'books.test', ca: read('vestry-ca.crt') };
      expect(await trusting(device)).toBe(certificateIn(read('server.pem')).fingerprint256);
    });
  });

  test('renews a certificate that ends soon right after its start, and uses the new one', async () => {
    await turnOn();
    await vestry(['config', 'set', 'baseUrl', '', '--data-dir', dir]);
    const at = new Date(Date.now() - 370 * 86_400_000);
    const names = namesOf(certificateIn(read('server.pem')));
    writeFileSync(
      tls('server.pem'),
      await makeServerCertificate(read('authority.pem'), { holder: 'Vestry', names, at }),
    );
    const old = certificateIn(read('server.pem')).fingerprint256;
    await serving(async (port) => {
      const device = { port, name: 'books.test', ca: read('vestry-ca.crt') };
      await expect.poll(() => trusting(device)).not.toBe(old);
      expect(await trusting(device)).toBe(certificateIn(read('server.pem')).fingerprint256);
    });
  });
});

describe.runIf(hasTerminal)('vestry https at a terminal', () => {
  test('shows the names and the settings that change, and changes nothing if the answer is no', async () => {
    mkdirSync(path.join(place.dir, 'home'));
    const env = { HOME: path.join(place.dir, 'home') };
    const args = ['https', '--name', 'books.test', '--data-dir', dir];
    const { exitCode, screen } = await atTerminal(args, { env, dialogue: [['Turn on HTTPS?', 'n\r']] });
    expect(exitCode, screen).toBe(130);
    expect(screen.replaceAll(/\s+/g, ' ')).toMatch(/localhost.*books\.test.*host: 127\.0\.0\.1 -> 0\.0\.0\.0/);
    expect(contents()).toEqual({});
    const done = await atTerminal([...args, '--lang', 'zh-TW'], { env, dialogue: [['要開啟 HTTPS 嗎？', '\r']] });
    expect(done.exitCode, done.screen).toBe(0);
    expect(done.screen).toContain('HTTPS 已開啟。網址：https://books.test:8990');
  });
});
