import { beforeAll, describe, expect, test } from 'vitest';
import { request, vestry } from '../support/daemon.ts';
import { booksOfFile } from './books.ts';
import { codeOf, type Guarded, guardedUser } from './second-factor-support.ts';
import { type Account, createUser, expectProblem } from './support.ts';

const books = booksOfFile();
const run = (args: string[], input = '') =>
  vestry(['key', ...args, '--data-dir', books.daemon.dataDir], { env: { VESTRY_ENV: 'development' }, input });
const get = (token: string, route: string) => request(books.daemon.url, 'GET', route, { token });

describe('vestry key', () => {
  let ann: Account;
  beforeAll(async () => {
    ann = await createUser(books.daemon.url, books.admin.token, ['secretary']);
  });
  const create = (...args: string[]) =>
    run(['create', '--as', ann.email, '--password-stdin', '--name', 'Website', ...args], `${ann.password}\n`);

  test('makes a key whose token works at once and is shown once', async () => {
    const { exitCode, stdout } = await create('--permission', 'members.read', '--json');
    expect(exitCode).toBe(0);
    const { key, token } = JSON.parse(stdout);
    expect(key).toMatchObject({ userId: ann.id, permissions: ['members.read'], access: 'ReadOnly' });
    expect((await get(token, '/api/members')).status).toBe(200);
    const list = await run(['list', '--user', ann.email]);
    expect(list.stdout).toContain(`vsk_…${token.slice(-4)}`);
    expect(list.stdout).not.toContain(token);
  });

  test('ends a key', async () => {
    const { key, token } = JSON.parse((await create('--json')).stdout);
    expect(await run(['end', String(key.id)])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('ended') });
    expectProblem(await get(token, '/api/members'), 401, 'unauthenticated');
    expect((await run(['end', '999999'])).exitCode).toBe(3);
    expect((await run(['list', '--json'])).stdout).not.toContain(`"id": ${key.id},`);
    expect((await run(['list', '--all', '--json'])).stdout).toContain(`"id": ${key.id},`);
  });

  test('needs a person, and gives no more than that person has', async () => {
    expect((await run(['create', '--name', 'Website'])).exitCode).toBe(2);
    const { exitCode, stderr } = await create('--permission', 'giving.read');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--permission');
  });

  test('asks for the second factor of the person', async () => {
    const ben: Guarded = await guardedUser(books.daemon.url, books.admin.token, ['secretary']);
    const args = ['create', '--as', ben.email, '--password-stdin', '--name', 'Website', '--json'];
    expect((await run(args, `${ben.password}\n`)).exitCode).toBe(4);
    expect((await run(args, `${ben.password}\n${codeOf(ben.secret)}\n`)).exitCode).toBe(0);
  });
});
