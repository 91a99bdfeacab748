/** What rooms declare is complete: nothing that names a member is forgotten by a merge, a purge or the audit log. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personsOf } from '../../src/features/audit/persons.ts';
import { ImportKind } from '../../src/features/imports/schema.ts';
import { TAKE_BACK } from '../../src/features/imports/take-back.ts';
import { LETTERS } from '../../src/features/messages/letters.ts';
import { memberReferences } from '../../src/features/people/members/references.ts';
import { seedDemo } from '../../src/features/upkeep/demo/service.ts';
import { fileApp, testApp } from '../support/app.ts';

let demo: Awaited<ReturnType<typeof fileApp>>;

beforeAll(async () => {
  demo = await fileApp();
  await seedDemo(demo.app, { members: 30, years: 1, seed: '3' });
});

afterAll(() => demo.close());

/** Columns in the room of members itself. */
const OWN = ['memberMerges.mergedInto'];

test('every foreign key to members is declared by the room of its table, and by no other', async () => {
  const app = await testApp();
  const { rows } = await sql<{ column: string }>`
    select m.name || '.' || f."from" as "column"
    from sqlite_schema m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = 'members'`.execute(app.db);
  const declared = (await memberReferences(app)).flatMap(({ columns }) => columns);
  expect([...declared, ...OWN].toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('every kind of import is taken back by one room', async () => {
  const { declared } = await testApp();
  const kinds = (await declared(TAKE_BACK)).flatMap((room) => Object.keys(room));
  expect(kinds.toSorted()).toEqual(ImportKind.options.toSorted());
});

test('every letter is written by one room', async () => {
  const { declared } = await testApp();
  const kinds = (await declared(LETTERS)).flatMap((room) => Object.keys(room));
  expect(kinds.toSorted()).toEqual(['ContributionStatement', 'MonthlyStatement']);
});

test('no entry of the audit log names a member of a demo church but those of records that are declared to', async () => {
  const { app } = demo;
  const people = await app.db.selectFrom('members').select(['firstName', 'lastName', 'email']).execute();
  const names = people.flatMap(({ firstName, lastName, email }) => [`${firstName} ${lastName}`, email ?? []]).flat();
  const staff = await app.db.selectFrom('users').select(['displayName', 'email']).execute();
  const isStaff = (name: string) => staff.some((user) => user.displayName === name || user.email === name);
  const wanted = names.filter((name) => !isStaff(name));
  const { whole, naming } = await personsOf(app);
  const entries = await app.db
    .selectFrom('auditLogs')
    .select(['entityType', 'changes'])
    .where('entityType', 'not in', [...whole, ...Object.keys(naming)])
    .execute();
  const telling = entries.filter(({ changes }) => wanted.some((name) => changes?.includes(`"${name}"`)));
  expect(entries.length).toBeGreaterThan(100);
  expect(telling).toEqual([]);
});

/** What a demo church has no use for, by table. */
const NOT_IN_A_DEMO: Readonly<Record<string, string>> = {
  approvalRules: 'are the limits that a church sets itself',
  contributionStatements: 'are issued by hand, once the year is over',
  idempotencyKeys: 'are kept for a day',
  imports: 'bring files of other programs',
  lineBindingCodes: 'needs an account at LINE',
  memberChannelBindings: 'needs an account at LINE',
  memberMerges: 'mend mistakes',
  messagingGroups: 'needs an account at LINE',
  notificationBatches: 'needs a mail server',
  notificationLogs: 'needs a mail server',
  refreshTokens: 'come with a sign-in',
  signIns: 'come with a sign-in',
  webhookEvents: 'needs an account at LINE',
};

test('a demo church has something of every kind of record that it could have', async () => {
  const { app } = demo;
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'searchIndex%'`.execute(
    app.db,
  );
  const empty: string[] = [];
  for (const { name } of rows) {
    const found = await sql`select 1 from ${sql.table(name)} limit 1`.execute(app.db);
    if (found.rows.length === 0) empty.push(name);
  }
  expect(empty.toSorted()).toEqual(Object.keys(NOT_IN_A_DEMO).toSorted());
});
