import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Json, addMember, done, booksOfFile } from './books.ts';
import { expectNothingIn, importsAsAll } from './import-suite.ts';
import { expectRefused, file, importInto, newDir, removeDirs, run, works } from './people-files.ts';
import type { Outcome } from '../support/daemon.ts';

const books = booksOfFile();
afterAll(removeDirs);

const load = (source: string, ...args: string[]) => importInto(books.daemon.dataDir, source, ...args);
const loaded = (lines: readonly string[], ...args: string[]) => load(file(lines), ...args);

/** Returns the members that the running service finds, in the order of their ids. */
const found = async (text: string): Promise<Json[]> =>
  (await done(books.admin.get(`/api/members?pageSize=200&sort=id&search=${encodeURIComponent(text)}`))).items;
const one = async (text: string): Promise<Json> => {
  const rows = await found(text);
  expect(rows).toHaveLength(1);
  return rows[0];
};
const count = async (): Promise<number> => (await done(books.admin.get('/api/members?pageSize=1'))).totalCount;

const expectNobodyFrom = (outcome: () => Promise<Outcome>, exitCodes?: readonly number[]) =>
  expectNothingIn(count, outcome, exitCodes);

let serial = 0;
/** Returns a last name that no other member has. */
const fresh = () => `Import${(serial += 1)}x`;

