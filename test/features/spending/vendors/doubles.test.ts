import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { insertRows } from '../../../../src/db/insert.ts';
import {
  likelyDoubles,
  nameKeyOf,
  otherKeysOf,
  repeatedKeysOf,
  slipKeysOf,
  swappedKeysOf,
} from '../../../../src/features/spending/vendors/doubles.ts';
import type { StoredVendor } from '../../../../src/features/spending/vendors/queries.ts';
import { columnsOf } from '../../../../src/features/spending/vendors/service.ts';
import { testApp } from '../../../support/app.ts';

describe('names of vendors', () => {
  test.each([
    ['Sparrow Cleaning Co.', 'SPARROW CLEANING'],
    ['The Home Depot', 'Home Depot, Inc.'],
    ['Riverbend Properties LLC', 'Riverbend Properties, L.L.C.'],
    ['Hobbs Roofing & Siding', 'Hobbs Roofing and Siding, Inc.'],
    ['Café Zürich', 'CAFE ZURICH'],
    ["Hank's Auto-Repair", 'Hanks Auto Repair'],
    ['Blue Heron', 'BlueHeron Company, Ltd.'],
    ['恩典印刷股份有限公司', '恩典印刷'],
    ['光華書店', '光华书店'],
  ])('%s and %s count as one', (one, other) => {
    expect(nameKeyOf(one)).toBe(nameKeyOf(other));
  });

  test.each([
    ['Sparrow Cleaning', 'Sparrow Catering'],
    ['The Co', 'Inc'],
    ['Incline Village', 'line Village'],
    ['Rev. Paul Lindgren', 'Rev. Samuel Kwan'],
    ['&', '!'],
    ['公司', '恩典公司'],
  ])('%s and %s count as two', (one, other) => {
    expect(nameKeyOf(one)).not.toBe(nameKeyOf(other));
  });

  test.each(['The', 'Co.', '&', '公司', '...'])('%s has a key that is not empty', (name) => {
    expect(nameKeyOf(name)).not.toBe('');
  });
});

describe('two adjacent letters', () => {
  test.each([
    ['Sparrow Cleaning', 'Sparorw Cleaning Co.'],
    ['Sparrow Cleaning', 'pSarrow Cleaning'],
    ['Riverbend', 'Riverbedn'],
    ['Blue Heron', 'Bleu Heron'],
  ])('that are swapped make %s and %s alike', (one, other) => {
    expect(swappedKeysOf(nameKeyOf(one))).toContain(nameKeyOf(other));
    expect(swappedKeysOf(nameKeyOf(other))).toContain(nameKeyOf(one));
  });

  test.each([
    ['two digits', 'Route 12', 'Route 21'],
    ['a letter and a digit', 'Suite A1', 'Suite 1A'],
    ['Chinese characters', '大明書店', '明大書店'],
    ['letters that are not adjacent', 'Sparrow', 'Spaworr'],
  ])('count only as letters that were swapped, unlike %s', (_what, one, other) => {
    expect(swappedKeysOf(nameKeyOf(one))).not.toContain(nameKeyOf(other));
  });

  test('are swapped once for each pair of different letters', () => {
    expect(swappedKeysOf('aab1c')).toEqual(['aba1c']);
    expect(swappedKeysOf('x')).toEqual([]);
  });
});

describe('a double letter', () => {
  test.each([
    ['Sparrow Cleaning Co.', 'Sparow Cleaning'],
    ['Keystone Copiers', 'Keystone Copier'],
    ['Harmon & Dale CPAs', 'Harmon and Dalle CPAs'],
    ['Café Müller', 'Cafe Muler'],
  ])('that is single, or an "s" at the end, makes %s and %s alike', (one, other) => {
    expect(repeatedKeysOf(nameKeyOf(one))).toContain(nameKeyOf(other));
    expect(repeatedKeysOf(nameKeyOf(other))).toContain(nameKeyOf(one));
  });

  test.each([
    ['digits', 'Route 12', 'Route 122'],
    ['Chinese characters', '明書店', '明明書店'],
    ['an "s" after a digit', 'Studio 54', 'Studio 54s'],
    ['an "s" after a Chinese character', '明書店', '明書店s'],
  ])('is not one of %s', (_what, one, other) => {
    expect(repeatedKeysOf(nameKeyOf(one))).not.toContain(nameKeyOf(other));
  });

  test('is looked for at each letter', () => {
    expect(repeatedKeysOf('aab1')).toEqual(['ab1', 'aabb1']);
    expect(repeatedKeysOf('s')).toEqual(['ss', 'ss']);
    expect(repeatedKeysOf('')).toEqual([]);
  });
});

describe('a letter', () => {
  test.each([
    ['Harbor Printing', 'Harbour Printing'],
    ['Harbor Printing', 'Habor Printing'],
    ['Verizon', 'Verison'],
    ['Hill Hardware', 'Hills Hardware LLC'],
  ])('that was mistyped, left out or added makes %s and %s alike', (one, other) => {
    expect(slipKeysOf(nameKeyOf(one))).toContain(nameKeyOf(other));
    expect(slipKeysOf(nameKeyOf(other))).toContain(nameKeyOf(one));
  });

  test.each([
    ['Chen', 'Chan'],
    ['Target', 'Target Optical'],
    ['Route 12', 'Route 13'],
    ['Vendor 1', 'Vendor 12'],
    ['Suite A1', 'Suite 1A'],
    ['恩典印刷設計公司', '恩典印刷設備公司'],
    ['Sparrow Cleaning', 'Sparrow Catering'],
  ])('does not make %s and %s alike', (one, other) => {
    expect(slipKeysOf(nameKeyOf(one))).not.toContain(nameKeyOf(other));
  });
});

