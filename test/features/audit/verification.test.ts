import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { verifyAudit } from '../../../src/features/audit/verification.ts';
import { NewMember } from '../../../src/features/people/members/schema.ts';
import { purgeMember } from '../../../src/features/people/members/purge.ts';
import { createMember } from '../../../src/features/people/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const add = () => createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin' }));

describe('the verification of the audit log', () => {
  const tamper = async (id: number, columns: Record<string, unknown>) => {
    await inTransaction(app, ({ db }) => db.updateTable('auditLogs').set(columns).where('id', '=', id).execute());
    return verifyAudit(app);
  };

  const remove = (id: number) =>
    inTransaction(app, ({ db }) => db.deleteFrom('auditLogs').where('id', '=', id).execute());

  test('succeeds for a log that was not changed', async () => {
    await add();
    const head = await app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
    const { entries, lastHash } = head;
    const intact = { isIntact: true, authentication: 'authenticated', firstBadId: null, problem: null };
    expect(await verifyAudit(app)).toMatchObject({ ...intact, entries, lastHash });
  });

  test('names the first changed entry, whether its changes or its actor were altered', async () => {
    await add();
    const { entries } = await verifyAudit(app);
    const purged = JSON.stringify({ purged: [null, true] });
    expect(await tamper(entries, { changes: purged })).toMatchObject({ isIntact: false, firstBadId: entries });
    expect(await tamper(3, { actorName: 'somebody else' })).toMatchObject({ isIntact: false, firstBadId: 3 });
  });

  test('fails if an entry was removed in the middle or at the end', async () => {
    await add();
    const { entries } = await verifyAudit(app);
    await remove(entries);
    expect(await verifyAudit(app)).toMatchObject({ isIntact: false, firstBadId: entries });
    await remove(5);
    expect(await verifyAudit(app)).toMatchObject({ isIntact: false, firstBadId: 6 });
  });

  test('succeeds after a purge, but fails after a later change to the purged entry', async () => {
    const { id } = await add();
    await purgeMember(app, id, false);
    expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
    const row = await app.db
      .selectFrom('auditLogs')
      .select('id')
      .where('action', '=', 'MemberCreated')
      .executeTakeFirst();
    const forged = JSON.stringify({ status: ['Active', 'Deceased'] });
    expect(await tamper(row?.id ?? 0, { changes: forged })).toMatchObject({ isIntact: false, firstBadId: row?.id });
  });
});
