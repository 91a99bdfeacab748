/**
 * Checks that the declarations of the rooms (the folders of src/features) are complete, so that a merge, a purge or an
 * undo misses no record.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personsOf } from '../../src/features/audit/persons.ts';
import { ImportKind } from '../../src/features/imports/schema.ts';
import { TAKE_BACK } from '../../src/features/imports/take-back.ts';
import { LETTERS } from '../../src/features/messages/letters.ts';
import { memberReferences } from '../../src/features/people/members/references.ts';
import { testApp } from '../support/app.ts';
import { demoApp } from '../support/demo.ts';

let demo: Awaited<ReturnType<typeof demoApp>>;

beforeAll(async () => {
  demo = await demoApp();
});

afterAll(() => demo.close());

/** Columns of the people room that refer to members. The room handles them without a declaration. */
const OWN = ['memberMerges.mergedInto'];

test('every foreign key to members is declared by the room of its table, and by no other room', async () => {
  const app = await testApp();
  const { rows } = await sql<{ column: string }>`
    select m.name || '.' || f."from" as "column"
    from sqlite_schema m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = 'members'`.execute(app.db);
  const declared = (await memberReferences(app)).flatMap(({ columns }) => columns);
  expect([...declared, ...OWN].toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('every kind of import can be undone by exactly one room', async () => {
  const { declared } = await testApp();
  const kinds = (await declared(TAKE_BACK)).flatMap((room) => Object.keys(room));
  expect(kinds.toSorted()).toEqual(ImportKind.options.toSorted());
});

test('every kind of e-mail is composed by exactly one room', async () => {
  const { declared } = await testApp();
  const kinds = (await declared(LETTERS)).flatMap((room) => Object.keys(room));
  expect(kinds.toSorted()).toEqual(['ContributionStatement', 'MonthlyStatement']);
});

test('only audit entries of declared record types refer to a member of a demo church', async () => {
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

/** The tables that are empty in a demo church, each with the reason. */
const NOT_IN_A_DEMO: Readonly<Record<string, string>> = {
  accountMethods: 'every church chooses its own accounts',
  approvalRules: 'every church sets its own limits',
  authenticators: 'people set up their own second factor',
  backupCopies: 'every church has its own place for copies',
  backupTarget: 'every church has its own place for copies',
  bankFeeds: 'a demo imports no file of a bank',
  contributionStatements: 'they are issued by hand after the end of the year',
  fiscalYears: 'to come',
  form1099Filings: 'forms are filed by hand after the end of the year',
  fundReleases: 'no fund of a demo pays back a loan',
  idempotencyKeys: 'a demo stores no responses to requests',
  imports: 'a demo imports no file',
  lineBindingCodes: 'needs a LINE account',
  memberChannelBindings: 'needs a LINE account',
  memberMerges: 'a demo has no duplicate members',
  messagingGroups: 'needs a LINE account',
  mailSettings: 'every church has its own mail server',
  notificationBatches: 'needs a mail server',
  notificationLogs: 'needs a mail server',
  openingHoldings: 'no fund of a demo holds an investment',
  payoutRows: 'a demo imports no file of a payment service',
  passkeys: 'people set up their own second factor',
  priorFigureLines: 'a demo has books of all its years',
  priorFigures: 'a demo has books of all its years',
  programKeys: 'people make their own keys',
  recoveryCodes: 'people set up their own second factor',
  refreshTokens: 'nobody has signed in yet',
  rejections: 'nothing was rejected that is not an expense',
  rememberedDevices: 'nobody has signed in yet',
  setupLinks: 'a demo church is set up',
  signIns: 'nobody has signed in yet',
  statementNumbersGiven: 'a demo was never restored',
  usedTickets: 'nobody has signed in yet',
  webhookDeliveries: 'needs an endpoint',
  webhookEndpoints: 'every church chooses its own endpoints',
  webhookEvents: 'needs a LINE account',
};

test('a demo church has rows in every table except the listed tables', async () => {
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
