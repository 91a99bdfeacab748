/**
 * The programs whose files are recognized: `test/programs` has a made-up file of each, with the headers that its sources
 * document. A new program is a row in `data/import-programs.json` and such a file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { allPrograms, type Program, programOf } from '../../../src/features/imports/programs.ts';
import { GIVING_IMPORT_FIELDS } from '../../../src/features/giving/import/columns.ts';
import { GivingQuery } from '../../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../../src/features/giving/givings/service.ts';
import { NewAccount } from '../../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../../src/features/ledger/accounts/service.ts';
import { MEMBER_IMPORT_FIELDS } from '../../../src/features/people/import/columns.ts';
import { MemberQuery } from '../../../src/features/people/members/schema.ts';
import { listMembers } from '../../../src/features/people/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { importGifts, importPeople, importPayouts } from '../../support/import.ts';
import { parseCsv } from '../../../src/lib/sheet.ts';

const FOLDER = 'test/programs';
const fileOf = ({ name, kind }: Program) => `${name.toLowerCase().replaceAll(' ', '-')}-${kind}.csv`;
const textOf = (program: Program) => readFileSync(`${FOLDER}/${fileOf(program)}`, 'utf8');
const programs = allPrograms().filter(({ kind }) => kind === 'members' || kind === 'givings');
const named = (kind: string) => programs.filter((one) => one.kind === kind).map((one) => [one.name, one] as const);

test('every program has a file, and every file is of a program', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(programs.map(fileOf).toSorted());
});

test('the headers of each file are known, and no other program has them all', () => {
  for (const program of programs) {
    const csv = parseCsv(textOf(program));
    const header = 'rows' in csv ? (csv.rows[0]?.cells ?? []) : [];
    expect(programOf(header)?.name, program.name).toBe(program.name);
    const fields = program.kind === 'members' ? MEMBER_IMPORT_FIELDS : GIVING_IMPORT_FIELDS;
    const names = new Set<string>(fields.map(({ name }) => name));
    const filled = [...Object.values(program.columns), ...Object.keys(program.words ?? {})];
    expect(filled.filter((field) => !names.has(field))).toEqual([]);
    expect(program.sources.filter((source) => source.startsWith('https://')).length).toBeGreaterThan(0);
  }
});

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  await importPeople(app, [
    'Person ID,First Name,Last Name,Email,Envelope Number,Family,Family Role',
    '101,Alma,Fenwick,alma@example.org,11,Fenwick,Head',
    '102,Otto,Fenwick,,12,Fenwick,Spouse',
    '103,Priya,Ganesan,priya@example.org,13,Ganesan,Head',
    '104,Lewis,Marchetti,,14,,',
  ]);
});

/** What a program says besides the two gifts that all the files have. */
const BESIDES: Readonly<Record<string, object>> = {
  TouchPoint: { leftOut: [{ line: 4, reason: 'pledge' }] },
  Realm: { leftOut: [{ line: 4, reason: 'failed' }] },
  Subsplash: { leftOut: [{ line: 4, reason: 'failed' }] },
  'Tithe.ly': { leftOut: [{ line: 4, reason: 'failed' }] },
  ChurchCRM: { leftOut: [{ line: 4, reason: 'pledge' }] },
};

test.each(named('givings'))('the gifts of a file of %s are imported without --map', async (name, program) => {
  const done = await importGifts(app, Buffer.from(textOf(program)), { givers: true, json: true });
  expect(done).toMatchObject({ program: name, created: 2, totalAmount: 29_000, leftOut: [], ...BESIDES[name] });
  const { items } = await listGivings(app, decode(GivingQuery, { sort: 'id' }));
  expect(items).toMatchObject([
    { date: '2026-10-18', memberId: 1, amount: 25_000, categoryName: 'Tithe', method: 'Check', checkNumber: '3301' },
    { date: '2026-10-18', memberId: 3, amount: 4_000, categoryName: 'Missions', method: 'Cash', checkNumber: null },
  ]);
  const benefits = items.map(({ benefitAmount }) => benefitAmount);
  expect(benefits).toEqual(name === 'ChurchCRM' ? [null, 1_500] : [null, null]);
});

test.each(named('members'))('the people of a file of %s are imported without --map', async (name, program) => {
  const done = await importPeople(app, Buffer.from(textOf(program)), { json: true });
  expect(done).toMatchObject({ program: name, created: 2, familiesCreated: 1 });
  const { items } = await listMembers(app, decode(MemberQuery, { sort: '-id', pageSize: '2' }));
  expect(items.toReversed()).toMatchObject([
    { firstName: 'Ada', lastName: 'Norwood', externalId: '201', birthDate: '1961-01-14', status: 'Active' },
    { firstName: 'Ben', lastName: 'Norwood', externalId: '202', birthDate: '1960-07-02', status: 'Visitor' },
  ]);
});

test('a file of a program may have any number of its columns less', async () => {
  const realm = textOf(programs.find(({ name }) => name === 'Realm') as Program).split('\n');
  const short = realm.map((line) => line.split(',').slice(0, 9).join(','));
  expect(await importGifts(app, short, { givers: true })).toMatchObject({ created: 2 });
});

test('a word that a program does not use is asked about', async () => {
  const [header, line] = textOf(programs.find(({ name }) => name === 'Realm') as Program).split('\n');
  const attempt = importGifts(app, [header ?? '', (line ?? '').replace(',No,', ',Maybe,')], { givers: true });
  await expect(attempt).rejects.toMatchObject({ details: { rows: [{ line: 2, column: 'Voided', cell: 'Maybe' }] } });
});

test('a list of gifts with fees and net amounts is a file of a payment service, too', async () => {
  await createAccount(app, decode(NewAccount, { name: 'Tithe.ly', kind: 'Processor' }));
  const tithely = textOf(programs.find(({ name }) => name === 'Tithe.ly') as Program).replaceAll(/^.*failed.*$/gm, '');
  const done = await importPayouts(app, tithely.split('\n'), { account: 'Tithe.ly', dryRun: true });
  expect(done).toMatchObject({ program: null, plan: { create: 2, fees: { total: 146 } } });
});
