import { expect, test } from 'vitest';
import { NEW } from '../../../src/console/offerings/entry/drafts.ts';
import type { Entry } from '../../../src/console/offerings/entry/entry.ts';
import { readPasted } from '../../../src/console/offerings/entry/paste.ts';
import { bodyOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import { asTable, unsentRows } from '../../../src/console/offerings/entry/unsent-rows.ts';

const draft = { ...emptyDraft('Cash', 1), who: { kind: 'looseCash' } as const, amount: '5' };
const body = bodyOf(draft);
const entry = (fields: Partial<Entry>): Entry => ({
  key: 'a',
  tab: 'here',
  sessionId: 3,
  date: '2026-11-22',
  owner: { id: 1, name: 'Ann' },
  order: 1,
  deeds: [{ kind: 'create', body }],
  givingId: null,
  seen: null,
  wasSent: true,
  refusal: { status: 409, code: 'session_locked' } as Entry['refusal'],
  ...fields,
});
const me = { id: 1, displayName: 'Ann' };
const correction = entry({
  key: 'c',
  givingId: 9,
  seen: body,
  deeds: [{ kind: 'change', body: { ...body, amount: 6 } }],
});
const deletion = entry({ key: 'd', givingId: 10, seen: body, deeds: [{ kind: 'delete' }] });
const words = {
  giver: ({ memberId }: { memberId: number | null }, name?: string | null) =>
    memberId === null ? 'Loose cash' : (name ?? `#${memberId}`),
  method: (method: string) => method,
  methodWithin: (method: string) => method.toLowerCase(),
  category: (id: number) => ['', 'Tithe', 'Missions'][id] ?? '',
  gift: () => '',
  what: ({ kind }: { kind: string }) => (kind === 'new' ? 'New gift' : kind),
};
const here = (entries: readonly Entry[], drafts = {}) => unsentRows({ entries, drafts, gifts: [], me });

test('each unsent row is shown as a gift, a correction, a deletion, a half-typed gift or a half-typed correction', () => {
  const rows = here([entry({}), correction, deletion], {
    [NEW]: { draft: { ...draft, amount: '' }, typed: '' },
    b: { draft: { ...draft, who: { kind: 'nobody' } }, typed: 'Zed' },
  });
  expect(rows.map(({ kind, row }) => [kind, row.body.amount, row.number])).toEqual([
    ['new', 5, 1],
    ['correction', 6, 2],
    ['deletion', 5, 3],
    ['halfCorrection', 5, 4],
    ['halfNew', 0, 5],
  ]);
  expect(rows.map(({ row }) => words.giver(row.body, row.memberName))).toContain('Zed');
});

test('the copied table includes the parts of a gift and the fields under More', () => {
  const split = { ...body, giftDate: '2026-12-31', benefitAmount: 2, nonCashDescription: 'Flour', note: 'a\tb' };
  const { categoryId: _one, ...rest } = split;
  const parts = [
    { categoryId: 1, amount: 3 },
    { categoryId: 2, amount: 2 },
  ];
  const rows = here([entry({ deeds: [{ kind: 'create', body: { ...rest, parts } }] })]);
  expect(asTable(rows, words)).toBe(
    'New gift\tCash\tLoose cash\t\t5\tTithe 3 + Missions 2\t"a\tb"\t2026-12-31\tFlour\t2',
  );
});

test('when the copied table is pasted, new gifts are valid rows, but corrections and deletions are not', () => {
  const known = {
    index: [],
    categories: [{ id: 1, name: 'Tithe', nameZh: null, isActive: true }] as never,
    methodNames: (method: string) => method,
    method: 'Cash' as const,
    usualCategoryId: 1,
    words: { anonymous: 'Anonymous', looseCash: 'Loose cash', newGift: 'New gift' },
  };
  const pasted = readPasted(asTable(here([entry({}), correction, deletion]), words), known);
  expect(pasted.map(({ faults }) => faults.includes('method'))).toEqual([false, true, true]);
  expect(pasted[0]).toMatchObject({ faults: [], draft: { amount: '5', categoryId: 1 } });
});