describe('vestry import members', () => {
  importsAsAll({
    books,
    audited: { entityType: 'Member', action: 'MemberCreated' },
    load,
    withoutFile: () => run(books.daemon.dataDir, 'import', 'members'),
    good: (rows, text) => file(['first,last', ...Array.from({ length: rows }, (_, index) => `Many${index},${text}`)]),
    badAround: () => {
      const good = Array.from({ length: 600 }, (_, index) => `Long${index},${fresh()},`);
      return file(['first,last,email', `Bad,${fresh()},x`, ...good, `Bad,${fresh()},y`]);
    },
    headerOnly: () => file('first,last\n'),
    found,
    count,
  });

  test('imports every field while the daemon runs, and the daemon finds the members at once', async () => {
    const name = fresh();
    const header =
      'firstName,lastName,nickname,chineseName,gender,birthDate,email,phone,status,joinedOn,baptizedOn,familyRole,offeringNumber,externalId,notes';
    const row = `Ann,${name},Annie,陳安,Female,1984-02-29,ann@example.org,312-555-0100,Visitor,2020-01-05,2021-04-04,Spouse,IMP-1,X9,"Sings, loud"`;
    await works(loaded([header, row]));
    expect(await one(name)).toMatchObject({
      firstName: 'Ann',
      lastName: name,
      nickname: 'Annie',
      chineseName: '陳安',
      gender: 'Female',
      birthDate: '1984-02-29',
      email: 'ann@example.org',
      phone: '312-555-0100',
      status: 'Visitor',
      joinedOn: '2020-01-05',
      baptizedOn: '2021-04-04',
      familyRole: 'Spouse',
      offeringNumber: 'IMP-1',
      externalId: 'X9',
      notes: 'Sings, loud',
      userId: null,
    });
    expect(await found('陈安')).toHaveLength(1);
  });

  test('reads an empty cell as null and an empty status as Active', async () => {
    const name = fresh();
    await works(loaded(['first,last,nickname,email,birthday,status', `Ben,${name},,,,`]));
    const empty = { nickname: null, email: null, birthDate: null, status: 'Active', address: null };
    expect(await one(name)).toMatchObject(empty);
  });

  test.each([
    ['first,last,nick,e-mail,cell_phone,dob', 'nickname'],
    ['FNAME,LName,Goes By,Email Address,Mobile Phone,Birth Date', 'nickname'],
    ['Given_Name,surname,Nick,email_address,TELEPHONE,BirthDate', 'nickname'],
    ['first_name,Last  Name,中文名,E-Mail,home phone,birth_date', 'chineseName'],
    ['First-Name,Family.Name,姓名,email,Phone,Birthday', 'chineseName'],
    ['First Name,Last Name,Chinese Name,email,mobile,D.O.B.', 'chineseName'],
  ])('understands the header %s', async (header, third) => {
    const name = fresh();
    const email = `cal${name.toLowerCase()}@example.org`;
    const chinese = `安${String.fromCodePoint(0x4e00 + serial)}`;
    await works(loaded([header, `Cal,${name},${chinese},${email},312-555-0101,1990-12-31`]));
    const expected = { firstName: 'Cal', [third]: chinese, email, phone: '312-555-0101', birthDate: '1990-12-31' };
    expect(await one(name)).toMatchObject(expected);
  });

  test.each([
    ['address_1,city,state,zip,country'],
    ['Street,Town,Province,Postal Code,Country'],
    ['Address,CITY,region,zipcode,country'],
    ['address1,city,State,postal,country'],
  ])('understands an address in the columns %s, and keeps the leading zero of a postal code', async (header) => {
    const name = fresh();
    await works(loaded([`first,last,${header}`, `Dee,${name},1 Church St,Boston,MA,02108,US`]));
    const address = { line1: '1 Church St', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' };
    expect((await one(name)).address).toMatchObject(address);
  });
});

function expectRecognisedOrRefused(outcome: Outcome, message: RegExp): void {
  if (outcome.exitCode === 0) return;
  expectRefused(outcome, [2, 4]);
  expect(outcome.stderr).toMatch(message);
}

describe('a file to import', () => {
  test.each([
    ['a comma', ','],
    ['a semicolon', ';'],
    ['a tab', '\t'],
  ])('may have %s between the cells', async (_label, mark) => {
    const name = fresh();
    const lines = [
      ['first name', 'last name', 'notes', 'city'],
      ['Sep', name, '"a, b; c"', 'Lyon'],
    ];
    await works(loaded(lines.map((cells) => cells.join(mark))));
    expect(await one(name)).toMatchObject({ firstName: 'Sep', notes: 'a, b; c', address: { city: 'Lyon' } });
  });

  test('may have Windows line endings, blank lines at the end and a line break in quotes', async () => {
    const name = fresh();
    await works(load(file(`first,last,notes\r\nCrlf,${name},"one\r\ntwo ""2"""\r\n\r\n\r\n`)));
    const { notes } = await one(name);
    expect(notes.replaceAll('\r\n', '\n')).toBe('one\ntwo "2"');
  });

  test('may have a byte-order mark, which does not become part of the first header', async () => {
    const name = fresh();
    const { stdout, stderr } = await works(load(file(`\uFEFFfirst,last,chinese name\nBom,${name},陳大文\n`)));
    expect(await one(name)).toMatchObject({ firstName: 'Bom', chineseName: '陳大文' });
    expect(stdout + stderr).not.toContain('\uFEFF');
  });

  /** `陳大文` encoded as Big5. */
  const BIG5 = Buffer.from([0xb3, 0xaf, 0xa4, 0x6a, 0xa4, 0xe5]);
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  const people = (name: string, chinese = '陳大文') => `first,last,chinese name\nEnc,${name},${chinese}\n`;
  const ENCODINGS: [string, (name: string) => Buffer][] = [
    ['little-endian UTF-16', (name) => utf16(`\uFEFF${people(name)}`)],
    ['big-endian UTF-16', (name) => utf16(`\uFEFF${people(name)}`).swap16()],
    ['UTF-16 without a byte-order mark', (name) => utf16(people(name))],
    ['Big5', (name) => Buffer.concat([Buffer.from(people(name, '')).subarray(0, -1), BIG5, Buffer.from('\n')])],
  ];

  test.each(ENCODINGS)('in %s is recognized, or refused with a clear message', async (_label, encode) => {
    const name = fresh();
    const outcome = await load(file(encode(name)));
    expectRecognisedOrRefused(outcome, /utf-?8|utf-?16|big5|encod/i);
    const chinese = (await found(name)).map(({ firstName, chineseName }) => [firstName, chineseName]);
    expect(chinese).toEqual(outcome.exitCode === 0 ? [['Enc', '陳大文']] : []);
  });

  test.each([
    ['Latin-1', Buffer.from('Jos\u00e9', 'latin1')],
    ['cut-off UTF-8', Buffer.from('José陳').subarray(0, 6)],
    ['bytes that are not text', Buffer.from([0x00, 0xff, 0xfe, 0x80])],
  ])('with %s never adds a garbled name', async (_label, bytes) => {
    const name = fresh();
    const head = Buffer.from(`first,last,nickname\nLat,${name},`);
    const outcome = await load(file(Buffer.concat([head, bytes, Buffer.from('\n')])));
    expectRecognisedOrRefused(outcome, /./);
    const nicknames = (await found(name)).map(({ nickname }) => nickname);
    expect(outcome.exitCode === 0 ? ['José'] : []).toEqual(nicknames);
  });
});

describe('dates', () => {
  const birth = async (date: string, ...args: string[]) => {
    const name = fresh();
    await works(loaded(['first,last,birthday', `Day,${name},${date}`], ...args));
    return (await one(name)).birthDate;
  };

  test('an ambiguous date is refused, and the message names --dates', async () => {
    const name = fresh();
    const message = await expectNobodyFrom(() => loaded(['first,last,dob', `Am,${name},03/04/1980`]), [2, 4]);
    expect(message).toContain('--dates');
  });

  test.each([
    ['mdy', '03/04/1980', '1980-03-04'],
    ['dmy', '03/04/1980', '1980-04-03'],
    ['mdy', '3/4/1980', '1980-03-04'],
    ['mdy', '12/31/50', '1950-12-31'],
    ['mdy', '1/2/20', '2020-01-02'],
    ['dmy', '31/12/1980', '1980-12-31'],
    ['mdy', '1980-04-03', '1980-04-03'],
    ['dmy', '1980-04-03', '1980-04-03'],
  ])('with --dates %s, %s is read as %s', async (order, date, expected) => {
    expect(await birth(date, '--dates', order)).toBe(expected);
  });

  test('an ISO date needs no --dates', async () => {
    expect(await birth('1980-04-03')).toBe('1980-04-03');
  });

  test.each([
    ['mdy', '13/31/1980'],
    ['dmy', '02/30/1980'],
    ['mdy', '02/30/1980'],
    ['mdy', 'yesterday'],
    ['mdy', '1980-02-30'],
  ])('with --dates %s, %s is a bad row', async (order, date) => {
    const lines = ['first,last,Birthday', `Fine,${fresh()},`, `Day,${fresh()},${date}`];
    const message = await expectNobodyFrom(() => loaded(lines, '--dates', order));
    expect(message).toMatch(/\b3\b/);
    expect(message).toMatch(/birth/i);
  });

  test('an unknown value of --dates is a usage error', async () => {
    await expectNobodyFrom(() => loaded(['first,last', `A,${fresh()}`], '--dates', 'ydm'), [2]);
  });
});

describe('the columns of an import', () => {
  test('are named and ignored if they are unknown, and not mentioned if they are known', async () => {
    const name = fresh();
    const { stderr } = await works(loaded(['first,last,Shoe Size,Goes By,Blood Type', `Col,${name},42,Nick,AB`]));
    expect(stderr).toContain('Shoe Size');
    expect(stderr).toContain('Blood Type');
    expect(stderr).not.toContain('Goes By');
    expect(await one(name)).toMatchObject({ nickname: 'Nick', notes: null });
  });

  test('are read as the field that --map names, whatever the header says', async () => {
    const name = fresh();
    const maps = ['--map', 'Shoe Size=notes', '--map', 'Nick=chineseName'];
    const { stderr } = await works(loaded(['first,last,Shoe Size,Nick', `Map,${name},42,安`], ...maps));
    expect(await one(name)).toMatchObject({ notes: '42', chineseName: '安', nickname: null });
    expect(stderr).not.toContain('Shoe Size');
  });

  test.each(['Shoe Size=shoeSize', 'Shoe Size', '=notes', 'Shoe Size=id;drop', 'Shoe Size=__proto__'])(
    'cannot be mapped with --map "%s"',
    async (map) => {
      await expectNobodyFrom(() => loaded(['first,last,Shoe Size', `Map,${fresh()},42`], '--map', map), [2, 4]);
    },
  );

  test('cannot be mapped under a header that the file does not have', async () => {
    const lines = ['first,last', `Map,${fresh()}`];
    expect(await expectNobodyFrom(() => loaded(lines, '--map', 'Hat Size=notes'), [2, 4])).toContain('Hat Size');
  });

  test('must include the first and the last name', async () => {
    await expectNobodyFrom(() => loaded(['Shoe Size,Blood Type', '42,AB']), [2, 4]);
    expect(await expectNobodyFrom(() => loaded(['first,Blood Type', 'Ann,AB']), [2, 4])).toMatch(/last/i);
  });

  test('are reported if two of them are for the same field', async () => {
    const lines = ['first,last,home_phone,cell_phone', `Two,${fresh()},312-555-0101,312-555-0102`];
    const { exitCode, stderr } = await loaded(lines);
    expect([0, 2, 4]).toContain(exitCode);
    expect(stderr).toMatch(/home_phone|cell_phone/);
  });
});

describe('bad rows of an import', () => {
  test('are each named with line and column, good rows are not named, and no member is added', async () => {
    const name = fresh();
    const lines = [
      'First Name,Last Name,E-mail,Status,Gender,Birthday',
      `Good,${name},good@example.org,Active,Male,1980-01-31`,
      `Bad,${name},not an address,Active,Male,1980-01-31`,
      `Good,${name}b,fine@example.org,Visitor,Female,`,
      `,,${name}@example.org,Active,,`,
      `Bad,${name},,Sleeping,Robot,1980-02-31`,
    ];
    const message = await expectNobodyFrom(() => loaded(lines));
    const of = (line: number) =>
      message
        .split('\n')
        .filter((text) => new RegExp(`\\b${line}\\b`).test(text.replaceAll(/\d{4}-\d\d-\d\d/g, '')))
        .join('\n');
    expect(of(3)).toMatch(/mail/i);
    expect(of(5)).toMatch(/first/i);
    for (const column of [/status/i, /gender/i, /birth/i]) expect(of(6)).toMatch(column);
    expect(message).not.toContain('good@example.org');
    expect(message).not.toContain('fine@example.org');
    expect(await found(name)).toEqual([]);
  });

  test('are also found by --dry-run', async () => {
    const lines = ['first,last,email', `Bad,${fresh()},nowhere`];
    const message = await expectNobodyFrom(() => loaded(lines, '--dry-run'));
    expect(message).toMatch(/\b2\b/);
    expect(message).toMatch(/mail/i);
  });

  test.each([
    ['an envelope number of 21 characters', 'offeringNumber', 'x'.repeat(21), /offering/i],
    ['a name of 200,000 characters', 'nickname', 'x'.repeat(200_000), /nick/i],
    ['a NUL', 'nickname', 'a\u0000b', /./],
    ['an unknown family role', 'familyRole', 'Cousin', /role/i],
    ['a family that does not exist', 'familyUnitId', '99999999', /family/i],
    ['a family that is not a number', 'familyUnitId', 'Smith', /family/i],
    ['a user who does not exist', 'userId', '99999999', /user/i],
  ])('include a row with %s', async (_label, field, value, message) => {
    const lines = [`first,last,${field}`, `Fine,${fresh()},`, `Bad,${fresh()},${value}`];
    expect(await expectNobodyFrom(() => loaded(lines), [2, 4])).toMatch(message);
  });

  test('include an envelope number that is already used by a member or in another row', async () => {
    await addMember(books, { offeringNumber: 'TAKEN-1' });
    const header = 'first,last,offeringNumber';
    const church = await expectNobodyFrom(() => loaded([header, `Fine,${fresh()},FREE-1`, `Bad,${fresh()},TAKEN-1`]));
    expect(church).toMatch(/\b3\b/);
    const inside = [header, `Fine,${fresh()},FREE-2`, `Other,${fresh()},FREE-3`, `Bad,${fresh()},FREE-2`];
    expect(await expectNobodyFrom(() => loaded(inside))).toMatch(/\b4\b/);
    expect(await found('FREE-')).toEqual([]);
  });

  test('include a user who is already linked to a member or named in another row', async () => {
    const linked = await books.as(['member']);
    await addMember(books, { userId: linked.userId });
    const header = 'first,last,userId';
    const church = [header, `Fine,${fresh()},`, `Bad,${fresh()},${linked.userId}`];
    expect(await expectNobodyFrom(() => loaded(church))).toMatch(/\b3\b/);
    const free = await books.as(['member']);
    const inside = [header, `Fine,${fresh()},${free.userId}`, `Bad,${fresh()},${free.userId}`];
    expect(await expectNobodyFrom(() => loaded(inside))).toMatch(/\b3\b/);
    expect((await done(books.admin.get(`/api/users/${free.userId}`))).memberId).toBeNull();
  });

  test('do not include a row whose family exists and whose user is not linked to a member', async () => {
    const name = fresh();
    const { id: family } = await done(books.admin.post('/api/family-units', { name }));
    const { userId } = await books.as(['member']);
    const lines = ['first,last,familyUnitId,familyRole,userId', `In,${name},${family},Head,${userId}`];
    await works(loaded(lines));
    expect(await one(name)).toMatchObject({ familyUnitId: family, familyRole: 'Head', userId });
  });
});

describe('the duplicates in an import', () => {
  /**
   * Expects that the duplicate is reported with its line, whether it is refused or left out, and that no member is
   * added twice.
   */
  async function expectReported(lines: readonly string[], line: number, total: number): Promise<void> {
    const before = await count();
    const { exitCode, stdout, stderr } = await loaded(lines);
    expect([0, 4], stderr).toContain(exitCode);
    expect(stdout + stderr).toMatch(/duplicate|twice|already|same/i);
    expect(stdout + stderr).toMatch(new RegExp(`\\b${line}\\b`));
    // Either the import is refused and adds nobody, or it succeeds and leaves out only the duplicate.
    expect(await count()).toBe(exitCode === 4 ? before : before + total);
  }

  test('include a row with the name and birth date of a member', async () => {
    const name = fresh();
    await addMember(books, { firstName: 'Dora', lastName: name, birthDate: '1970-05-05' });
    const lines = ['first,last,birthday', `New,${fresh()},1971-01-31`, `Dora,${name},1970-05-05`];
    await expectReported(lines, 3, 1);
    expect(await found(`dora ${name}`)).toHaveLength(1);
  });

  test('include a row with the name and e-mail of a member', async () => {
    const name = fresh();
    await addMember(books, { firstName: 'Emil', lastName: name, email: `${name}@example.org` });
    const lines = ['first,last,email', `Emil,${name},${name}@example.org`, `New,${fresh()},`];
    await expectReported(lines, 2, 1);
    expect(await found(`emil ${name}`)).toHaveLength(1);
  });

  test('include a row that repeats an earlier row of the file', async () => {
    const name = fresh();
    const lines = ['first,last,birthday', `Finn,${name},1970-05-05`, `New,${fresh()},`, `Finn,${name},1970-05-05`];
    await expectReported(lines, 4, 2);
    expect((await found(`finn ${name}`)).length).toBeLessThanOrEqual(1);
  });

  test('do not include people who share only a name, or only a birth date', async () => {
    const name = fresh();
    await addMember(books, { firstName: 'Gina', lastName: name, birthDate: '1970-05-05' });
    await works(loaded(['first,last,birthday', `Gina,${name},1999-12-31`, `Twin,${name},1970-05-05`]));
    expect(await found(name)).toHaveLength(3);
  });
});

describe('an unreadable file', () => {
  test.each([
    ['an open quote', 'first,last\n"Ann,Unclosedquote\n'],
    ['too many cells in a row', 'first,last\nAnn,Toomany,cells,here\n'],
    ['text after a closed quote', 'first,last\n"Ann"x,Afterquote\n'],
  ])('with %s is refused, the message names the line, and no member is added', async (_label, text) => {
    expect(await expectNobodyFrom(() => load(file(text)), [2, 4])).toMatch(/\b[23]\b/);
  });

  test('of 200 MB is refused with a message', async () => {
    const huge = path.join(newDir(), 'huge.csv');
    writeFileSync(huge, `first,last\nHuge,${fresh()}\n`);
    truncateSync(huge, 200 * 1024 * 1024);
    const message = await expectNobodyFrom(() => load(huge), [2, 4]);
    expect(message).toMatch(/large|big|size|MB|MiB|bytes/i);
  });

  test.each([
    ['an archive that is not a workbook', 'broken.xlsx', Buffer.from('PK\u0003\u0004 and then nothing', 'latin1')],
    ['text with the extension of a workbook', 'text.xlsx', Buffer.from('<html>no workbook</html>')],
    ['a workbook that is cut off', 'cut.xlsx', Buffer.from('504b0304140000000800', 'hex')],
    ['a picture', 'picture.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('such as %s is refused without a stack trace', async (_label, name, bytes) => {
    await expectNobodyFrom(() => load(file(bytes, name)), [2, 4]);
  });
});
