/**
 * Tests gifts over several giving categories, such as one check for the tithe and for missions. The gift is entered,
 * changed, reversed and deleted as one giving, but each of its parts counts in its own category.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addMember,
  addSession,
  badPaths,
  close,
  done,
  giving,
  booksOfFile,
  refusal,
  type Staff,
  statementOf,
} from './books.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let tithe: number;
let missions: number;
let building: number;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  [tithe, missions, building] = ['Tithe', 'Missions', 'Building Fund'].map(books.category) as [number, number, number];
});

type Part = { categoryId: number; amount: number };
type Fields = Record<string, unknown>;

/**
 * Returns the request body of a check for 100, of which 60 are for the tithe and 40 for missions. `fields` overrides
 * fields of the body.
 */
function cheque(fields: Fields = {}): Fields {
  const parts: Part[] = [
    { categoryId: tithe, amount: 60 },
    { categoryId: missions, amount: 40 },
  ];
  return { parts, amount: 100, date: '2024-01-07', method: 'Check', checkNumber: '1042', ...fields };
}

const enter = (fields: Fields = {}) => done(treasurer.post('/api/givings', cheque(fields)));

const PARTS = () => [
  { categoryId: tithe, categoryName: 'Tithe', amount: 60 },
  { categoryId: missions, categoryName: 'Missions', amount: 40 },
];

