/** Installs the package on other versions of Node.js, and runs the first commands that a church would run. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request, signIn, temporaryDir } from '../support/daemon.ts';
import { install, type Installed, pack } from '../support/package.ts';
import { fetchNode } from './nodes.ts';

const ACCOUNT = { email: 'ann@example.org', password: 'correct horse battery' };

const { dir, remove } = temporaryDir();
const installed: Installed[] = [];
let tarball = '';
beforeAll(async () => {
  ({ file: tarball } = await pack(dir));
});
afterAll(async () => {
  await Promise.all(installed.map(({ vestry }) => vestry(['stop'])));
  remove();
});

test.concurrent.for((process.env['SMOKE_NODES'] ?? '').split(' '))(
  'Node.js %s keeps books, makes statements, and restores a backup',
  async (version, { skip }) => {
    const place = path.join(dir, version);
    const node = await fetchNode(version, place).catch((error: unknown) =>
      skip(`Node.js ${version} could not be installed: ${String(error)}`),
    );
    const one = await install(tarball, place, node);
    installed.push(one);
    expect((await one.shell('node --version')).stdout).toContain(`v${version}`);
    await firstDays(one);
  },
);

async function firstDays({ vestry, home }: Installed): Promise<void> {
  const run = async (args: string, input = '') => {
    const { exitCode, stdout, stderr } = await vestry(args.split(' '), input);
    expect([args, exitCode, stderr]).toEqual([args, 0, expect.any(String)]);
    return stdout;
  };
  const start = async () => (JSON.parse(await run('start --port 0 --json')) as { url: string }).url;
  await run(
    `init --church Grace --time-zone America/Chicago --email ${ACCOUNT.email} --name Ann --password-stdin`,
    ACCOUNT.password,
  );
  const url = await start();
  const token = await signIn(url, ACCOUNT.email, ACCOUNT.password);
  const categories = await request(url, 'GET', '/api/giving-categories', { token });
  const giving = {
    date: '2026-01-11',
    amount: 123.45,
    categoryId: categories.body.items[0].id as number,
    method: 'Cash',
  };
  expect(await request(url, 'POST', '/api/givings', { token, body: giving })).toMatchObject({ status: 201 });
  const { dataDir } = JSON.parse(await run('status --json')) as { dataDir: string };
  await run(`statement show 2026-01 --pdf ${path.join(home, 'january.pdf')}`);
  const { file } = JSON.parse(await run('backup create --json')) as { file: string };
  await run('stop');
  for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(dataDir, `vestry.db${suffix}`), { force: true });
  await run(`backup restore ${file} --yes`);
  await start();
  expect(await run('statement show 2026-01')).toContain('123.45');
  await run('doctor');
  await run('stop');
}
