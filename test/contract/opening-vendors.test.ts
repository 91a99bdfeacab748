/** Unpaid bills of the opening of the books that name a vendor of the list, and their payments on Form 1099. */
import { beforeAll, describe, expect, test } from 'vitest';
import { badPaths, booksOfFile, done, type Json, refusal, type Staff } from './books.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let lawyer: Json;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  lawyer = await vendor('Whitfield Law');
});

const vendor = (name: string): Promise<Json> =>
  done(treasurer.post('/api/vendors', { name, taxClassification: 'Individual' }));
const put = (payables: Json[]) =>
  treasurer.put('/api/books/opening', { date: '2010-07-01', accounts: [], funds: [], payables });
const saved = async (payables: Json[]): Promise<Json[]> => (await done(put(payables))).payables;
const read = async (): Promise<Json[]> => (await done(treasurer.get('/api/books/opening'))).payables;
const reported = async (year: number): Promise<Json[]> =>
  (await done(treasurer.get(`/api/reports/1099?year=${year}`))).items;
const pay = (payableId: number, fields: Json = {}): Promise<Json> =>
  done(treasurer.post('/api/payments', { date: '2024-03-10', method: 'Check', items: [{ payableId }], ...fields }));
const proof = () => works(run(books.daemon.dataDir, 'audit', 'verify'));

describe('a payable of the opening', () => {
  test('gets the name of its vendor, and can have a box of Form 1099', async () => {
    const [named, plain] = await saved([
      { vendorId: lawyer['id'], form1099: 'NEC1', amount: 900 },
      { vendor: 'City Power', amount: 20 },
    ]);
    expect(named).toMatchObject({ vendor: 'Whitfield Law', vendorId: lawyer['id'], form1099: 'NEC1', amount: 900 });
    expect(plain).toMatchObject({ vendor: 'City Power', vendorId: null, form1099: null, amount: 20 });
    const { stdout } = await works(run(books.daemon.dataDir, 'opening', 'show'));
    expect(stdout).toMatch(/Whitfield Law +NEC1 +900\.00/);
  });

  test('keeps its id when a vendor or a box is added, and the name that it has', async () => {
    const [{ id }] = (await saved([{ vendor: 'Whitfield Law', amount: 900 }])) as [Json];
    const [linked] = await saved([{ vendor: 'whitfield law', vendorId: lawyer['id'], form1099: 'NEC1', amount: 900 }]);
    expect(linked).toMatchObject({ id, vendor: 'Whitfield Law', vendorId: lawyer['id'], form1099: 'NEC1' });
    await done(treasurer.put(`/api/vendors/${lawyer['id']}`, { name: 'R. Whitfield', isActive: false }));
    expect(await saved([{ vendorId: lawyer['id'], form1099: 'NEC1', amount: 900 }])).toEqual([linked]);
    const other = [{ vendorId: lawyer['id'], amount: 900 }];
    await saved([{ vendor: 'City Power', amount: 20 }]);
    expect(refusal(await put(other))).toBe('422 vendor_disabled');
    await done(
      treasurer.put(`/api/vendors/${lawyer['id']}`, { name: 'Whitfield Law', taxClassification: 'Individual' }),
    );
  });

  test.each([
    ['without a vendor', { amount: 5 }, ['400 validation_failed', ['payables.0.vendor']]],
    [
      'with a box, but only a name',
      { vendor: 'A', form1099: 'NEC1', amount: 5 },
      ['400 validation_failed', ['payables.0.form1099']],
    ],
    ['with an unknown vendor', { vendorId: 99_999, amount: 5 }, ['422 unknown_reference', ['payables.0.vendorId']]],
    [
      'with an unknown box',
      { vendor: 'A', form1099: 'NEC9', amount: 5 },
      ['400 validation_failed', ['payables.0.form1099']],
    ],
  ])('%s is refused', async (_what, payable, wanted) => {
    const before = await read();
    const answer = await put([payable]);
    expect([refusal(answer), badPaths(answer)]).toEqual(wanted);
    expect(await read()).toEqual(before);
  });

  test('with another name than that of its vendor is refused', async () => {
    const answer = await put([{ vendor: 'Somebody', vendorId: lawyer['id'], amount: 5 }]);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['payables.0.vendor']]);
    expect(answer.body.errors[0].code).toBe('not_with_vendor_id');
  });

  test('counts on Form 1099 when it is paid, but not by card, and not without a box', async () => {
    const bill = { vendorId: lawyer['id'], form1099: 'NEC1', amount: 1000 };
    const [half, byCard, plain] = (await saved([
      bill,
      { ...bill, amount: 70 },
      { ...bill, form1099: null, amount: 80 },
    ])) as [Json, Json, Json];
    expect(await reported(2024)).toEqual([]);
    await pay(half['id'], { items: [{ payableId: half['id'], amount: 700 }] });
    await pay(half['id'], { date: '2025-01-02' });
    await pay(byCard['id'], { method: 'Card' });
    await pay(plain['id']);
    expect(await reported(2024)).toMatchObject([
      { vendorId: lawyer['id'], box: 'NEC1', amount: 700, reportable: true },
    ]);
    const lost = await pay((await added({ ...bill, amount: 60 }))['id']);
    expect(await reported(2024)).toMatchObject([{ amount: 760 }]);
    await done(treasurer.post(`/api/payments/${lost['id']}/void`, { date: '2024-03-11', reason: 'Lost' }));
    expect(await reported(2024)).toMatchObject([{ amount: 700 }]);
    expect(await reported(2025)).toMatchObject([{ amount: 300 }]);
  });

  /** Adds a payable to those of the opening, and returns it. */
  async function added(payable: Json): Promise<Json> {
    const kept = (await read()).map(({ paid: _paid, ...one }) => one);
    return (await saved([...kept, payable])).at(-1);
  }

  test('keeps its vendor from being deleted, and moves when the vendor is merged', async () => {
    const double = await vendor('Whitfeld Law');
    const { id } = await added({ vendorId: double['id'], form1099: 'NEC1', amount: 45 });
    await pay(id, { date: '2023-02-01' });
    expect(refusal(await treasurer.del(`/api/vendors/${double['id']}`))).toBe('409 vendor_in_use');
    await proof();
    await done(treasurer.post(`/api/vendors/${double['id']}/merge`, { into: lawyer['id'] }));
    expect((await read()).at(-1)).toMatchObject({ vendor: 'Whitfeld Law', vendorId: lawyer['id'] });
    expect(await reported(2023)).toMatchObject([{ vendorId: lawyer['id'], amount: 45 }]);
    const { items } = await done(books.admin.get('/api/audit-logs?action=BookOpeningVendorMerged'));
    expect(items).toMatchObject([{ changes: { vendorId: [double['id'], lawyer['id']] } }]);
    await proof();
  });
});
