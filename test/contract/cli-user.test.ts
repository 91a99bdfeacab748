import { describe, expect, test } from 'vitest';
import { done, booksOfFile, ZONE } from './books.ts';
import { request, signIn, temporaryDir, vestry } from '../support/daemon.ts';

const books = booksOfFile();

const PASSWORD = 'a long enough password';

function run(args: string[], input?: string) {
  const options = { env: { TZ: ZONE }, ...(input !== undefined && { input }) };
  return vestry([...args, '--data-dir', books.daemon.dataDir], options);
}

const create = (email: string, args: string[] = [], input?: string) =>
  run(['user', 'create', '--email', email, '--name', 'Ann Lee', '--role', 'treasurer', ...args], input);

describe('vestry user create', () => {
  test('creates a user who can sign in with the password given on standard input', async () => {
    const { exitCode, stdout } = await create('own@example.org', ['--password-stdin', '--json'], `${PASSWORD}\n`);
    expect(exitCode).toBe(0);
    const body = JSON.parse(stdout);
    expect(body).toMatchObject({ temporaryPassword: null });
    expect(body.user).toMatchObject({
      email: 'own@example.org',
      displayName: 'Ann Lee',
      roles: ['treasurer'],
      memberId: null,
      isActive: true,
      mustChangePassword: false,
      lastLoginAt: null,
    });
    expect(await done(books.admin.get(`/api/users/${body.user.id}`))).toEqual(body.user);
    await expect(signIn(books.daemon.url, 'own@example.org', PASSWORD)).resolves.toMatch(/^eyJ/);
    expect(stdout).not.toContain(PASSWORD);
  });

  test('gives the user a working temporary password if no password is given', async () => {
    const { exitCode, stdout } = await create('temp@example.org', ['--json']);
    expect(exitCode).toBe(0);
    const { user, temporaryPassword } = JSON.parse(stdout);
    expect(user.mustChangePassword).toBe(true);
    expect(temporaryPassword.length).toBeGreaterThanOrEqual(16);
    await expect(signIn(books.daemon.url, 'temp@example.org', temporaryPassword)).resolves.toMatch(/^eyJ/);
  });

  test('prints the temporary password in its text output, too', async () => {
    const { stdout } = await create('people@example.org');
    const words = stdout.split(/\s+/);
    const tries = words.filter((word) => word.length >= 16 && !word.includes('/') && !word.includes('@'));
    const body = (password: string) => ({ email: 'people@example.org', password });
    const answers = await Promise.all(
      tries.slice(0, 4).map((word) => request(books.daemon.url, 'POST', '/api/auth/login', { body: body(word) })),
    );
    expect(answers.map(({ status }) => status)).toContain(200);
  });

  test('gives the user every role passed with --role', async () => {
    const { stdout } = await create('two@example.org', ['--role', 'elder', '--json']);
    expect(JSON.parse(stdout).user.roles.toSorted()).toEqual(['elder', 'treasurer']);
  });

  test.each([
    ['--email', ['--name', 'A', '--role', 'member']],
    ['--name', ['--email', 'a@example.org', '--role', 'member']],
    ['--role', ['--email', 'a@example.org', '--name', 'A']],
  ])('exits 2, names the missing %s and does not wait for input if there is no terminal', async (flag, args) => {
    const outcome = await run(['user', 'create', ...args]);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain(flag);
  });

  test('exits 4 with the API’s message for an e-mail address that is already in use', async () => {
    await create('taken@example.org');
    const again = { email: 'Taken@example.org', displayName: 'Ann Lee', roles: ['treasurer'] };
    const refusal = await books.admin.post('/api/users', again);
    expect(refusal.body.code).toBe('email_taken');
    const outcome = await create('Taken@example.org');
    expect(outcome).toMatchObject({ exitCode: 4, stdout: '' });
    expect(outcome.stderr).toContain(refusal.body.detail);
  });

  test('refuses a role that does not exist and creates no user', async () => {
    const args = ['user', 'create', '--email', 'king@example.org', '--name', 'K', '--role', 'king'];
    const outcome = await run(args);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain('role');
    const { body } = await books.admin.get('/api/users?search=king@example.org');
    expect(body.items).toEqual([]);
  });

  test.each(['', 'short', 'x'.repeat(129)])('refuses %j as a password', async (password) => {
    const outcome = await create('weak@example.org', ['--password-stdin'], `${password}\n`);
    expect([2, 4]).toContain(outcome.exitCode);
    expect(outcome.stdout).toBe('');
    expect((await books.admin.get('/api/users?search=weak@example.org')).body.items).toEqual([]);
  });

  test('never accepts a password as an argument', async () => {
    expect((await create('arg@example.org', ['--password', PASSWORD])).exitCode).toBe(2);
  });

  test('is recorded in the audit log without the password', async () => {
    const { stdout } = await create('logged@example.org', ['--json']);
    const { body } = await books.admin.get('/api/audit-logs?action=UserCreated&pageSize=200');
    const text = JSON.stringify(body.items);
    expect(text).toContain('logged@example.org');
    expect(text).not.toContain(JSON.parse(stdout).temporaryPassword);
  });
});

describe('vestry seed', () => {
  test('adds nothing if the catalogs already exist, even while the daemon is running', async () => {
    const before = await done(books.admin.get('/api/giving-categories'));
    expect((await run(['seed'])).exitCode).toBe(0);
    expect((await run(['seed'])).exitCode).toBe(0);
    expect(await done(books.admin.get('/api/giving-categories'))).toEqual(before);
    expect((await done(books.admin.get('/api/ministries'))).items).toHaveLength(10);
    expect((await done(books.admin.get('/api/expense-categories'))).items).toHaveLength(11);
    expect((await done(books.admin.get('/api/form990/lines'))).items).toHaveLength(31);
  });

  test('prints only JSON with --json', async () => {
    const { exitCode, stdout, stderr } = await run(['seed', '--json']);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    expect(() => JSON.parse(stdout)).not.toThrow();
  });

  test('fills an empty data directory when no daemon is running', async () => {
    const { dir, remove } = temporaryDir();
    expect((await vestry(['seed', '--data-dir', dir])).exitCode).toBe(0);
    const { stdout } = await vestry(['report', 'form990', '--year', '2024', '--json', '--data-dir', dir]);
    expect(JSON.parse(stdout).lines).toHaveLength(35);
    remove();
  });
});
