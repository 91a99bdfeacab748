import { describe, expect, test } from 'vitest';
import { type Progress, sendExpense, type Service } from '../../../src/console/expenses/hand-in/send.ts';
import type { NewExpense, Versioned } from '../../../src/console/expenses/queries.ts';

const BODY: NewExpense = {
  expenseDate: '2026-11-20',
  amount: 12.5,
  description: 'Snacks',
  subCategoryId: 1,
  ministryId: 1,
};
const OTHER: NewExpense = { ...BODY, amount: 13 };

class Refused extends Error {}

type Lost = { at: string; isCarriedOut: boolean };

/**
 * A service in memory that keeps what it was sent. `lost` names a request whose answer does not arrive. The service
 * either carried that request out or never got it.
 */
function fakeService(lost: Lost[] = []) {
  const keys = new Map<string, NewExpense>();
  const books = { body: undefined as NewExpense | undefined, receipts: [] as string[], status: 'Draft', submits: 0 };
  const calls: string[] = [];
  const answer = async (name: string, act: () => void): Promise<Versioned> => {
    calls.push(name);
    const [failure] = lost;
    const isLost = failure?.at === name;
    if (!isLost || failure.isCarriedOut) act();
    if (isLost) {
      lost.shift();
      throw new TypeError('network');
    }
    return { expense: { id: 7, status: books.status } as Versioned['expense'], etag: `"${calls.length}"` };
  };
  const service: Service = {
    create: (body, key) =>
      answer('create', () => {
        const known = keys.get(key);
        if (known && JSON.stringify(known) !== JSON.stringify(body)) throw new Refused('idempotency_key_reused');
        if (body.description === '') throw new Refused('validation_failed');
        keys.set(key, body);
        books.body ??= body;
      }),
    save: (_id, body) => answer('save', () => (books.body = body)),
    attach: (_id, file) =>
      answer(`attach ${file.name}`, () => {
        if (!books.receipts.includes(file.name)) books.receipts.push(file.name);
      }),
    sha256: async (file) => file.name,
    receipts: async () => books.receipts.map((sha256, id) => ({ id, sha256 })),
    detach: async (_id, receiptId) => void books.receipts.splice(receiptId, 1),
    submit: () =>
      answer('submit', () => {
        if (books.status !== 'Draft') throw new Refused('invalid_transition');
        books.status = 'PendingApproval';
        books.submits += 1;
      }),
    read: () => answer('read', () => {}),
    isRefused: (error) => error instanceof Refused,
  };
  return { service, books, calls };
}

const file = (name: string) => ({ id: name, file: new File(['x'], name) });
const begun = (...names: string[]): Progress => ({
  key: 'k',
  frozen: null,
  saved: null,
  removed: [],
  files: names.map(file),
});

/** Sends until it succeeds, as somebody does who presses the button again, and continues from the kept progress. */
async function sendAgain(fake: ReturnType<typeof fakeService>, bodies: NewExpense[], start: Progress) {
  let progress = start;
  for (const body of bodies) {
    try {
      return await sendExpense(fake.service, {
        body,
        isSubmitted: true,
        progress,
        keep: async (next) => void (progress = next),
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new Error('It was never sent.');
}

describe('an expense with receipts', () => {
  test('is created, gets its receipts, and is submitted', async () => {
    const fake = fakeService();
    const { expense } = await sendAgain(fake, [BODY], begun('a.jpg', 'b.jpg'));
    expect(fake.calls).toEqual(['create', 'attach a.jpg', 'attach b.jpg', 'submit']);
    expect(expense.status).toBe('PendingApproval');
  });

  test.each(
    ['create', 'attach a.jpg', 'attach b.jpg', 'submit'].flatMap((at) => [
      { at, isCarriedOut: true },
      { at, isCarriedOut: false },
    ]),
  )('is in the books once if the answer to $at is lost (carried out: $isCarriedOut)', async (lost) => {
    const fake = fakeService([lost]);
    await sendAgain(fake, [BODY, BODY], begun('a.jpg', 'b.jpg'));
    expect(fake.books).toEqual({ body: BODY, receipts: ['a.jpg', 'b.jpg'], status: 'PendingApproval', submits: 1 });
  });

  test.each([true, false])(
    'has the last amount if it was changed after a lost answer (carried out: %s)',
    async (isCarriedOut) => {
      const fake = fakeService([{ at: 'create', isCarriedOut }]);
      await sendAgain(fake, [BODY, OTHER], begun('a.jpg'));
      expect(fake.books).toMatchObject({ body: OTHER, receipts: ['a.jpg'], submits: 1 });
    },
  );

  test('can be corrected after a refusal, and is then sent with the same key', async () => {
    const fake = fakeService();
    let progress = begun();
    const keep = async (next: Progress) => void (progress = next);
    const wrong = { ...BODY, description: '' };
    await expect(sendExpense(fake.service, { body: wrong, isSubmitted: false, progress, keep })).rejects.toThrow(
      Refused,
    );
    await sendExpense(fake.service, { body: BODY, isSubmitted: false, progress, keep });
    expect(fake.books.body).toEqual(BODY);
    expect(progress.key).toBe('k');
  });

  test('loses a receipt that was removed after it was sent', async () => {
    const fake = fakeService([{ at: 'attach b.jpg', isCarriedOut: false }]);
    let progress = begun('a.jpg', 'b.jpg');
    const keep = async (next: Progress) => void (progress = next);
    const order = { body: BODY, isSubmitted: true, keep };
    await expect(sendExpense(fake.service, { ...order, progress })).rejects.toThrow(TypeError);
    progress = { ...progress, files: progress.files.filter(({ id }) => id !== 'a.jpg'), removed: ['a.jpg'] };
    await sendExpense(fake.service, { ...order, progress });
    expect(fake.books.receipts).toEqual(['b.jpg']);
  });
});
