/** A count stays counted: what reopening an offering keeps, and whom it tells. */
import { expect, test } from 'vitest';
import PostalMime from 'postal-mime';
import { type App, inTransaction } from '../../../../src/app.ts';
import { createUser, deactivateUser } from '../../../../src/features/access/users/service.ts';
import { proveBooks } from '../../../../src/features/audit/proof.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving, updateGiving } from '../../../../src/features/giving/givings/service.ts';
import { drawPaper } from '../../../../src/features/giving/offerings/paper.ts';
import { updateSessionColumns } from '../../../../src/features/giving/offerings/queries.ts';
import { NewSession, SessionCounts } from '../../../../src/features/giving/offerings/schema.ts';
import {
  createSession,
  getSession,
  reopenSession,
  submitSession,
  updateSession,
} from '../../../../src/features/giving/offerings/service.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { listDueBatches } from '../../../../src/features/messages/batch-queries.ts';
import { continueBatch } from '../../../../src/features/messages/batches.ts';
import { checkMonth } from '../../../../src/features/reports/statements/checklist.ts';
import { printChecklist } from '../../../../src/features/reports/statements/checklist-view.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../../support/app.ts';
import { linesOf } from '../../../support/pdf.ts';
import { mailingApp } from '../../../support/office.ts';

const DATE = '2026-10-04';

async function staff(app: App) {
  const add = async (name: string, role: 'offering_counter' | 'treasurer') => {
    const email = `${name.toLowerCase()}@example.org`;
    const { user } = await createUser(
      app,
      { email, displayName: name, roles: [role], memberId: null },
      'long enough 1',
    );
    const acting = as(app, user.id, role);
    return { id: user.id, app: { ...acting, actor: { ...acting.actor, name } } };
  };
  return {
    ann: await add('Ann', 'offering_counter'),
    ben: await add('Ben', 'offering_counter'),
    tess: await add('Tess', 'treasurer'),
  };
}

/** Opens an offering whose one gift of 900.00 Ann typed and Ben submitted. */
async function counted(app: App) {
  const { ann, ben, tess } = await staff(app);
  const categoryId = (await listCategories(app, false)).items[0]?.id ?? 0;
  const { id: memberId } = await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin' }));
  const gift = (amount: number) =>
    decode(NewGiving, { categoryId, memberId, amount, method: 'Cash', date: DATE, sessionId: session.id });
  const counts = (countedCash: number, countedBy: string[]) => decode(SessionCounts, { countedCash, countedBy });
  const session = await createSession(ann.app, decode(NewSession, { date: DATE }));
  const { id: givingId } = await createGiving(ann.app, gift(900));
  await updateSession(ann.app, session.id, counts(900, ['Ann', 'Ben']));
  await submitSession(ben.app, session.id);
  const recount = async (amount: number, countedBy: string[]) => {
    await updateGiving(tess.app, givingId, gift(amount));
    await updateSession(tess.app, session.id, counts(amount, countedBy));
    return submitSession(tess.app, session.id);
  };
  return { id: session.id, ann, ben, tess, recount };
}

const reopenedCheck = async (app: App) =>
  (await checkMonth(app, { year: 2026, month: 10 })).checks.find(({ code }) => code === 'reopened');

