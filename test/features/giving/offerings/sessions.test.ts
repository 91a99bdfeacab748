import { beforeEach, describe, expect, test } from 'vitest';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { createGiving, deleteGiving } from '../../../../src/features/giving/givings/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { NewSession, Reconciliation } from '../../../../src/features/giving/offerings/schema.ts';
import {
  createSession,
  deleteSession,
  getSession,
  reconcileSession,
  reopenSession,
  submitSession,
} from '../../../../src/features/giving/offerings/service.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../../support/app.ts';
import { addUser } from '../../../support/books.ts';

let app: TestApp;
let categoryId: number;
beforeEach(async () => {
  app = await testApp();
  categoryId = (await listCategories(app, false)).items[0]?.id ?? 0;
});

const open = (fields: object = {}) => createSession(app, decode(NewSession, { date: '2026-10-04', ...fields }));
const cash = () => ({ categoryId, amount: 5, method: 'Cash' });
const bank = decode(Reconciliation, { bankReference: 'D-1', depositedOn: '2026-10-06' });

describe('an offering session', () => {
  test('goes from draft to submitted to reconciled, and back to draft if a reason is given', async () => {
    const { id } = await open({ givings: [cash()] });
    await expect(reconcileSession(app, id, bank)).rejects.toMatchObject({ code: 'invalid_transition' });
    await submitSession(app, id);
    const early = decode(Reconciliation, { depositedOn: '2999-01-01' });
    await expect(reconcileSession(app, id, early)).rejects.toMatchObject({ code: 'validation_failed' });
    const reconciled = await reconcileSession(app, id, bank);
    expect(reconciled).toMatchObject({ status: 'Reconciled', bankReference: 'D-1', depositedOn: '2026-10-06' });
    await expect(reconcileSession(app, id, bank)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await reopenSession(app, id, 'A cheque was missed')).toMatchObject({
      status: 'Draft',
      submittedAt: null,
      reconciledAt: null,
      bankReference: null,
      depositedOn: null,
    });
    await expect(reopenSession(app, id, 'Again')).rejects.toMatchObject({ code: 'invalid_transition' });
    const log = await app.db.selectFrom('auditLogs').select(['action', 'changes']).orderBy('id', 'desc').execute();
    expect(log[0]?.action).toBe('OfferingSessionReopened');
    expect(log[0]?.changes).toContain('A cheque was missed');
  });

  test('in a finalized month cannot be reopened, and can be reconciled only with a deposit in an open month', async () => {
    const { id } = await open();
    await submitSession(app, id);
    await finalizeStatement(app, { year: 2026, month: 10 }, false);
    await expect(reopenSession(app, id, 'x')).rejects.toMatchObject({ code: 'period_finalized' });
    await expect(reconcileSession(app, id, bank)).rejects.toMatchObject({ code: 'period_finalized' });
    const later = { ...bank, depositedOn: '2026-11-02' };
    expect(await reconcileSession(app, id, later)).toMatchObject({ status: 'Reconciled' });
  });

  test('can be deleted only as an empty draft, and then its date can be used for another session', async () => {
    const session = await open({ givings: [cash()] });
    await expect(deleteSession(app, session.id)).rejects.toMatchObject({ code: 'session_not_empty' });
    await deleteGiving(app, session.givings[0]?.id ?? 0);
    await deleteSession(app, session.id);
    await expect(getSession(app, session.id)).rejects.toMatchObject({ code: 'not_found' });
    const next = await open();
    await submitSession(app, next.id);
    await expect(deleteSession(app, next.id)).rejects.toMatchObject({ code: 'session_locked' });
  });

  test('warns of equal gifts from one giver, but not of equal gifts without a giver', async () => {
    const { id: memberId } = await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin' }));
    const [first, second] = [
      { ...cash(), memberId },
      { ...cash(), memberId },
    ];
    const session = await open({ givings: [first, cash(), cash(), second] });
    expect(session.warnings).toEqual([
      expect.objectContaining({ givingId: session.givings[3]?.id, duplicateOf: session.givings[0]?.id }),
    ]);
  });
});

test('when twenty counters open a session for the same date at the same time, one session is created', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => open({ givings: [cash()] })));
  const refused = outcomes.filter((one) => one.status === 'rejected').map((one) => one.reason as { code: string });
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 19 }, () => 'session_exists'));
  const givings = await app.db.selectFrom('givings').select('id').execute();
  expect(givings).toHaveLength(1);
});

test('when two counters submit a session at the same time, one of them is refused', async () => {
  const { id } = await open();
  const outcomes = await Promise.allSettled([submitSession(app, id), submitSession(app, id)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a giving that is added to a locked session is refused', async () => {
  const { id } = await open();
  await submitSession(app, id);
  const late = decode(NewGiving, { ...cash(), date: '2026-10-04', sessionId: id });
  await expect(createGiving(app, late)).rejects.toMatchObject({ code: 'session_locked' });
});

test('for 24 hours, a counter can read a session that they submitted, even after it was reconciled', async () => {
  const counter = as(app, await addUser(app), 'offering_counter');
  const session = await createSession(counter, decode(NewSession, { date: '2026-10-04', givings: [cash()] }));
  app.setNow('2026-10-04T18:00:00.000Z');
  await submitSession(counter, session.id);
  app.setNow('2026-10-05T17:59:59.999Z');
  expect(await getSession(counter, session.id)).toMatchObject({ status: 'Submitted', givings: [{ amount: 500 }] });
  await reconcileSession(app, session.id, decode(Reconciliation, {}));
  expect(await getSession(counter, session.id)).toMatchObject({ status: 'Reconciled' });
  app.setNow('2026-10-05T18:00:00.000Z');
  await expect(getSession(counter, session.id)).rejects.toMatchObject({ code: 'not_found' });
});
