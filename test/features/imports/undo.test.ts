import { beforeEach, describe, expect, test } from 'vitest';
import { issueStatementsOf } from '../../../src/features/giving/contributions/issuing.ts';
import { FamilyUnitQuery } from '../../../src/features/people/families/schema.ts';
import { listFamilies } from '../../../src/features/people/families/service.ts';
import { reverseGiving } from '../../../src/features/giving/givings/reversal.ts';
import { GivingQuery, NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { Reversal } from '../../../src/books/reversal-schema.ts';
import { createGiving, deleteGiving, listGivings, updateGiving } from '../../../src/features/giving/givings/service.ts';
import { listImports } from '../../../src/features/imports/service.ts';
import { undoImport } from '../../../src/features/imports/undo.ts';
import { MemberQuery, NewMember } from '../../../src/features/people/members/schema.ts';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { createMember, deleteMember, listMembers, updateMember } from '../../../src/features/people/members/service.ts';
import { SessionQuery } from '../../../src/features/giving/offerings/schema.ts';
import { listSessions, submitSession } from '../../../src/features/giving/offerings/service.ts';
import { finalizeStatement } from '../../../src/features/reports/statements/finalize.ts';
import { getStatement } from '../../../src/features/reports/statements/service.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import { decode } from '../../../src/validate.ts';
import { NewAccount } from '../../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../../src/features/ledger/accounts/service.ts';
import { NewDeposit } from '../../../src/features/giving/deposits/schema.ts';
import { createDeposit } from '../../../src/features/giving/deposits/service.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { importGifts, importPeople } from '../../support/import.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const givings = async (search?: string) => (await listGivings(app, decode(GivingQuery, { sort: 'id', search }))).items;
const members = async () => (await listMembers(app, decode(MemberQuery, { sort: 'id' }))).items;
const added = async (firstName: string, lastName: string) =>
  (await createMember(app, decode(NewMember, { firstName, lastName }))).id;
const families = async () => (await listFamilies(app, decode(FamilyUnitQuery, {}))).items;
const sessions = async () => (await listSessions(app, decode(SessionQuery, { sort: 'date' }))).items;

describe('undoing an import of givings', () => {
  const LINES = [
    'date,category,amount,sessionDate,note',
    '2026-10-04,Tithe,5,2026-10-04,Harvest',
    '2026-10-11,Tithe,7,,',
  ];
  const changed = async (giving: Awaited<ReturnType<typeof givings>>[number] | undefined, fields: object) => {
    const { categoryId = 0, date, method } = giving ?? {};
    await updateGiving(app, giving?.id ?? 0, decode(NewGiving, { categoryId, date, method, amount: 5, ...fields }));
  };

  test('deletes the imported givings and the sessions that are then empty, and works only once', async () => {
    const { importId } = await importGifts(app, LINES);
    const kept = await createGiving(
      app,
      decode(NewGiving, { date: '2026-10-04', categoryId: 1, amount: 1, method: 'Cash' }),
    );
    expect(await undoImport(app, importId ?? 0)).toEqual({
      id: importId,
      kind: 'givings',
      removed: { givings: 2, offeringSessions: 1, members: 0 },
      kept: [],
    });
    expect((await givings()).map(({ id }) => id)).toEqual([kept.id]);
    expect([await sessions(), await givings('harvest')]).toEqual([[], []]);
    expect(await getStatement(app, { year: 2026, month: 10 })).toMatchObject({ totalGiving: 100 });
    const facts = await app.db
      .selectFrom('auditLogs')
      .select(['action', 'entityId', 'changes'])
      .orderBy('id')
      .execute();
    expect(facts.slice(-4).map(({ action, entityId }) => `${action} ${entityId}`)).toEqual([
      'GivingDeleted 1',
      'GivingDeleted 2',
      'OfferingSessionDeleted 1',
      'ImportUndone 1',
    ]);
    expect(facts.at(-4)?.changes).toContain('"note":["Harvest",null]');
    await expect(undoImport(app, importId ?? 0)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect((await listImports(app)).items[0]?.undoneAt).not.toBeNull();
    expect((await importGifts(app, LINES)).sameFileAs).toBeNull();
  });

  test('does not delete a session with other givings, and skips a giving that was already deleted', async () => {
    await importGifts(app, LINES);
    const [session] = await sessions();
    const extra = { date: '2026-10-04', categoryId: 1, amount: 1, method: 'Cash', sessionId: session?.id };
    await createGiving(app, decode(NewGiving, extra));
    await deleteGiving(app, 2);
    expect(await undoImport(app, 1)).toMatchObject({ removed: { givings: 1, offeringSessions: 0 } });
    expect(await sessions()).toHaveLength(1);
  });

  test.each([
    [
      'was changed',
      async () => changed((await givings())[1], { note: 'x' }),
      'conflict',
      /Giving 2 was changed after the import/,
    ],
    [
      'was reversed',
      async () => {
        await reverseGiving(app, 2, decode(Reversal, { date: '2026-11-02', reason: 'Bounced' }));
      },
      'reversed',
      /Giving 2 has been reversed by giving 3/,
    ],
    [
      'is in a session that was submitted',
      async () => {
        await submitSession(app, (await sessions())[0]?.id ?? 0);
      },
      'session_locked',
      /2026-10-04, which is Submitted/,
    ],
    [
      'was deposited by itself',
      async () => {
        const processor = await createAccount(app, decode(NewAccount, { name: 'Cards', kind: 'Processor' }));
        const deposit = { date: '2026-10-12', accountId: processor.id, items: [{ givingId: 2 }] };
        await createDeposit(app, decode(NewDeposit, deposit));
      },
      'deposited',
      /Giving 2 was deposited on 2026-10-12/,
    ],
    [
      'is in a month that was closed',
      async () => {
        await finalizeStatement(app, { year: 2026, month: 10 }, true);
      },
      'period_finalized',
      /2026-10 is finalized/,
    ],
  ])('is refused and deletes nothing if a giving %s', async (_name, change, code, message) => {
    await importGifts(app, LINES);
    app.setNow('2026-11-18T18:00:01.000Z');
    await change();
    const before = await givings();
    const refused = { code, message: expect.stringMatching(message) };
    await expect(undoImport(app, 1)).rejects.toMatchObject(refused);
    await expect(undoImport(app, 1)).rejects.toMatchObject({
      message: expect.stringMatching(/^Import 1 cannot be undone/),
    });
    expect(await givings()).toEqual(before);
  });

  test('deletes the members that the import added, unless they have been used or changed since', async () => {
    const names = ['Ann Lee', 'Bob Wu', 'Cy Yu', 'Di Hsu', 'Eve Ng'];
    const lines = ['date,category,amount,name', ...names.map((name) => `2025-10-04,Tithe,5,${name}`)];
    await importGifts(app, lines, { createMembers: true });
    app.setNow('2026-11-18T18:00:01.000Z');
    const late = { date: '2026-10-04', categoryId: 1, amount: 1, method: 'Cash', memberId: 2 };
    await createGiving(app, decode(NewGiving, late));
    await updateMember(app, 3, decode(NewMember, { firstName: 'Cy', lastName: 'Yu', phone: '1' }));
    await mergeMember(app, await added('Double', 'Hsu'), { into: 4, confirm: true });
    await deleteMember(app, 5);
    expect(await undoImport(app, 1)).toMatchObject({
      removed: { givings: 5, members: 1 },
      kept: [
        { memberId: 2, name: 'Bob Wu', reason: 'is used by giving 6' },
        { memberId: 3, name: 'Cy Yu', reason: 'was changed after the import' },
        { memberId: 4, name: 'Di Hsu', reason: 'was changed after the import' },
      ],
    });
    expect((await members()).map(({ id }) => id)).toEqual([2, 3, 4]);
    expect((await listMembers(app, decode(MemberQuery, { search: 'ann' }))).totalCount).toBe(0);
    const facts = await app.db
      .selectFrom('auditLogs')
      .select('entityId')
      .where('action', '=', 'MemberDeleted')
      .execute();
    expect(facts.map(({ entityId }) => entityId)).toEqual(['5', '1']);
    expect(await importGifts(app, lines, { createMembers: true })).toMatchObject({
      membersCreated: [{ line: 2 }, { line: 6 }],
    });
  });

  test('does not delete a member who has an issued statement', async () => {
    await importGifts(app, ['date,category,amount,name', '2025-10-04,Tithe,5,Ann Lee'], { createMembers: true });
    await issueStatementsOf(app, 2025, 1);
    const reason = 'is used by contribution statement 1 of 2025';
    expect(await undoImport(app, 1)).toMatchObject({ removed: { givings: 1, members: 0 }, kept: [{ reason }] });
  });

  test('deletes the reversals of the import together with their givings', async () => {
    const header = 'id,date,categoryName,amount,reversalOf,createdAt,modifiedAt';
    await importGifts(app, [header, '1,2026-10-04,Tithe,5,', '2,2026-10-11,Tithe,-5,1']);
    await undoImport(app, 1);
    expect(await givings()).toEqual([]);
  });
});

describe('undoing an import of members', () => {
  const LINES = ['first,last,household', 'Ann,Lee,Lee', 'Bob,Lee,Lee', 'Cy,Wu,Wu'];

  test('deletes the imported members and the families that are then empty', async () => {
    await importPeople(app, LINES);
    const [lee] = await families();
    const { id } = await createMember(
      app,
      decode(NewMember, { firstName: 'Di', lastName: 'Lee', familyUnitId: lee?.id }),
    );
    expect(await undoImport(app, 1)).toMatchObject({ kind: 'members', removed: { members: 3, familyUnits: 1 } });
    expect((await members()).map((member) => member.id)).toEqual([id]);
    expect((await families()).map(({ name }) => name)).toEqual(['Lee']);
    expect((await listMembers(app, decode(MemberQuery, { search: 'ann' }))).totalCount).toBe(0);
    await expect(undoImport(app, 1)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('is refused when a giving or a user refers to one of the members', async () => {
    await importPeople(app, LINES);
    const giving = await createGiving(
      app,
      decode(NewGiving, { date: '2026-10-04', categoryId: 1, amount: 1, method: 'Cash', memberId: 2 }),
    );
    await expect(undoImport(app, 1)).rejects.toMatchObject({
      code: 'conflict',
      message: `Import 1 cannot be undone. Member 2 is used by giving ${giving.id}.`,
    });
    await deleteGiving(app, giving.id);
    const account = { email: 'a@example.org', displayName: 'A', roles: ['member' as const], memberId: null };
    const { user } = await createUser(app, account, 'x');
    await updateMember(app, 3, decode(NewMember, { firstName: 'Cy', lastName: 'Wu', userId: user.id }));
    await expect(undoImport(app, 1)).rejects.toMatchObject({ code: 'conflict' });
    expect(await members()).toHaveLength(3);
  });
});

test('an unknown import cannot be undone', async () => {
  await expect(undoImport(app, 9)).rejects.toMatchObject({ code: 'not_found' });
});
