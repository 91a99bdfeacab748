import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Staff, done, expense, booksOfFile, refusal } from './books.ts';
import { getReceipt, MIB, nameIn, pdf, putFile, receiptOf, storedFiles } from './receipt-files.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const books = booksOfFile();
let owner: Staff;
let treasurer: Staff;
let elder: Staff;
beforeAll(async () => {
  owner = await books.as(['member']);
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
});

const at = (id: number) => `/api/expenses/${id}`;
const draftOf = async (who: Staff): Promise<number> =>
  (await done(who.post('/api/expenses', expense(books, { expenseDate: '2024-01-10' })))).id;
const put = (who: Staff, id: number, bytes: Buffer, name = 'receipt.pdf') =>
  putFile({ books, who, id }, { bytes, name });
const receiptsOf = async (who: Staff, id: number): Promise<Json[]> => (await done(who.get(`${at(id)}/receipts`))).items;

/** Adds an expense with a receipt, then submits, approves and pays it. The treasurer then adds a second receipt. */
async function withTwo() {
  const id = await draftOf(owner);
  const [first, second] = [pdf('the first'), pdf('the second')];
  await done(put(owner, id, first, 'first.pdf'));
  await done(owner.post(`${at(id)}/submit`));
  await done(elder.post(`${at(id)}/approve`));
  await done(treasurer.post(`${at(id)}/pay`));
  await done(put(treasurer, id, second, 'second.pdf'));
  return { id, first, second };
}

