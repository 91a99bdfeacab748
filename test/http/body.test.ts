import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { positiveMoney } from '../../src/lib/wire.ts';
import { readJson } from '../../src/http/body.ts';
import { check } from '../../src/validate.ts';
import * as z from 'zod';

const read = (text: string) => {
  const request = Object.assign(Readable.from([Buffer.from(text)]), {
    headers: { 'content-length': String(Buffer.byteLength(text)), 'content-type': 'application/json' },
  });
  return readJson(request as unknown as IncomingMessage);
};

const Body = z.strictObject({ amount: positiveMoney });

describe('an amount that a double cannot represent exactly', () => {
  test.each([
    '100.000000000000001',
    '1.2550000000000000e+02',
    '1.2345000000000000e3',
    '5.0000000000000001E4',
    '125500000000000001e-15',
    '9999999999.990000000000001',
  ])('is refused, not rounded: %s', async (amount) => {
    const { json } = await read(`{"amount": ${amount}}`);
    expect(check(Body, json)).toMatchObject({ errors: [{ path: 'amount' }] });
  });
});

test.each([
  ['125.5', 12_550],
  ['1.255e2', 12_550],
  ['9999999999.99', 999_999_999_999],
])('an amount of %s is %i cents', async (amount, minor) => {
  expect(check(Body, (await read(`{"amount": ${amount}}`)).json)).toEqual({ value: { amount: minor } });
});

test('digits in texts stay unchanged, even after escaped quotes', async () => {
  const value = { a: 'Z-12345678901234567890.123', b: 'say "12345678901234567890"', c: '\\', d: 1 };
  expect((await read(JSON.stringify(value))).json).toEqual(value);
});

test.each([
  ['digits', () => '1'.repeat(1_000_000)],
  ['escaped quotes in a text that does not end', () => `1.2345678901234567 "${'\\"'.repeat(500_000)}`],
])('a very long body of %s takes less than two seconds to read', async (_name, text) => {
  const startedAt = process.cpuUsage();
  await read(text()).catch(() => {});
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});

const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 0])));

test('a body with more fields than any request needs is refused before it is parsed', async () => {
  await expect(read(fields(30_001))).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(read(fields(30_001).replaceAll(':', ' \n:'))).rejects.toMatchObject({ code: 'validation_failed' });
  expect(Object.keys((await read(fields(30_000))).json as object)).toHaveLength(30_000);
  expect((await read(JSON.stringify({ note: ': :'.repeat(200_000) }))).json).toHaveProperty('note');
});

test('if more than a hundred fields are bad, the refusal names a hundred of them and counts the others', () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
  const checked = check(z.strictObject({}), body);
  if (!('errors' in checked)) throw new Error('accepted');
  expect(checked.errors).toHaveLength(101);
  expect(checked.errors.at(-1)).toMatchObject({ code: 'more_errors', message: 'has 4900 more bad fields' });
});

test('a body nested deeper than any request needs is refused before it is parsed', async () => {
  const nested = (open: string, depth: number) => open.repeat(depth);
  await expect(read(nested('[', 500_000))).rejects.toMatchObject({ code: 'malformed_json' });
  await expect(read(`${nested('[', 65)}${']'.repeat(65)}`)).rejects.toMatchObject({ code: 'malformed_json' });
  await expect(read(nested('{"a":', 65))).rejects.toMatchObject({ code: 'malformed_json' });
  expect((await read(`${nested('[', 64)}${']'.repeat(64)}`)).json).toBeInstanceOf(Array);
  expect((await read(JSON.stringify({ note: '['.repeat(500) }))).json).toEqual({ note: '['.repeat(500) });
});
