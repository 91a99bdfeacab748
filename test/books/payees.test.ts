import { expect, test } from 'vitest';
import { listOpenDocuments } from '../../src/features/bank/matches/open-documents.ts';
import { listReconciliations, getReconciliation } from '../../src/features/bank/reconciliations/service.ts';
import { generalLedger } from '../../src/features/reports/books/general-ledger.ts';
import { GeneralLedgerQuery } from '../../src/features/reports/books/ledger-schema.ts';
import { OpenDocumentQuery } from '../../src/features/bank/matches/schema.ts';
import { paymentRegister } from '../../src/features/reports/books/payment-register.ts';
import { PaymentQuery } from '../../src/features/spending/payments/schema.ts';
import { listPayments } from '../../src/features/spending/payments/service.ts';
import { LAST_DAY } from '../../src/lib/date.ts';
import type { Page } from '../../src/lib/page.ts';
import { decode } from '../../src/validate.ts';
import { demoApp } from '../support/demo.ts';

type Named = { id: number; payee: string | null };

/** Reads all pages of a list. */
async function all<T>(read: (page: string) => Promise<Page<T>>): Promise<T[]> {
  const first = await read('1');
  const others = Array.from({ length: first.totalPages - 1 }, (_, index) => read(String(index + 2)));
  return [first, ...(await Promise.all(others))].flatMap(({ items }) => items);
}

test('every list of a demo church names the same payee of each payment', async () => {
  const { app, close } = await demoApp();
  const pageSize = '200';
  const payments = await all((page) => listPayments(app, decode(PaymentQuery, { page, pageSize })));
  const expected = new Map(payments.map(({ id, payee }) => [id, payee]));
  expect(payments.length).toBeGreaterThan(50);
  const agrees = (rows: readonly Named[]) =>
    expect(rows.map(({ id, payee }) => [id, payee])).toEqual(rows.map(({ id }) => [id, expected.get(id)]));
  const register = await paymentRegister(app, {
    from: '1900-01-01',
    to: LAST_DAY,
    basis: 'booked',
    accountId: undefined,
  });
  agrees(register.items.map(({ paymentId: id, payee }) => ({ id, payee })));
  expect(new Set(register.items.map(({ paymentId }) => paymentId)).size).toBe(payments.length);
  const seen = new Set<number>();
  const isPayment = ({ type }: { type: string }) => type === 'Payment';
  for (const accountId of new Set(payments.map((one) => one.accountId))) {
    const query = { accountId: String(accountId), pageSize };
    const entries = await all((page) => generalLedger(app, decode(GeneralLedgerQuery, { ...query, page })));
    const paid = entries.filter(isPayment);
    agrees(paid);
    for (const { id } of paid) seen.add(id);
    const open = await all((page) => listOpenDocuments(app, accountId, decode(OpenDocumentQuery, { page, pageSize })));
    agrees(open.filter(isPayment));
    for (const { id: rid } of (await listReconciliations(app, accountId)).items) {
      const { cleared, outstanding } = await getReconciliation(app, { id: accountId, rid });
      agrees([...cleared, ...outstanding].filter(isPayment));
    }
  }
  expect(seen.size).toBe(payments.length);
  await close();
});