describe('a gift over several categories', () => {
  test('is one giving with parts and without a category of its own', async () => {
    const { status, body, headers } = await treasurer.post('/api/givings', cheque());
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: 100, categoryId: null, categoryName: null, parts: PARTS() });
    const read = await treasurer.get(`/api/givings/${body.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
  });

  test('has parts, while an ordinary giving has null instead of parts', async () => {
    const body = await done(treasurer.post('/api/givings', giving(books, { date: '2024-01-07' })));
    expect(body).toMatchObject({ categoryName: 'General Offering', parts: null });
  });

  test('can be entered with its offering session, and the session’s givings stay in the order of entry', async () => {
    const { date: _date, ...split } = cheque();
    const session = await addSession(books, {
      date: '2024-01-14',
      givings: [giving(books, { amount: 5 }), split, giving(books, { amount: 7 }), split],
    });
    expect(
      session.givings.map(({ amount, parts }: { amount: number; parts: Part[] | null }) => [amount, parts]),
    ).toEqual([
      [5, null],
      [100, PARTS()],
      [7, null],
      [100, PARTS()],
    ]);
    expect(session.totals).toMatchObject({
      totalAmount: 212,
      givingCount: 4,
      byMethod: [
        { method: 'Cash', amount: 12, count: 2 },
        { method: 'Check', amount: 200, count: 2 },
      ],
    });
    const byName = session.totals.byCategory.map(({ name, amount, count }: Fields) => [name, amount, count]);
    expect(byName.toSorted()).toEqual([
      ['General Offering', 12, 2],
      ['Missions', 80, 2],
      ['Tithe', 120, 2],
    ]);
  });

  test.each([
    ['neither a category nor parts', () => ({ parts: null }), 'categoryId', 'required'],
    ['both a category and parts', () => ({ categoryId: tithe }), 'parts', 'not_with_category'],
    ['only one part', () => ({ parts: [{ categoryId: tithe, amount: 100 }] }), 'parts', 'too_small'],
    ['parts that do not add up to the amount', () => ({ amount: 100.01 }), 'parts', 'not_the_amount'],
    [
      'the same category in two parts',
      () => ({ parts: [60, 40].map((amount) => ({ categoryId: tithe, amount })) }),
      'parts',
      'category_repeated',
    ],
    [
      'more than twenty parts',
      () => ({ parts: Array.from({ length: 21 }, (_, n) => ({ categoryId: n + 1, amount: 1 })), amount: 21 }),
      'parts',
      'too_big',
    ],
    [
      'a part with an amount of zero',
      () => ({ parts: [100, 0].map((amount, n) => ({ categoryId: [tithe, missions][n], amount })) }),
      'parts.1.amount',
      'too_small',
    ],
    [
      'a field that a part does not have',
      () => ({ parts: [60, 40].map((amount, n) => ({ categoryId: [tithe, missions][n], amount, fund: 1 })) }),
      'parts.0.fund',
      'unknown_field',
    ],
  ])('is refused with %s', async (_what, fields, path, code) => {
    const answer = await treasurer.post('/api/givings', cheque(fields()));
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('is refused with several invalid fields, and the refusal names all of them', async () => {
    const answer = await treasurer.post('/api/givings', cheque({ amount: 90, date: 'soon', nonsense: 1 }));
    expect(badPaths(answer)).toEqual(['date', 'nonsense', 'parts']);
  });

  test('is refused if the category of a part is unknown, or was disabled before the gift is entered', async () => {
    const parts = [
      { categoryId: tithe, amount: 60 },
      { categoryId: 999_999, amount: 40 },
    ];
    const answer = await treasurer.post('/api/givings', cheque({ parts }));
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toEqual(['parts.1.categoryId']);
    const { date: _date, ...gift } = cheque({ parts });
    const inSession = await treasurer.post('/api/offering-sessions', { date: '2024-01-21', givings: [gift] });
    expect(badPaths(inSession)).toEqual(['givings.0.parts.1.categoryId']);

    const closed = await done(treasurer.post('/api/giving-categories', { name: 'Closed for new gifts' }));
    const kept = await enter({
      parts: [
        { categoryId: tithe, amount: 60 },
        { categoryId: closed.id, amount: 40 },
      ],
    });
    await done(treasurer.post(`/api/giving-categories/${closed.id}/disable`));
    const late = cheque({
      parts: [
        { categoryId: tithe, amount: 60 },
        { categoryId: closed.id, amount: 40 },
      ],
    });
    expect(refusal(await treasurer.post('/api/givings', late))).toBe('422 category_disabled');
    expect((await treasurer.put(`/api/givings/${kept.id}`, { ...late, note: 'kept' })).status).toBe(200);
  });

  test('can change from one category to parts, to other parts and back, with an audit entry each time', async () => {
    const one = await done(treasurer.post('/api/givings', giving(books, { date: '2024-01-08', amount: 100 })));
    const route = `/api/givings/${one.id}`;
    const split = await done(treasurer.put(route, cheque({ date: '2024-01-08' })));
    expect(split).toMatchObject({ id: one.id, categoryId: null, parts: PARTS() });
    const parts = [
      { categoryId: building, amount: 30 },
      { categoryId: tithe, amount: 70 },
    ];
    const other = await done(treasurer.put(route, cheque({ date: '2024-01-08', parts })));
    expect(other.parts.map(({ categoryId, amount }: Part) => ({ categoryId, amount }))).toEqual(parts);
    const back = await done(treasurer.put(route, giving(books, { date: '2024-01-08', amount: 100 })));
    expect(back).toMatchObject({ categoryName: 'General Offering', parts: null });
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${one.id}&sort=id`));
    expect(items.map(({ changes }: { changes: Fields }) => changes['parts'] ?? null)).toEqual([
      null,
      [null, PARTS()],
      [PARTS(), other.parts],
      [other.parts, null],
    ]);
  });

  test('gets a new ETag when its parts change, and a change with a stale If-Match is refused', async () => {
    const gift = await enter({ date: '2024-01-09' });
    const route = `/api/givings/${gift.id}`;
    const tag = (await treasurer.get(route)).headers.get('etag') ?? '';
    const parts = [
      { categoryId: tithe, amount: 50 },
      { categoryId: missions, amount: 50 },
    ];
    const changed = await treasurer.put(route, cheque({ date: '2024-01-09', parts }), { 'If-Match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect(refusal(await treasurer.put(route, cheque({ date: '2024-01-09' }), { 'If-Match': tag }))).toBe(
      '412 stale_version',
    );
  });

  test('is deleted as one giving and disappears from every sum', async () => {
    const gift = await enter({ date: '2024-02-04' });
    expect((await statementOf(books, '2024/2')).totalGiving).toBe(100);
    expect((await treasurer.del(`/api/givings/${gift.id}`)).status).toBe(204);
    expect(await statementOf(books, '2024/2')).toMatchObject({ totalGiving: 0, givingByCategory: [] });
    expect(refusal(await treasurer.get(`/api/givings/${gift.id}`))).toBe('404 not_found');
  });

  test('is found exactly once by the category of each of its parts', async () => {
    const gift = await enter({ date: '2024-03-03' });
    const find = async (categoryId: number, more = '') =>
      (
        await done(treasurer.get(`/api/givings?from=2024-03-03&to=2024-03-03&categoryId=${categoryId}${more}`))
      ).items.map(({ id }: { id: number }) => id);
    expect(await find(tithe)).toEqual([gift.id]);
    expect(await find(missions, '&sort=categoryName')).toEqual([gift.id]);
    expect(await find(missions, '&search=1042')).toEqual([gift.id]);
    expect(await find(building)).toEqual([]);
  });

  test('prevents the deletion of its parts’ categories, even after the gift itself is deleted', async () => {
    const used = await done(treasurer.post('/api/giving-categories', { name: 'Used by a part' }));
    const gift = await enter({
      parts: [
        { categoryId: tithe, amount: 60 },
        { categoryId: used.id, amount: 40 },
      ],
    });
    await treasurer.del(`/api/givings/${gift.id}`);
    expect(refusal(await treasurer.del(`/api/giving-categories/${used.id}`))).toBe('409 category_in_use');
  });

  test('is reported as a likely duplicate only if the parts are the same, in any order', async () => {
    const { id: memberId } = await addMember(books, { firstName: 'Twice', lastName: 'Given' });
    const first = await enter({ date: '2024-04-07', memberId });
    const parts = [
      { categoryId: missions, amount: 40 },
      { categoryId: tithe, amount: 60 },
    ];
    const again = await enter({ date: '2024-04-07', memberId, parts });
    expect(again.warnings).toEqual([
      expect.objectContaining({ code: 'likely_duplicate', givingId: again.id, duplicateOf: first.id }),
    ]);
    expect(again.warnings[0].message).toContain('for Missions, Tithe on 2024-04-07');
    const otherParts = parts.map((part, n) => ({ ...part, amount: [30, 70][n] }));
    expect(await enter({ date: '2024-04-07', memberId, parts: otherParts })).not.toHaveProperty('warnings');
    const whole = giving(books, { date: '2024-04-07', memberId, amount: 100, method: 'Check', checkNumber: '1042' });
    expect(await done(treasurer.post('/api/givings', whole))).not.toHaveProperty('warnings');
  });
});

