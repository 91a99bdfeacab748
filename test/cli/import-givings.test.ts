import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlace, withoutTimes } from '../support/place.ts';

/**
 * Gifts that are hard to export: with a formula, Chinese text, a reversal, a gift in kind, offering sessions, and
 * without a giver.
 */
const GIFTS = [
  'id,date,amount,categoryName,method,memberId,memberName,isAnonymous,checkNumber,zelleReference,note,sessionDate,giftDate,benefitAmount,nonCashDescription,reversalOf,createdAt,modifiedAt',
  '5,2026-01-04,1234.5,Tithe,Check,7,Mei Lin,false,0012,,"=1+1, ""x""",2026-01-04,2025-12-31,10,,,,',
  '7,2026-01-04,0.1,Missions,Cash,,,true,,,林,2026-01-04,2026-01-04,,,,,',
  '8,2026-01-11,300,Tithe,Other,7,Mei Lin,false,,,,,2026-01-11,,A piano,,,',
  '9,2026-02-01,-1234.5,Tithe,Check,7,Mei Lin,false,0012,,Bounced,,2025-12-31,-10,,5,,',
  '12,2026-02-08,25,Tithe,Zelle,,,false,,Z-1,,,2026-02-08,,,,,',
];

const { file, run, write, remove } = importPlace();
beforeAll(async () => {
  const people = ['id,firstName,lastName,email,externalId,createdAt,modifiedAt', '7,Mei,Lin,mei@example.org,B-1,,'];
  await run(['import', 'members', write('people.csv', people)]);
  await run(['import', 'givings', write('gifts.csv', GIFTS)]);
});
afterAll(remove);

test.each(['csv', 'xlsx'])('givings exported as %s and imported into a new church are unchanged', async (format) => {
  const fresh = file(`fresh-${format}`);
  for (const what of ['members', 'givings']) {
    const exported = file(`${what}.${format}`);
    expect(await run(['export', what, '--output', exported, '--force'])).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await run(['import', what, exported], fresh);
    expect([exitCode, stderr.replace(/^Started .*\n/, '')]).toEqual([0, '']);
  }
  for (const what of ['givings', 'offering-sessions']) {
    const [before, after] = [await run(['export', what]), await run(['export', what], fresh)];
    expect(withoutTimes(after.stdout)).toBe(withoutTimes(before.stdout));
  }
  const statement = ['report', 'giving', '--year', '2026', '--json'];
  expect((await run(statement, fresh)).stdout).toBe((await run(statement)).stdout);
  const again = await run(['import', 'givings', file(`givings.${format}`)], fresh);
  expect(again.stdout).toMatch(/^0 givings of 0.00 imported, 5 skipped because they exist already\.\n/);
});

test('--create-members moves the givings of a deleted member to a new church', async () => {
  const [old, fresh] = [file('moved-from'), file('moved-to')];
  const gifts = write('moved.csv', ['date,category,amount,name', '2026-01-04,Tithe,5,Ann Lee']);
  await run(['seed'], old);
  await run(['import', 'givings', gifts, '--create-members'], old);
  await run(['member', 'delete', '1'], old);
  await run(['export', 'givings', '--output', file('moved-givings.csv')], old);
  await run(['seed'], fresh);
  const refused = await run(['import', 'givings', file('moved-givings.csv')], fresh);
  expect(refused).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('names somebody who is not a member: Ann Lee'),
  });
  expect(await run(['import', 'givings', file('moved-givings.csv'), '--create-members'], fresh)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Ann Lee is member 1'),
  });
  await run(['member', 'delete', '1'], fresh);
  const [before, after] = [await run(['export', 'givings'], old), await run(['export', 'givings'], fresh)];
  expect(withoutTimes(after.stdout)).toBe(withoutTimes(before.stdout));
});

