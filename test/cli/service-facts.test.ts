import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataPaths } from '../../src/data-dir.ts';
import { birthOf } from '../../src/cli/daemon/process-birth.ts';
import { lockFile } from '../../src/db/connect.ts';
import { type Daemon, request, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

let place: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  place = temporaryDir();
});
afterEach(() => place.remove());

const run = (...args: string[]) => vestry([...args, '--data-dir', place.dir]);
const invite = async (email: string) => {
  const { stdout } = await run('user', 'create', '--email', email, '--name', 'Bo', '--role', 'member', '--json');
  return JSON.parse(stdout).invitation.url as string;
};
const findings = async () => {
  const { stdout } = await run('doctor', '--json');
  return (JSON.parse(stdout) as { findings: { check: string; status: string; message: string }[] }).findings;
};

async function whileServed<T>(options: Parameters<typeof startDaemon>[0], look: (daemon: Daemon) => Promise<T>) {
  const daemon = await startDaemon({ dataDir: place.dir, ...options });
  try {
    return await look(daemon);
  } finally {
    await daemon.stop();
  }
}

describe('a link made on the command line', () => {
  test('has the port that the service picked, and opens there', async () => {
    await whileServed({}, async (daemon) => {
      const link = new URL(await invite('one@example.org'));
      expect(link.port).toBe(new URL(daemon.url).port);
      const token = link.searchParams.get('token');
      expect((await request(daemon.url, 'GET', `/api/auth/invitations/${token}`)).status).toBe(200);
    });
  });

  test.each([
    ['a flag', { args: ['--base-url', 'https://church.example'] }],
    ['its environment', { env: { VESTRY_BASE_URL: 'https://church.example' } }],
  ])('has the address that the service got from %s, for as long as the service runs', async (_what, options) => {
    await whileServed(options, async () => {
      expect(await invite('one@example.org')).toMatch(/^https:\/\/church\.example\/accept-invitation\?token=/);
    });
    expect(await invite('two@example.org')).toMatch(/^http:\/\/localhost:8990\//);
  });
});

// Only Linux lets a process read the environment of another process.
describe.runIf(process.platform === 'linux')('a mail server that only the environment of the service names', () => {
  let smtp: Smtp;
  beforeAll(async () => {
    smtp = await startSmtp({ auth: { user: 'office', password: 'hush-hush-hush' } });
  });
  afterAll(() => smtp.close());

  test('is used by notify and checked by doctor, and its password is written to no file', async () => {
    const env = { VESTRY_SMTP_URL: smtp.url, VESTRY_MAIL_FROM: 'office@example.org' };
    await whileServed({ env }, async () => {
      const sent = await run('notify', 'email', '--to', 'ann@example.org', '--subject', 'Picnic', '--body', 'At ten.');
      expect([sent.exitCode, smtp.to('ann@example.org').length]).toEqual([0, 1]);
      const mail = (await findings()).find(({ check }) => check === 'mail');
      expect(mail).toMatchObject({ status: 'ok', message: expect.stringContaining('office@example.org') });
    });
    const files = readdirSync(place.dir, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(place.dir, name),
    );
    const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
    expect(texts.filter((text) => text.includes('hush-hush'))).toEqual([]);
  });
});

test('a command that cannot read a setting from the service’s environment names the setting and gives advice', async () => {
  await run('seed');
  const paths = dataPaths(place.dir);
  // The PID file names this test process, whose environment does not contain these variables.
  const variables = ['VESTRY_SMTP_URL', 'VESTRY_LINE_CHANNEL_ACCESS_TOKEN'];
  const url = 'http://localhost:8990';
  writeFileSync(paths.pid, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid), url, variables }));
  const release = lockFile(paths.lock);
  try {
    const bad = (await findings()).filter(({ check }) => check === 'mail' || check === 'LINE');
    expect(bad).toEqual([
      expect.objectContaining({ status: 'warn', message: expect.stringContaining('VESTRY_SMTP_URL') }),
      expect.objectContaining({ status: 'warn', message: expect.stringContaining('LINE_CHANNEL_ACCESS_TOKEN') }),
    ]);
    const refused = await run('notify', 'email', '--to', 'ann@example.org', '--subject', 'x', '--body', 'y');
    expect(refused).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('vestry config set') });
    expect(refused.stderr).toContain('VESTRY_SMTP_URL');
  } finally {
    release?.();
  }
});
