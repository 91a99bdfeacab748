import { expect, test } from 'vitest';
import * as z from 'zod';
import { encode, verifyEncoding } from '../../src/lib/encode.ts';
import type { Minor } from '../../src/lib/money.ts';
import { idText, money, note, optional } from '../../src/lib/wire.ts';

const Line = z.object({ amount: money, note, category: z.enum(['Tithe', 'Missions']), tags: z.array(z.string()) });
const Answer = z.object({
  id: z.int(),
  total: optional(money),
  lines: z.array(Line),
  byName: z.record(z.string(), money),
  extra: z.union([z.literal('none'), z.int()]),
  warnings: z.array(z.string()).optional(),
});

const minor = (value: number) => value as Minor;
const answer = {
  id: 7,
  total: minor(4200),
  lines: [{ amount: minor(-10), note: 'by cheque', category: 'Tithe' as const, tags: ['a', 'b'] }],
  byName: { Tithe: minor(1) },
  extra: 'none' as const,
};

test('amounts in cents become decimals, at any depth', () => {
  expect(encode(Answer, answer)).toEqual({
    id: 7,
    total: 42,
    lines: [{ amount: -0.1, note: 'by cheque', category: 'Tithe', tags: ['a', 'b'] }],
    byName: { Tithe: 0.01 },
    extra: 'none',
  });
});

test('the result is the same as the result of zod', () => {
  for (const value of [answer, { ...answer, total: null, lines: [] }, { ...answer, warnings: ['once'], extra: 3 }]) {
    expect(JSON.stringify(encode(Answer, value))).toBe(JSON.stringify(z.encode(Answer, value)));
  }
});

test('a field that is not in the schema is omitted, at any depth', () => {
  const line = { ...answer.lines[0], secret: 'hidden' };
  const text = JSON.stringify(encode(Answer, { ...answer, passwordHash: 'hidden', lines: [line] } as never));
  expect(text).not.toContain('hidden');
});

test('a value is encoded first by the outer codec and then by the inner codec', () => {
  const outer = z.codec(idText, z.object({ id: z.int() }), { decode: (id) => ({ id }), encode: ({ id }) => id });
  expect(encode(outer, { id: 12 })).toBe('12');
});

test('verifyEncoding throws if a value does not match its schema', () => {
  const wrong = { ...answer, id: 'seven' } as never;
  expect(() => verifyEncoding(Answer, answer, encode(Answer, answer))).not.toThrow();
  expect(() => verifyEncoding(Answer, wrong, encode(Answer, wrong))).toThrow('expected number');
});