describe('vestry export', () => {
  test('givings writes every column, and the same JSON as the API', async () => {
    const { stdout, stderr } = await run(['export', 'givings', '--from', '2026-01-01', '--to', '2026-01-04']);
    expect(stderr).toBe('');
    const [header, first, ...others] = stdout.trimEnd().split('\r\n');
    expect(header).toBe(
      '\uFEFFid,date,amount,categoryId,categoryName,parts,method,memberId,memberName,memberEmail,memberExternalId,offeringNumber,' +
        'isAnonymous,checkNumber,zelleReference,payPalReference,note,sessionId,sessionDate,giftDate,benefitAmount,' +
        'nonCashDescription,nonCashKind,source,companyName,reversalOf,reversalKind,createdAt,modifiedAt,createdBy,modifiedBy',
    );
    expect(first).toContain(
      `5,2026-01-04,1234.5,1,Tithe,,Check,7,Mei Lin,mei@example.org,B-1,,false,0012,,,"'=1+1, ""x""",1,2026-01-04,2025-12-31,10,`,
    );
    expect(others).toHaveLength(1);
    const givings = JSON.parse((await run(['export', 'givings', '--json'])).stdout) as Record<string, unknown>[];
    expect(givings.map(({ id, amount }) => [id, amount])).toEqual([
      [5, 1234.5],
      [7, 0.1],
      [8, 300],
      [9, -1234.5],
      [12, 25],
    ]);
    expect(givings[0]).not.toHaveProperty('sessionDate');
    expect(givings[3]).toMatchObject({ reversalOf: 5, giftDate: '2025-12-31', benefitAmount: -10 });
  });

  test('writes offering sessions and meal attendance, refuses impossible dates, and reports the number of rows', async () => {
    const { stdout } = await run(['export', 'offering-sessions']);
    expect(stdout.split('\r\n')[1]).toMatch(/^1,2026-01-04,Draft,,,,,,,1234\.6,2,/);
    const asked = await run(['export', 'offering-sessions', '--json', '--from', '2026-01-04']);
    expect(JSON.parse(asked.stdout)).toMatchObject([{ date: '2026-01-04', totalAmount: 1234.6, givingCount: 2 }]);
    expect((await run(['export', 'offering-sessions', '--json', '--from', '2026-01-05'])).stdout).toBe('[]\n');
    expect((await run(['export', 'meal-attendance'])).stdout).toBe(
      '\uFEFFdate,adultCount,youthCount,childCount,createdAt,modifiedAt\r\n',
    );
    expect(await run(['export', 'givings', '--from', '2026-02-30'])).toMatchObject({ exitCode: 2 });
    const none = await run(['export', 'givings', '--from', '2030-01-01', '--output', file('0.csv')]);
    expect(none.stderr).toBe(`0 givings written to ${file('0.csv')}\n`);
    const reversed = await run(['export', 'givings', '--from', '2026-01-05', '--to', '2026-01-04']);
    expect([reversed.exitCode, reversed.stderr]).toEqual([2, expect.stringContaining('--to must not be before')]);
    const first = await run(['export', 'members', '--output', file('1.csv')]);
    expect(first.stderr).toBe(`1 member written to ${file('1.csv')}\n`);
  });
});

describe('vestry import', () => {
  test('refuses unknown names, reports the result, lists imports, and undoes an import', async () => {
    const fresh = file('undo');
    const gifts = write('new.csv', ['date,category,amount,name,sessionDate', '2026-01-04,Tithe,5,Ann Lee,2026-01-04']);
    expect(await run(['import', 'givings', gifts, '--dry-run'], fresh)).toMatchObject({ exitCode: 3 });
    await run(['seed'], fresh);
    const refused = await run(['import', 'givings', gifts], fresh);
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' });
    expect(refused.stderr).toContain(
      'line 2, "name": names somebody who is not a member: Ann Lee; add missing members with --create-members',
    );
    expect((await run(['import', 'givings', gifts, '--create-members'], fresh)).stdout).toBe(
      '1 giving of 5.00 imported, 0 skipped because they exist already.\nNew offering sessions: 1.\nNew members:\n' +
        '  line 2: Ann Lee is member 1\nTo undo this import: vestry import undo 1\n',
    );
    expect((await run(['import', 'list'], fresh)).stdout).toMatch(
      /1 +givings +new\.csv +1 +1 giving, 1 member, 1 offering session /,
    );
    const refusedTwice = await run(['import', 'givings', gifts], fresh);
    expect(refusedTwice).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining('import undo 1') });
    const twice = await run(['import', 'givings', gifts, '--allow-duplicates'], fresh);
    expect(twice.stdout).toContain('The same file was imported before, as import 1.');
    expect(twice.stdout).toContain('line 2: 5.00 on 2026-01-04, like giving 1');
    expect(await run(['import', 'undo', '2'], fresh)).toMatchObject({
      exitCode: 0,
      stdout: 'Import 2 is undone. Removed: 1 giving.\n',
    });
    expect(await run(['import', 'undo', '2'], fresh)).toMatchObject({ exitCode: 4 });
    await run(['member', 'update', '1', '--phone', '1'], fresh);
    expect((await run(['import', 'undo', '1'], fresh)).stdout).toBe(
      'Import 1 is undone. Removed: 1 giving, 1 offering session.\nKept:\n  member 1, Ann Lee, was changed after the import\n',
    );
    expect(await run(['import', 'undo', '7'], fresh)).toMatchObject({ exitCode: 3 });
    const list = JSON.parse((await run(['import', 'list', '--json'], fresh)).stdout) as { items: { id: number }[] };
    expect(list.items.map(({ id }) => id)).toEqual([2, 1]);
  });
});
