import { beforeAll, describe, expect, test } from 'vitest';
import { vestry } from '../support/daemon.ts';
import { booksOfFile, done } from './books.ts';
import { codeOf, type Guarded, guardedUser } from './second-factor-support.ts';
import { createUser, expectProblem, login } from './support.ts';

const books = booksOfFile();

const run = (args: string[], input?: string) =>
  vestry([...args, '--data-dir', books.daemon.dataDir], {
    env: { VESTRY_ENV: 'development' },
    ...(input !== undefined && { input }),
  });

describe('--as of a person with a second factor', () => {
  let ann: Guarded;
  let expense: string;
  beforeAll(async () => {
    ann = await guardedUser(books.daemon.url, books.admin.token, ['treasurer']);
  });
  const as = (lines: string[], ...args: string[]) =>
    run(['expense', ...args, '--as', ann.email, '--password-stdin', '--json'], `${lines.join('\n')}\n`);
  const bill = ['create', '--date', '2005-03-04', '--description', 'Paper', '--amount', '12.50'];
  const where = ['--subcategory', 'Office: Office Supplies', '--ministry', 'Worship'];
  const create = (...more: string[]) => as([ann.password, ...more], ...bill, ...where);

  test('needs a code on the second line, and says so', async () => {
    const { exitCode, stderr } = await create();
    expect(exitCode).toBe(4);
    expect(stderr).toContain('second line of standard input');
    expect((await create('000000')).exitCode).toBe(4);
  });

  test('takes a code once, and then a recovery code', async () => {
    const code = codeOf(ann.secret);
    const made = await create(code);
    expect(made.stderr).toBe('');
    expense = String(JSON.parse(made.stdout).id);
    const again = await as([ann.password, code], 'submit', expense);
    expect(again.exitCode).toBe(4);
    expect(again.stderr).toContain('used already');
    const [recoveryCode = ''] = ann.recoveryCodes;
    expect(await as([ann.password, recoveryCode], 'submit', expense)).toMatchObject({ exitCode: 0 });
    const log = await done(books.admin.get('/api/audit-logs?action=RecoveryCodeUsed&sort=-id'));
    expect(log.items[0]).toMatchObject({ actorId: ann.id, entityId: String(ann.id) });
  });

  test('is refused without one where the role needs it', async () => {
    const ben = await createUser(books.daemon.url, books.admin.token, ['elder']);
    await done(books.admin.put('/api/second-factor-rules', { requiredRoles: ['elder'] }));
    const refused = await run(
      ['expense', 'approve', expense, '--as', ben.email, '--password-stdin'],
      `${ben.password}\n`,
    );
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain('set one up under Account first');
    await done(books.admin.put('/api/second-factor-rules', { requiredRoles: [] }));
  });
});

describe('a super_admin who lost the password, the app and the recovery codes', () => {
  test('gets in again with two commands on the computer of the books, and both are in the log', async () => {
    const ann = await guardedUser(books.daemon.url, books.admin.token, ['super_admin']);
    const reset = await run(['user', 'reset-second-factor', ann.email]);
    expect(reset).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/Second factor\s+no/) });
    const { stdout } = await run(['user', 'reset-password', ann.email, '--json']);
    const { temporaryPassword } = JSON.parse(stdout);
    expectProblem(await login(books.daemon.url, ann.email, ann.password), 401, 'invalid_credentials');
    expect((await login(books.daemon.url, ann.email, temporaryPassword)).status).toBe(200);
    const log = await done(books.admin.get(`/api/audit-logs?entityType=User&entityId=${ann.id}&sort=-id`));
    const found = log.items.filter(({ action }: { action: string }) => action.endsWith('Reset'));
    expect(found).toMatchObject([
      { action: 'PasswordReset', actorId: null, actorName: expect.stringMatching(/^cli:/) },
      { action: 'SecondFactorReset', actorId: null, actorName: expect.stringMatching(/^cli:/) },
    ]);
  });
});
