import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import type { Changes } from '../../../src/features/audit/rules.ts';
import { findGiverMentions, noteOf, redactMentions, withoutGiver } from '../../../src/features/audit/redaction.ts';
import { record } from '../../../src/features/audit/service.ts';
import { verifyAudit, verifyChain } from '../../../src/features/audit/verification.ts';
import { NewFamilyUnit } from '../../../src/features/people/families/schema.ts';
import { createFamily } from '../../../src/features/people/families/service.ts';
import { NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../src/features/giving/givings/service.ts';
import { purgeMember } from '../../../src/features/people/members/purge.ts';
import { sha256Hex } from '../../../src/lib/secret.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { addMember } from '../../support/office.ts';
import { appendEntry, forging, rechain, rewrite, type Row } from './forger.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const give = (fields: object = {}) =>
  createGiving(app, decode(NewGiving, { categoryId: 1, amount: 50, date: '2026-11-15', method: 'Cash', ...fields }));
const entryOf = (action: string, entityId: number) =>
  forging(
    app,
    (db) =>
      db.prepare('select * from auditLogs where action = ? and entityId = ?').get(action, String(entityId)) as Row,
  );
const changesOf = (row: Row) => JSON.parse(row.changes ?? '{}') as Record<string, [unknown, unknown]>;
/** Verifies only the chain, because verifying the seal needs the key. */
const verify = () => verifyChain(app.db, { isOwn: false, declared: app.declared });

describe('a forged MemberPurged entry does not excuse', () => {
  const forge = (id: number, changes: object, columns: Partial<Row> = {}) =>
    forging(app, (db) => {
      const text = rewrite(db, id, changes);
      for (const [name, value] of Object.entries(columns))
        db.prepare(`update auditLogs set ${name} = ? where id = ?`).run(value, id);
      const own = JSON.stringify({ members: [null, [1]], auditRows: [null, [[id, sha256Hex(text)]]] });
      appendEntry(db, {
        action: 'MemberPurged',
        entityType: 'Member',
        entityId: '1',
        changes: own,
        changesDigest: sha256Hex(own),
      });
      rechain(db);
    });

  test('a changed amount in an entry of a giving', async () => {
    const row = entryOf('GivingCreated', (await give()).id);
    const { memberName: _name, ...rest } = changesOf(row);
    forge(row.id, { ...rest, amount: [null, 5], purged: [null, true] }, { withheldSalt: null });
    expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
  });

  test('a change to an entry of a giving with a forged digest', async () => {
    const memberId = await addMember(app, { firstName: 'Mei' });
    const row = entryOf('GivingCreated', (await give({ memberId })).id);
    forge(row.id, { amount: [null, 5], purged: [null, true] }, { withheldSalt: null, withheldDigest: 'a'.repeat(64) });
    expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
  });

  test('a purged entry of a member that contains more than the purge mark', async () => {
    const row = entryOf('MemberCreated', await addMember(app, { firstName: 'Mei' }));
    forge(row.id, { purged: [null, true], status: [null, 'Deceased'] });
    expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
  });

  test('a change to an entry of another member', async () => {
    await addMember(app, { firstName: 'Mei' });
    const row = entryOf('MemberCreated', await addMember(app, { firstName: 'Bo' }));
    forge(row.id, { purged: [null, true] });
    expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
  });

  test('a change to an entry of a family that the purge does not name', async () => {
    const family = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin' }));
    const row = entryOf('FamilyUnitCreated', family.id);
    forge(row.id, { purged: [null, true] });
    expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
  });

  test('a change to an entry of any other kind', async () => {
    const row = entryOf('AuditBaseline', 1);
    forge(row.id, { purged: [null, true] });
    expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
  });
});

test('after a purge, a change to the rest of a giving’s entry is found, even if the purge entry is rewritten', async () => {
  const memberId = await addMember(app, { firstName: 'Mei' });
  const giving = await give({ memberId });
  await purgeMember(app, memberId, true);
  expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
  const row = entryOf('GivingCreated', giving.id);
  expect(changesOf(row)).toMatchObject({ amount: [null, 50], purged: [null, true] });
  expect(row).toMatchObject({ withheldSalt: null, withheldDigest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  forging(app, (db) => {
    const text = rewrite(db, row.id, { ...changesOf(row), amount: [null, 5] });
    const purge = entryOf('MemberPurged', memberId);
    const listed = rewrite(db, purge.id, { ...changesOf(purge), auditRows: [null, [[row.id, sha256Hex(text)]]] });
    db.prepare('update auditLogs set changesDigest = ? where id = ?').run(sha256Hex(listed), purge.id);
    rechain(db);
  });
  expect(await verify()).toMatchObject({ isIntact: false, firstBadId: row.id });
});

describe('removing a giver from the entries of a giving', () => {
  const anonymize = (id: number, entityId = id) =>
    inTransaction(app, async (app) => {
      const mentions = await findGiverMentions(app, id);
      await redactMentions(app, mentions);
      const said: Changes = { isAnonymous: [false, true], memberId: [1, null], memberName: ['Mei Lin', null] };
      const changes = { ...(await withoutGiver(app, said)), ...noteOf(mentions) };
      await record(app, { action: 'GivingUpdated', entityType: 'Giving', entityId, changes });
    });

  test('leaves an unbroken chain and no trace of the name', async () => {
    const memberId = await addMember(app, { firstName: 'Mei', lastName: 'Unmistakable' });
    const giving = await give({ memberId });
    await anonymize(giving.id);
    expect(await verifyAudit(app)).toMatchObject({ isIntact: true, authentication: 'authenticated' });
    const changes = changesOf(entryOf('GivingCreated', giving.id));
    expect(changes).toMatchObject({ amount: [null, 50], anonymized: [null, true] });
    expect(JSON.stringify(changes)).not.toMatch(/memberId|Unmistakable/);
  });

  test('does not excuse a change to an entry of another giving', async () => {
    const memberId = await addMember(app, { firstName: 'Mei' });
    const [giving, other] = [await give({ memberId }), await give()];
    await anonymize(giving.id, other.id);
    const { id } = entryOf('GivingCreated', giving.id);
    expect(await verifyAudit(app)).toMatchObject({ isIntact: false, firstBadId: id });
  });
});