describe('the parts of a gift', () => {
  test('are counted in the monthly statement, in its funds and in the giving summary', async () => {
    await enter({ date: '2023-05-07' });
    await done(treasurer.post('/api/givings', giving(books, { date: '2023-05-07', amount: 5, categoryId: tithe })));
    const statement = await statementOf(books, '2023/5');
    expect(statement.totalGiving).toBe(105);
    expect(statement.givingByCategory.map(({ name, amount, count }: Fields) => [name, amount, count])).toEqual([
      ['Tithe', 65, 2],
      ['Missions', 40, 1],
    ]);
    expect(statement.funds.find(({ name }: Fields) => name === 'Missions')).toMatchObject({ giving: 40 });
    const range = 'from=2023-05-01&to=2023-05-31';
    const summary = await done(treasurer.get(`/api/giving/summary?${range}&groupBy=category`));
    expect(summary.items.map(({ name, amount, count }: Fields) => [name, amount, count])).toEqual([
      ['Tithe', 65, 2],
      ['Missions', 40, 1],
    ]);
    expect(summary.totals).toMatchObject({ amount: 105, count: 2 });
    const byMonth = await done(treasurer.get(`/api/giving/summary?${range}&groupBy=month`));
    expect(byMonth.totals).toMatchObject({ amount: 105, count: 2 });
  });

  test('are counted in the contribution statement, and each part is deductible if its category is deductible', async () => {
    const { id: memberId } = await addMember(books, { firstName: 'Partly', lastName: 'Deductible' });
    const dinner = await done(treasurer.post('/api/giving-categories', { name: 'Dinner', isTaxDeductible: false }));
    const parts = [
      { categoryId: dinner.id, amount: 30 },
      { categoryId: tithe, amount: 70 },
    ];
    await enter({ date: '2023-06-04', memberId, parts, benefitAmount: 20, note: 'A book' });
    expect(await done(treasurer.get(`/api/contributions/2023/${memberId}`))).toMatchObject({
      count: 1,
      total: 100,
      benefit: 20,
      deductible: 50,
      notDeductible: 30,
    });
  });

  test('are counted in no total if the gift is in kind, and count as one gift', async () => {
    const { id: memberId } = await addMember(books, { firstName: 'Brings', lastName: 'Things' });
    await enter({ date: '2023-07-02', memberId, method: 'Other', nonCashDescription: 'Two pianos' });
    const year = await done(treasurer.get(`/api/contributions/2023/${memberId}`));
    expect(year).toMatchObject({ count: 1, giftsInKind: 1, total: 0, deductible: 0 });
    expect((await statementOf(books, '2023/7')).totalGiving).toBe(0);
  });

  test('are written by an export and read by an import', async () => {
    const gift = await enter({ date: '2021-02-07' });
    const span = ['--from', '2021-02-07', '--to', '2021-02-07'];
    const file = path.join(books.daemon.dataDir, 'gifts.csv');
    await works(run(books.daemon.dataDir, 'export', 'givings', ...span, '--output', file));
    expect(readFileSync(file, 'utf8')).toContain('Tithe: 60.00; Missions: 40.00');
    const { stdout } = await works(run(books.daemon.dataDir, 'export', 'givings', ...span, '--json'));
    expect(JSON.parse(stdout)).toMatchObject([{ id: gift.id, categoryId: null, parts: PARTS() }]);
    const again = await works(run(books.daemon.dataDir, 'import', 'givings', file, '--json'));
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, skipped: 1 });
    const other = file.replace('gifts', 'other');
    writeFileSync(other, readFileSync(file, 'utf8').replace(`${gift.id},2021-02-07`, '999,2021-02-07'));
    const added = await works(run(books.daemon.dataDir, 'import', 'givings', other, '--json'));
    expect(JSON.parse(added.stdout)).toMatchObject({ created: 1, totalAmount: 100 });
    expect((await done(treasurer.get('/api/givings/999'))).parts).toEqual(PARTS());
  });

  test('cannot change in a finalized month, except for their order', async () => {
    const gift = await enter({ date: '2022-01-02' });
    await close(books, '2022/1');
    const route = `/api/givings/${gift.id}`;
    const parts = [
      { categoryId: tithe, amount: 40 },
      { categoryId: missions, amount: 60 },
    ];
    expect(refusal(await treasurer.put(route, cheque({ date: '2022-01-02', parts })))).toBe('409 period_finalized');
    expect(refusal(await treasurer.del(route))).toBe('409 period_finalized');
    // The order of the parts does not affect a figure.
    const same = cheque({
      date: '2022-01-02',
      parts: [...PARTS()].toReversed().map(({ categoryId, amount }) => ({ categoryId, amount })),
    });
    expect((await treasurer.put(route, { ...same, note: 'seen' })).status).toBe(200);
  });
});