describe('a name', () => {
  test.each([
    ['Mei-Ling Chen', 'Chen Mei-Ling'],
    ['Mei-Ling Chen', 'Chen, Mei-Ling'],
    ['Amy Wu', 'Wu, Amy'],
    ['Amy Wu', 'Dr. Amy Wu'],
    ['Wu, Amy', 'Dr. Amy Wu'],
    ['Officedepot.com', 'Office Depot'],
    ['www.officedepot.com', 'Office Depot, Inc.'],
  ])('that is written in another way makes %s and %s alike', (one, other) => {
    expect(otherKeysOf(one)).toContain(nameKeyOf(other));
    expect([nameKeyOf(one), ...otherKeysOf(one)].some((key) => otherKeysOf(other).includes(key))).toBe(true);
  });

  test.each([
    ['Target', 'Target Optical'],
    ['Dr. Pepper', 'Pepper'],
    ['Amy Wu', 'Amy Wong'],
    ['Mei-Ling Chen', 'Mei-Ling'],
    ['Comcast', 'Cast'],
  ])('does not make %s and %s alike', (one, other) => {
    expect(otherKeysOf(one)).not.toContain(nameKeyOf(other));
    expect(otherKeysOf(other)).not.toContain(nameKeyOf(one));
  });
});

const rowOf = (n: number, name = `Vendor ${n}`) => ({
  ...columnsOf(
    {
      name,
      legalName: n % 3 === 0 ? `Legal ${n} LLC` : null,
      address: null,
      email: n % 2 === 0 ? `v${n}@example.org` : null,
      memberId: null,
      tinType: null,
      taxClassification: 'Unknown',
      w9On: null,
      isActive: true,
    },
    n % 4 === 0 ? { taxId: 'v1.sealed', taxIdKey: `key ${n}` } : { taxId: null, taxIdKey: null },
  ),
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  modifiedBy: null,
});

test('the warning names all other vendors whose name or legal name differs only in two swapped letters or a double letter, unless they are deleted', async () => {
  const app = await testApp();
  const names = ['Sparrow Cleaning', 'Sparorw Cleaning', 'Sparrow Catering'];
  await inTransaction(app, ({ db }) =>
    insertRows(db, 'vendors', [
      ...names.map((name, n) => rowOf(12 * n + 1, name)),
      { ...rowOf(61, 'Other'), legalName: 'Sprarow Cleaning LLC', legalNameKey: nameKeyOf('Sprarow Cleaning LLC') },
    ]),
  );
  const wanted = { ...rowOf(49, 'Sparrow Cleaning'), id: 99, deletedAt: null } satisfies StoredVendor;
  expect((await likelyDoubles(app, wanted))[0]?.vendorIds).toEqual([1, 2, 4]);
  const own = { ...wanted, ...rowOf(49, 'Mine'), legalNameKey: nameKeyOf('Sparrow Caterign') } satisfies StoredVendor;
  expect((await likelyDoubles(app, own))[0]?.vendorIds).toEqual([3]);
  const short = { ...wanted, ...rowOf(49, 'Sparow Catering') } satisfies StoredVendor;
  expect((await likelyDoubles(app, short))[0]?.vendorIds).toEqual([3]);
  const deletedAt = '2026-01-02T00:00:00.000Z';
  await inTransaction(app, ({ db }) => db.updateTable('vendors').set({ deletedAt }).where('id', '=', 3).execute());
  expect(await likelyDoubles(app, own)).toEqual([]);
});

test('a vendor is compared with 10,000 others in less than 20 ms', async () => {
  const app = await testApp();
  const rows = Array.from({ length: 10_000 }, (_, n) => rowOf(n));
  await inTransaction(app, ({ db }) => insertRows(db, 'vendors', rows));
  const wanted = { ...rowOf(12), id: 99_999, deletedAt: null, name: 'Another' } satisfies StoredVendor;
  await likelyDoubles(app, wanted);
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const start = performance.now();
    const [warning] = await likelyDoubles(app, wanted);
    times.push(performance.now() - start);
    expect(warning?.vendorIds).toEqual([13]);
  }
  expect(Math.min(...times)).toBeLessThan(20);
});

test.each([
  ['Harbour Printing', 'Habor Printing', false],
  ['Harbor Printing Co.', 'Harbour Printing', true],
  ['Dr. Amy Wu', 'Wu, Amy', true],
  ['Amy Wu', 'Dr. Amy Wu', true],
  ['Office Depot', 'Officedepot.com', true],
  ['Target', 'Target Optical', false],
  ['Chen', 'Chan', false],
])('a new vendor %s beside the vendor %s is a likely double: %s', async (name, known, isDouble) => {
  const app = await testApp();
  await inTransaction(app, ({ db }) => insertRows(db, 'vendors', [rowOf(1, known)]));
  const wanted = { ...rowOf(49, name), id: 99, deletedAt: null } satisfies StoredVendor;
  expect((await likelyDoubles(app, wanted)).length > 0).toBe(isDouble);
});