test('two reopenings keep all three counts, with who counted, submitted and reopened, and why', async () => {
  const app: TestApp = await testApp();
  const { id, ben, tess, recount } = await counted(app);
  expect(await reopenedCheck(app)).toBeUndefined();
  app.setNow('2026-11-19T18:00:00.000Z');
  expect(await reopenSession(tess.app, id, 'A check was missed')).toMatchObject({ countedBy: [], countedCash: 90_000 });
  expect((await reopenedCheck(app))?.message).toBe(
    'Reopened after it was counted: 2026-10-04: 900.00, not counted again yet.',
  );
  expect(await recount(700, ['Tess'])).toMatchObject({ countedBy: ['Tess'], warnings: [{ code: 'single_counter' }] });
  await reopenSession(tess.app, id, 'Counted again');
  const { counts } = await recount(500, ['Tess', 'Ben']);
  expect(counts).toEqual([
    {
      at: '2026-11-18T18:00:00.000Z',
      countedBy: ['Ann', 'Ben'],
      countedCash: 90_000,
      countedChecks: null,
      total: 90_000,
      submittedBy: ben.id,
      submittedByName: 'Ben',
      reopenedAt: '2026-11-19T18:00:00.000Z',
      reopenedBy: tess.id,
      reopenedByName: 'Tess',
      reason: 'A check was missed',
    },
    expect.objectContaining({ countedBy: ['Tess'], total: 70_000, submittedByName: 'Tess', reason: 'Counted again' }),
    expect.objectContaining({ countedBy: ['Tess', 'Ben'], total: 50_000, reopenedAt: null, reason: null }),
  ]);
  expect(await getSession(tess.app, id)).toMatchObject({ counts });

  const check = await reopenedCheck(app);
  expect(check?.message).toBe(
    'Reopened after it was counted: 2026-10-04: 900.00, now 700.00, 2026-10-04: 700.00, now 500.00.',
  );
  const list = await checkMonth(app, { year: 2026, month: 10 });
  expect(printChecklist(list, 'zh-TW')).toContain('2026-10-04的奉獻，原為 900.00，現為 700.00');

  const sheet = linesOf(await drawPaper(app, 'countSheet', await getSession(app, id), 'en-US')).join(' ');
  expect(sheet).toContain('Earlier counts $900.00. Counted by: Ann, Ben. Submitted by Ben on November 18, 2026.');
  expect(sheet).toContain('Reopened by Tess on November 19, 2026: A check was missed');
  expect(linesOf(await drawPaper(app, 'depositSlip', await getSession(app, id), 'en-US'))).not.toContain('900.00');

  expect((await proveBooks(app)).faults).toEqual([]);
  const forged = JSON.stringify(counts.map((count) => ({ ...count, countedBy: ['Tess', 'Ben'] })));
  await inTransaction(app, ({ db }) => updateSessionColumns(db, id, { counts: forged }));
  expect((await proveBooks(app)).faults).toEqual([expect.stringContaining(`OfferingSession ${id} has counts`)]);
});

test('the accounts that typed and submitted a count get a letter about its reopening, without names of givers', async () => {
  const { app, smtp } = await mailingApp();
  const { id, ann, ben, tess } = await counted(app);
  await reopenSession(tess.app, id, 'A check was missed');
  const [batchId = ''] = await listDueBatches(app.db, app.clock.now().toISOString());
  await continueBatch({ ...app, actor: { kind: 'system', name: 'messages' } }, batchId);
  expect(smtp.messages.flatMap(({ to }) => to).toSorted()).toEqual(['ann@example.org', 'ben@example.org']);
  const { subject, text } = await PostalMime.parse(smtp.messages[0]?.raw ?? '');
  expect(subject).toContain('the offering of October 4, 2026 was reopened');
  expect(text).toContain(
    'Tess reopened the offering of October 4, 2026, which you typed or submitted. It had been counted: $900.00.',
  );
  expect(text).toContain('Reason: A check was missed');
  expect(text).not.toMatch(/Mei|Lin/);
  expect(await listDueBatches(app.db, app.clock.now().toISOString())).toEqual([]);

  await submitSession(tess.app, id);
  await deactivateUser(app, ann.id);
  await deactivateUser(app, ben.id);
  await reopenSession(tess.app, id, 'Once more');
  const [again = ''] = await listDueBatches(app.db, app.clock.now().toISOString());
  await continueBatch({ ...app, actor: { kind: 'system', name: 'messages' } }, again);
  expect(smtp.messages.slice(2).flatMap(({ to }) => to)).toEqual(['tess@example.org']);
});

test('without e-mail, reopening queues no letter', async () => {
  const app = await testApp();
  const { id, tess } = await counted(app);
  await reopenSession(tess.app, id, 'A check was missed');
  expect(await app.db.selectFrom('notificationBatches').selectAll().execute()).toEqual([]);
});