describe('the reversal of a gift over several categories', () => {
  const reverse = (id: number, fields: Fields = {}) =>
    treasurer.post(`/api/givings/${id}/reverse`, { date: '2024-06-10', reason: 'Returned', ...fields });

  test('in full reverses the remaining amount of every part', async () => {
    const gift = await enter({ date: '2024-06-02' });
    const { status, body } = await reverse(gift.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      amount: -100,
      reversalOf: gift.id,
      categoryId: null,
      parts: PARTS().map((part) => ({ ...part, amount: -part.amount })),
    });
    expect(await statementOf(books, '2024/6')).toMatchObject({
      totalGiving: 0,
      givingByCategory: [{ amount: 0 }, { amount: 0 }],
    });
    expect(refusal(await reverse(gift.id))).toBe('409 already_reversed');
  });

  test('in part must name an amount for each category, no larger than the amount left in that category', async () => {
    const gift = await enter({ date: '2024-07-07' });
    const date = '2024-07-10';
    const vague = await reverse(gift.id, { date, amount: 10 });
    expect(refusal(vague)).toBe('400 validation_failed');
    expect(badPaths(vague)).toEqual(['parts']);
    const parts = [{ categoryId: missions, amount: 10 }];
    expect(badPaths(await reverse(gift.id, { date, amount: 11, parts }))).toEqual(['parts']);
    const strange = await reverse(gift.id, { date, parts: [{ categoryId: building, amount: 10 }] });
    expect(badPaths(strange)).toEqual(['parts.0.categoryId']);
    const some = await reverse(gift.id, { date, amount: 10, parts });
    expect(some.body).toMatchObject({
      amount: -10,
      parts: [{ categoryId: missions, categoryName: 'Missions', amount: -10 }],
    });
    const tooMuch = await reverse(gift.id, { date, parts: [{ categoryId: missions, amount: 30.01 }] });
    expect(refusal(tooMuch)).toBe('409 already_reversed');
    expect(tooMuch.body.left).toBe(30);
    const rest = await reverse(gift.id, { date, amount: 90 });
    expect(rest.body.parts.map(({ amount }: Part) => amount)).toEqual([-60, -30]);
  });

  test('accepts no parts for a gift to a single category', async () => {
    const gift = await done(treasurer.post('/api/givings', giving(books, { date: '2024-08-04', amount: 10 })));
    const parts = [{ categoryId: gift.categoryId, amount: 5 }];
    expect(badPaths(await reverse(gift.id, { date: '2024-08-05', amount: 5, parts }))).toEqual(['parts']);
  });
});
