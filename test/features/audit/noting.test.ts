/** Tests of what the service logs about its audit log and about changes made with another program. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { noteHeadDaily, noteStructure } from '../../../src/features/audit/noting.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { addMember } from '../../support/office.ts';
import { forging, rechain } from './forger.ts';

type Line = { level: number; msg: string; fault?: string };
const ERROR = 50;

async function logOf(app: TestApp, note: (app: App) => Promise<void>): Promise<Line[]> {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Line) });
  await note({ ...app, log, clock: { ...app.clock } });
  return lines;
}

async function books() {
  const app = await testApp();
  await addMember(app, {});
  return app;
}

test('the service logs the end of an intact audit log', async () => {
  expect(await logOf(await books(), noteHeadDaily)).toMatchObject([{ level: 30, msg: 'end of the audit log' }]);
});

test.each([
  ['entries that were cut off', 'delete from auditLogs where id = (select max(id) from auditLogs)'],
  ['a last entry that was changed', "update auditLogs set actorName = 'x' where id = (select max(id) from auditLogs)"],
  [
    'an entry that was added',
    `insert into auditLogs select id + 1, at, action, actorId, actorName, entityType, entityId, changes, changesDigest,
      ipAddress, requestId, previousHash, hash, null, null from auditLogs order by id desc limit 1`,
  ],
])('the service logs an error for %s', async (_what, statement) => {
  const app = await books();
  forging(app, (db) => db.exec(statement));
  const [line] = await logOf(app, noteHeadDaily);
  expect(line).toMatchObject({ level: ERROR, msg: expect.stringContaining('does not end with the entry') });
  expect(line?.msg).toContain('vestry audit verify');
});

test('the service logs an error when an audit log with recomputed hashes does not match its seal', async () => {
  const app = await books();
  forging(app, (db) => {
    db.prepare("update auditLogs set actorName = 'x' where id = 3").run();
    rechain(db);
  });
  const [line] = await logOf(app, noteHeadDaily);
  expect(line).toMatchObject({ level: ERROR, msg: expect.stringContaining('does not bear the seal') });
});

test('the service logs an error for a missing index of Vestry and a warning for an added index', async () => {
  const app = await books();
  expect(await logOf(app, noteStructure)).toEqual([]);
  forging(app, (db) => db.exec('drop index givingsBySession; create index more on givings (note)'));
  expect(await logOf(app, noteStructure)).toMatchObject([
    { level: ERROR, fault: 'the index givingsBySession of givings is missing' },
    { level: 40, fault: 'the index more of givings was not made by Vestry' },
  ]);
});