describe('a submitted expense', () => {
  test('accepts further receipts, and the earlier receipts can still be read unchanged', async () => {
    const { id, first, second } = await withTwo();
    const items = await receiptsOf(owner, id);
    expect(items).toEqual([
      {
        id: expect.any(Number),
        fileName: 'first.pdf',
        contentType: 'application/pdf',
        size: first.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        addedBy: owner.userId,
        addedAt: expect.stringMatching(/Z$/),
        isCurrent: false,
      },
      expect.objectContaining({ fileName: 'second.pdf', addedBy: treasurer.userId, isCurrent: true }),
    ]);
    const shown = await done(owner.get(at(id)));
    expect(shown.receipt).toEqual({
      fileName: 'second.pdf',
      contentType: 'application/pdf',
      size: second.length,
      sha256: items[1]?.sha256,
    });
    for (const [item, bytes] of [
      [items[0], first],
      [items[1], second],
    ] as const) {
      const read = await fetch(`${books.daemon.url}${at(id)}/receipts/${item?.id}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      });
      expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
      expect(nameIn(read.headers.get('content-disposition'))).toBe(item?.fileName);
      expect(read.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(read.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await getReceipt(books, owner, id)).bytes.equals(second)).toBe(true);
  });

  test('does not let anyone delete a receipt, even after a rejection', async () => {
    const { id } = await withTwo();
    for (const who of [treasurer, books.admin]) {
      expect(refusal(await who.del(receiptOf(id)))).toBe('409 receipt_locked');
    }
    const back = await draftOf(owner);
    await done(put(owner, back, pdf('seen by the approver')));
    await done(owner.post(`${at(back)}/submit`));
    await done(elder.post(`${at(back)}/reject`, { reason: 'another receipt, please' }));
    expect(refusal(await owner.del(receiptOf(back)))).toBe('409 receipt_locked');
    await done(put(owner, back, pdf('a better one')));
    expect((await receiptsOf(elder, back)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test('accepts at most twenty receipts', async () => {
    const id = await draftOf(owner);
    await done(owner.post(`${at(id)}/submit`));
    for (let made = 0; made < 20; made += 1) await done(put(owner, id, pdf(`number ${made}`)));
    const refused = await put(owner, id, pdf('one too many'));
    expect(refusal(refused)).toBe('409 receipt_limit');
    expect(await receiptsOf(owner, id)).toHaveLength(20);
  });
});

test('a draft that was never submitted has only its last receipt', async () => {
  const id = await draftOf(owner);
  await done(put(owner, id, pdf('the first'), 'first.pdf'));
  await done(put(owner, id, pdf('the second'), 'second.pdf'));
  expect(await receiptsOf(owner, id)).toMatchObject([{ fileName: 'second.pdf', isCurrent: true }]);
  expect((await owner.del(receiptOf(id))).status).toBe(204);
  expect(await receiptsOf(owner, id)).toEqual([]);
});

describe('with keep=true, a draft', () => {
  const add = (id: number, bytes: Buffer, name: string) =>
    putFile({ books, who: owner, id, keep: true }, { bytes, name });
  const names = async (id: number) => (await receiptsOf(owner, id)).map(({ fileName }) => fileName);

  test('keeps several receipts, and each can be removed until the draft is submitted', async () => {
    const id = await draftOf(owner);
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await done(add(id, pdf(name), name));
    expect(await names(id)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    const [first, second] = await receiptsOf(owner, id);
    expect((await owner.del(`${at(id)}/receipts/${second?.id}`)).status).toBe(204);
    expect(await names(id)).toEqual(['a.pdf', 'c.pdf']);
    expect(refusal(await owner.del(`${at(id)}/receipts/${second?.id}`))).toBe('404 not_found');
    expect(refusal(await (await books.as(['member'])).del(`${at(id)}/receipts/${first?.id}`))).toBe('404 not_found');
    expect(refusal(await elder.del(`${at(id)}/receipts/${first?.id}`))).toBe('403 forbidden');
    await done(owner.post(`${at(id)}/submit`));
    expect(refusal(await owner.del(`${at(id)}/receipts/${first?.id}`))).toBe('409 receipt_locked');
    expect(await names(id)).toEqual(['a.pdf', 'c.pdf']);
  });

  test('stores the same file only once, so a request can be repeated', async () => {
    const id = await draftOf(owner);
    const before = storedFiles(books).length;
    await done(add(id, pdf('once'), 'once.pdf'));
    await done(add(id, pdf('once'), 'again.pdf'));
    expect(await names(id)).toEqual(['once.pdf']);
    expect(storedFiles(books)).toHaveLength(before + 1);
  });

  test('has at most twenty receipts', async () => {
    const id = await draftOf(owner);
    for (let made = 0; made < 20; made += 1) await done(add(id, pdf(`number ${made}`), 'one.pdf'));
    expect(refusal(await add(id, pdf('one too many'), 'one.pdf'))).toBe('409 receipt_limit');
  });
});

test('a user who may not read an expense gets 404 for its receipts, even at the address of their own expense', async () => {
  const { id } = await withTwo();
  const [item] = await receiptsOf(owner, id);
  const stranger = await books.as(['member']);
  const other = await draftOf(stranger);
  for (const route of [`${at(id)}/receipts`, `${at(id)}/receipts/${item?.id}`, `${at(other)}/receipts/${item?.id}`]) {
    expect(refusal(await stranger.get(route))).toBe('404 not_found');
  }
  expect((await elder.get(`${at(id)}/receipts`)).status).toBe(200);
});

test.runIf(IS_NIGHTLY)(
  'the receipts of all drafts of one person may take up 200 MiB, and submitting a draft frees its share',
  async () => {
    const hoarder = await books.as(['member']);
    const ids = [];
    for (let made = 0; made < 20; made += 1) {
      const id = await draftOf(hoarder);
      await done(put(hoarder, id, pdf(`number ${made}`, 10 * MIB)));
      ids.push(id);
    }
    const next = await draftOf(hoarder);
    const refused = await put(hoarder, next, pdf('one too many'));
    expect(refusal(refused)).toBe('409 receipt_limit');
    expect(refused.body.detail).toMatch(/200 MiB.*Submit/);
    const [first = 0, second = 0] = ids;
    // A receipt that replaces another needs no further space. Deleting a draft does not free its space at once.
    await done(put(hoarder, first, pdf('instead', 10 * MIB)));
    await done(hoarder.del(at(second)));
    expect(refusal(await put(hoarder, next, pdf('still too many')))).toBe('409 receipt_limit');
    const others = await draftOf(owner);
    expect((await put(owner, others, pdf('of another'))).status).toBe(200);
    await done(hoarder.post(`${at(first)}/submit`));
    expect((await put(hoarder, next, pdf('there is room'))).status).toBe(200);
  },
  60_000,
);
