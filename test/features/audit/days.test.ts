import { expect, test } from 'vitest';
import { type App, inTransaction } from '../../../src/app.ts';
import { exportEntries } from '../../../src/features/audit/export.ts';
import { AuditQuery } from '../../../src/features/audit/schema.ts';
import { lastEntryAt, listAuditLogs } from '../../../src/features/audit/service.ts';
import { ChurchProfileUpdate } from '../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../src/features/church/profile/service.ts';
import { earlierImport, recordImport } from '../../../src/features/imports/service.ts';
import { NewMember } from '../../../src/features/people/members/schema.ts';
import { createMember } from '../../../src/features/people/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp } from '../../support/app.ts';

/** In Chicago, this is nine o'clock in the evening of 18 November. */
const EVENING = '2026-11-19T03:00:00.000Z';

async function inTheEvening() {
  const app = await testApp();
  app.setNow(EVENING);
  const church = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
  await putProfile(app, decode(ChurchProfileUpdate, church));
  return app;
}

const listed = async (app: App, days: { from?: string; to?: string }) =>
  (await listAuditLogs(app, decode(AuditQuery, { action: 'MemberCreated', ...days }))).items.length;

const exported = (app: App, days: { from?: string; to?: string }) =>
  exportEntries(app, days, async (pages, total) => {
    let count = 0;
    for await (const page of pages) count += page.filter(({ action }) => action === 'MemberCreated').length;
    return { count, isAny: total > 0 };
  });

test('an entry belongs to the day that the clocks of the church showed', async () => {
  const app = await inTheEvening();
  await createMember(app, decode(NewMember, { firstName: 'Wei', lastName: 'Chen' }));
  const [own, next] = [{ from: '2026-11-18', to: '2026-11-18' }, { from: '2026-11-19' }];
  expect(await listed(app, own)).toBe(1);
  expect(await listed(app, next)).toBe(0);
  expect(await listed(app, { to: '2026-11-17' })).toBe(0);
  expect(await exported(app, own)).toEqual({ count: 1, isAny: true });
  expect(await exported(app, next)).toEqual({ count: 0, isAny: false });
});

test('the latest instant is found although the clock was set back', async () => {
  const app = await inTheEvening();
  await createMember(app, decode(NewMember, { firstName: 'Wei', lastName: 'Chen' }));
  app.setNow('2026-11-18T18:00:00.000Z');
  await createMember(app, decode(NewMember, { firstName: 'An', lastName: 'Lin' }));
  expect(await lastEntryAt(app)).toBe(EVENING);
});

test('a file that was imported in the evening is refused with the day of the church', async () => {
  const app = await inTheEvening();
  const source = { fileName: 'members.csv', fileHash: 'a'.repeat(64) };
  await inTransaction(app, (app) => recordImport(app, { kind: 'members', source, rows: 0, created: {} }));
  await expect(earlierImport(app, { kind: 'members', source, allowDuplicates: false })).rejects.toMatchObject({
    message: expect.stringContaining('on 2026-11-18.'),
  });
});
