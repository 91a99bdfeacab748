/** Vendors on the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { vestry as command } from '../support/command.ts';
import { addMember, booksOfFile, done, expense, type Json } from './books.ts';
import { stored } from './office.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const vestry = (...args: string[]) => run(books.daemon.dataDir, ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
const withTaxId = async (input: string, ...args: string[]) =>
  command([...args, '--tax-id-stdin', '--json', '--data-dir', books.daemon.dataDir], {
    input,
    env: { VESTRY_ENV: 'development' },
  });
const read = (id: number): Promise<Json> => done(books.admin.get(`/api/vendors/${id}`));

const ADDRESS = ['--address-line1', '12 Mill St', '--address-city', 'Springfield', '--address-postal-code', '62701'];

describe('vestry vendor', () => {
  test('adds, shows and lists vendors as the API does', async () => {
    const what = [
      '--legal-name',
      'Sparrow LLC',
      '--classification',
      'Partnership',
      '--w9-on',
      '2026-01-08',
      ...ADDRESS,
    ];
    const made = await json('vendor', 'add', '--name', 'Sparrow Cleaning', ...what);
    expect(made).toMatchObject({ name: 'Sparrow Cleaning', legalName: 'Sparrow LLC', w9On: '2026-01-08' });
    expect(made['address']).toMatchObject({ line1: '12 Mill St', city: 'Springfield', line2: null });
    expect(await json('vendor', 'show', String(made['id']))).toEqual(await read(made['id']));
    expect(await json('vendor', 'list')).toEqual(await done(books.admin.get('/api/vendors')));
    expect(await json('vendor', 'list', '--search', 'nobody')).toMatchObject({ totalCount: 0 });
    const { stdout } = await works(vestry('vendor', 'list', '--search', 'sparrow', '--active'));
    expect(stdout).toMatch(/Sparrow Cleaning +Partnership +2026-01-08 +active/);
    const again = await works(vestry('vendor', 'add', '--name', 'The Sparrow Cleaning Co.'));
    expect(again.stdout).toContain(`These vendors: ${made['id']}`);
  });

  test('reads a tax id from standard input and shows it only masked', async () => {
    const added = await withTaxId('53-8836001\n', 'vendor', 'add', '--name', 'Heron Plumbing', '--tin-type', 'EIN');
    const made = JSON.parse((await works(Promise.resolve(added))).stdout);
    expect(made).toMatchObject({ taxId: '••••6001', tinType: 'EIN' });
    const id = String(made['id']);
    expect((await works(vestry('vendor', 'show', id))).stdout).toContain('••••6001');
    expect(await json('vendor', 'update', id, '--email', 'heron@example.org')).toMatchObject({ taxId: '••••6001' });
    const changed = await withTaxId('538836002', 'vendor', 'update', id);
    expect(JSON.parse((await works(Promise.resolve(changed))).stdout)).toMatchObject({ taxId: '••••6002' });
    const bad = await withTaxId('53-88', 'vendor', 'update', id);
    expectRefused(bad, [2]);
    expect(bad.stderr).toContain('--tax-id-stdin must be nine digits');
    expect(bad.stderr).not.toContain('53-88');
    expectRefused(await withTaxId('', 'vendor', 'update', id), [2]);
    expect(await json('vendor', 'update', id, '--clear-tax-id')).toMatchObject({ taxId: null });
    expect(stored(books.daemon.dataDir)).not.toMatch(/53-?883600/);
  });

  test('changes only the given fields', async () => {
    const made = await json('vendor', 'add', '--name', 'Quickink', '--legal-name', 'Quickink Inc.', ...ADDRESS);
    const id = String(made['id']);
    const changed = await json('vendor', 'update', id, '--address-city', 'Peoria', '--legal-name', '', '--inactive');
    expect(changed).toMatchObject({ name: 'Quickink', legalName: null, isActive: false });
    expect(changed['address']).toMatchObject({ line1: '12 Mill St', city: 'Peoria', postalCode: '62701' });
    expect(await json('vendor', 'update', id, '--active')).toMatchObject({ isActive: true });
    expectRefused(await vestry('vendor', 'update', id, '--name', ''), [2]);
    expectRefused(await vestry('vendor', 'update', id, '--member', '999999'), [1, 4]);
    const member = await addMember(books, { firstName: 'Quentin', lastName: 'Inkwell' });
    expect(await json('vendor', 'update', id, '--member', 'quentin inkwell')).toMatchObject({ memberId: member['id'] });
    const misspelt = await vestry('vendor', 'update', id, '--member', 'Quentin Inkwall');
    expectRefused(misspelt, [3]);
    expect(misspelt.stderr).toContain(`Did you mean Quentin Inkwell (${String(member['id'])})?`);
    expect(await json('vendor', 'update', id, '--member', '')).toMatchObject({ memberId: null });
  });

  test('merges and deletes vendors', async () => {
    const [one, other] = [await json('vendor', 'add', '--name', 'One'), await json('vendor', 'add', '--name', 'Other')];
    const body = { ...expense(books, { expenseDate: '2026-01-05' }), vendorId: one['id'] };
    const { id: expenseId } = await done(books.admin.post('/api/expenses', body));
    const kept = await vestry('vendor', 'delete', String(one['id']));
    expectRefused(kept, [1, 4]);
    expect(kept.stderr).toContain(`vestry vendor update ${one['id']} --inactive`);
    const nobody = await vestry('vendor', 'merge', String(one['id']), '--into', '999999');
    expectRefused(nobody);
    expect(nobody.stderr).toContain('--into names no vendor.');
    const merged = await json('vendor', 'merge', String(one['id']), '--into', String(other['id']));
    expect(merged).toEqual(await read(other['id']));
    expect(await done(books.admin.get(`/api/expenses/${expenseId}`))).toMatchObject({ vendorId: other['id'] });
    const third = await json('vendor', 'add', '--name', 'Third');
    const { stdout } = await works(vestry('vendor', 'delete', String(third['id'])));
    expect(stdout).toBe(`Vendor ${third['id']} is deleted.\n`);
  });

  test('needs --confirm to merge vendors with different tax ids', async () => {
    const ids: string[] = [];
    for (const taxId of ['53-8837001', '53-8837002']) {
      const { stdout } = await works(withTaxId(taxId, 'vendor', 'add', '--name', `Vendor ${taxId.slice(-1)}`));
      ids.push(String(JSON.parse(stdout)['id']));
    }
    const [one = '', other = ''] = ids;
    const refused = await vestry('vendor', 'merge', one, '--into', other);
    expectRefused(refused, [1, 4]);
    expect(refused.stderr).toContain('different tax ids');
    expect(await json('vendor', 'merge', one, '--into', other, '--confirm')).toMatchObject({ taxId: '••••7002' });
  });
});

test('vestry expense create names a vendor of the list', async () => {
  const made = await json('vendor', 'add', '--name', 'Evergreen Lawn Care');
  const email = 'buyer@example.org';
  const { temporaryPassword } = await done(
    books.admin.post('/api/users', { email, displayName: 'Buyer', roles: ['ministry_leader'] }),
  );
  const what = ['--date', '2026-03-05', '--amount', '84.20', '--description', 'Mowing', '--ministry', 'Worship'];
  const create = (...args: string[]) =>
    command(
      [
        'expense',
        'create',
        ...what,
        '--subcategory',
        'Utilities',
        ...args,
        '--as',
        email,
        '--password-stdin',
        '--json',
      ].concat('--data-dir', books.daemon.dataDir),
      { input: `${temporaryPassword}\n`, env: { VESTRY_ENV: 'development' } },
    );
  const { stdout } = await works(create('--vendor-id', String(made['id'])));
  expect(JSON.parse(stdout)).toMatchObject({ vendorId: made['id'], vendor: 'Evergreen Lawn Care' });
  expectRefused(await create('--vendor-id', String(made['id']), '--vendor', 'Another'), [1, 2]);
});

test('vestry doctor names vendors whose tax id cannot be read', async () => {
  const { stdout } = await works(withTaxId('53-8838001', 'vendor', 'add', '--name', 'Locked Away'));
  const { id } = JSON.parse(stdout);
  const file = path.join(books.daemon.dataDir, 'secrets.json');
  const secrets = readFileSync(file, 'utf8');
  const encryptionKey = Buffer.alloc(32, 7).toString('base64');
  try {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(secrets), encryptionKey }));
    expect((await vestry('doctor')).stdout).toContain(`vendor ${id} (Locked Away)`);
    expect((await works(vestry('vendor', 'show', String(id)))).stdout).toMatch(/taxId +•{4}\s/);
  } finally {
    writeFileSync(file, secrets);
  }
});
