import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { chainHash } from '../../../../src/features/audit/chain.ts';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily, listFamilies } from '../../../../src/features/people/families/service.ts';
import { FamilyUnitQuery } from '../../../../src/features/people/families/schema.ts';
import { MemberQuery, NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember, deleteMember, listMembers } from '../../../../src/features/people/members/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../../support/app.ts';
import { big5 } from '../../../support/big5.ts';
import { faultsOf, importPeople } from '../../../support/import.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const bring = (...lines: string[]) => importPeople(app, lines);
const add = (fields: object = {}) =>
  createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }));
const members = async () => (await listMembers(app, decode(MemberQuery, { sort: 'id', pageSize: '200' }))).items;
const families = async () => (await listFamilies(app, decode(FamilyUnitQuery, { sort: 'id' }))).items;
const login = async (name: string) => {
  const email = `${name}@example.org`;
  const roles = ['member' as const];
  return (await createUser(app, { email, displayName: name, roles, memberId: null }, 'x')).user.id;
};

describe('a row of a member import', () => {
  test('fills every field for which the file has a column, even with everyday headers and values', async () => {
    await bring(
      'First;Last;Nick;姓名;Sex;DOB;E-mail;Cell;Address;Address 2;Town;Province;Zip;Country;Status;Joined;Baptism Date;Household;Household Role;Envelope;Person ID;Comments',
      'Mei;Lin;May;林美;f;1/31/80;mei@example.org;555;1 Elm;Apt 2;Taipei;TW;01234;Taiwan;member;2001/2/3;2002-03-04;Lin;Wife;007;B-1;"two\nlines"',
    );
    expect(await members()).toMatchObject([
      {
        firstName: 'Mei',
        lastName: 'Lin',
        nickname: 'May',
        chineseName: '林美',
        gender: 'Female',
        birthDate: '1980-01-31',
        email: 'mei@example.org',
        phone: '555',
        address: {
          line1: '1 Elm',
          line2: 'Apt 2',
          city: 'Taipei',
          state: 'TW',
          postalCode: '01234',
          country: 'Taiwan',
        },
        status: 'Active',
        joinedOn: '2001-02-03',
        baptizedOn: '2002-03-04',
        familyUnitId: 1,
        familyRole: 'Spouse',
        offeringNumber: '007',
        externalId: 'B-1',
        userId: null,
        notes: 'two\nlines',
      },
    ]);
  });

  test('with only names becomes an active member without other data', async () => {
    await bring('first,last,email', 'Ann,Lee,');
    const [member] = await members();
    expect(member).toMatchObject({ status: 'Active', email: null, address: null, familyUnitId: null });
  });

  test('takes its first and last name from the Chinese name only if those cells are empty', async () => {
    await bring('姓名,first,last', '歐陽美玲,,', '陳明,Ming,Chan');
    expect((await members()).map(({ lastName, firstName, chineseName }) => [lastName, firstName, chineseName])).toEqual(
      [
        ['歐陽', '美玲', '歐陽美玲'],
        ['Chan', 'Ming', '陳明'],
      ],
    );
  });

  test('can be found by the search like a member who was entered by hand', async () => {
    await bring('first,last,姓名', 'José,García,加西亞');
    for (const search of ['garcia jose', '西']) {
      expect((await listMembers(app, decode(MemberQuery, { search }))).totalCount).toBe(1);
    }
  });

  test('uses the cell phone number, or the home phone number if there is no cell phone number', async () => {
    await bring('first,last,Home Phone,Cell Phone', 'Ann,Lee,1,2', 'Bob,Wu,3,');
    expect((await members()).map(({ phone }) => phone)).toEqual(['2', '3']);
  });
});

describe('an import of members', () => {
  test('reports its effects', async () => {
    expect(await bring('first,last,Shoe Size', 'Ann,Lee,9', 'Bob,Wu,')).toEqual({
      dryRun: false,
      importId: 1,
      rows: 2,
      created: 2,
      skipped: 0,
      duplicates: [],
      familiesCreated: 0,
      birthDatesLeftEmpty: [],
      formerMatches: [],
      ignoredColumns: ['Shoe Size'],
      encoding: 'utf-8',
    });
  });

  test('reads Big5 and reports that encoding', async () => {
    expect(await importPeople(app, big5('姓名,電話\n陳美玲,555\n王明,556\n'))).toMatchObject({ encoding: 'big5' });
    expect((await members()).map(({ chineseName, phone }) => [chineseName, phone])).toEqual([
      ['陳美玲', '555'],
      ['王明', '556'],
    ]);
  });

  test('records each member in the audit log like a member who was entered by hand, with a valid chain of hashes', async () => {
    const fields = { firstName: 'Ann', lastName: 'Lee', email: 'a@example.org', phone: '5', birthDate: '1980-01-31' };
    const byHand = await add({ ...fields, address: { line1: '1 Elm', city: 'X' }, offeringNumber: '1', notes: 'n' });
    await deleteMember(app, byHand.id);
    const before = (await app.db.selectFrom('auditLogs').select('id').execute()).length;
    await bring(
      'first,last,email,phone,birthday,address,city,envelope,notes',
      'Ann,Lee,a@example.org,5,1980-01-31,1 Elm,X,1,n',
      ...Array.from({ length: 1100 }, (_, index) => `First,Last${index},,,,,,,`),
    );
    const rows = await app.db.selectFrom('auditLogs').selectAll().orderBy('id').execute();
    const facts = rows.filter(({ action }) => action === 'MemberCreated');
    expect(facts).toHaveLength(1102);
    expect(rows).toHaveLength(before + 1102);
    const [first, again] = facts.map(({ changes }) => JSON.parse(changes ?? '') as { id: unknown });
    expect(again).toEqual({ ...first, id: [null, byHand.id + 1] });
    expect(facts[1]?.changes).toBe(facts[0]?.changes?.replace('"id":[null,1]', '"id":[null,2]'));
    for (const [index, row] of rows.entries()) {
      const previous = rows[index - 1]?.hash ?? '';
      expect([row.previousHash, row.hash]).toEqual([previous, chainHash(row.id, row, previous)]);
    }
    const head = await app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
    expect(head).toMatchObject({ entries: rows.length, lastHash: rows.at(-1)?.hash });
  });

  test('that is a dry run writes nothing and reports what would happen', async () => {
    const lines = ['first,last,household', 'Ann,Lee,Lee', 'Bob,Lee,Lee'];
    const head = () => app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
    const before = await head();
    const tried = await importPeople(app, lines, { dryRun: true });
    expect(tried).toMatchObject({ dryRun: true, created: 2, familiesCreated: 1 });
    expect([await members(), await families(), await head()]).toEqual([[], [], before]);
    expect(await bring(...lines)).toEqual({ ...tried, dryRun: false, importId: 1 });
  });

  test('is refused if the records changed between the check and the write', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const entered = inTransaction(app, async (app) => {
      await createMember(app, decode(NewMember, { firstName: 'Bob', lastName: 'Wu', offeringNumber: '7' }));
      await released;
    });
    const attempt = faultsOf(bring('first,last,envelope', 'Ann,Lee,7'));
    setTimeout(() => release(), 50);
    await entered;
    expect(await attempt).toEqual(['2 envelope: is taken by member 1 (offering_number_taken)']);
    expect(await members()).toHaveLength(1);
  });
});

describe('an import of members is refused', () => {
  test('with the line, column and message of every fault, even of several in one row, and stores nothing', async () => {
    const attempt = bring(
      'First Name,last,E-mail,dob,gender,zip',
      'Ann,Lee,ann@example.org,1980-01-31,F,1',
      ',,no address,1980-02-30,x,1',
      'Cy,Wu,cy@example.org,,,123456789012345678901',
      'Di,Wu,,2026-11-20,,',
    );
    expect(await faultsOf(attempt)).toEqual([
      '3 dob: must be a date that exists, such as 1990-12-31 or 12/31/1990 (invalid_date)',
      '3 gender: must be one of Male, Female (invalid_value)',
      '3 E-mail: must be a valid e-mail address (invalid_format)',
      '3 First Name: is required (required)',
      '4 zip: must have at most 20 characters (too_big)',
      '5 dob: must not be later than 2026-11-19 (in_future)',
    ]);
    expect(await members()).toEqual([]);
  });

  test('with one name fault per row without a name, or with only the surname of a Chinese name', async () => {
    expect(await faultsOf(bring('姓名,E-mail', '陳,', ',x@example.org', ',y'))).toEqual([
      expect.stringMatching(/^2 姓名: cannot be divided into first and last name; add columns .*undivided_name/),
      '3 姓名: is required (required)',
      '4 E-mail: must be a valid e-mail address (invalid_format)',
      '4 姓名: is required (required)',
    ]);
  });

  test('for a date in the future, even if the row has other faults', async () => {
    expect(await faultsOf(bring('first,last,dob,baptism date,E-mail', 'A,,2027-01-01,2027-02-01,x'))).toEqual([
      '2 E-mail: must be a valid e-mail address (invalid_format)',
      '2 dob: must not be later than 2026-11-19 (in_future)',
      '2 baptism date: must not be later than 2026-11-19 (in_future)',
    ]);
  });

  test('for a row with more cells than headers, because its values may be in the wrong columns', async () => {
    expect(await faultsOf(bring('first,last', 'Ann,Lee,Jr.'))).toEqual([
      expect.stringMatching(/^2 -: has more cells .* \(too_many_cells\)$/),
    ]);
  });

  test('for a reference to a missing record, and for a number or user that already belongs to another member', async () => {
    const [taken, free] = [await login('a'), await login('b')];
    const { id } = await add({ offeringNumber: '7', userId: taken });
    const attempt = bring(
      'first,last,userId,envelope,familyUnitId',
      `A,A,${taken},7,`,
      'B,B,999,,99',
      `C,C,${free},8,`,
      `D,D,${free},8,x`,
    );
    expect(await faultsOf(attempt)).toEqual([
      `2 envelope: is taken by member ${id} (offering_number_taken)`,
      `2 userId: names a user who is already linked to member ${id} (user_already_linked)`,
      '3 familyUnitId: names no family unit (unknown_reference)',
      '3 userId: names no user (unknown_reference)',
      '5 familyUnitId: must be a positive whole number (invalid_format)',
      '5 envelope: is taken by line 4 (offering_number_taken)',
      '5 userId: names a user who is already linked to line 4 (user_already_linked)',
    ]);
    expect(await members()).toHaveLength(1);
  });

  test('if it links a user and the importer may not manage users', async () => {
    const user = await login('a');
    const secretary = as(app, user, 'secretary');
    expect(await faultsOf(importPeople(secretary, ['first,last,userId', `A,A,${user}`]))).toEqual([
      '2 userId: may be given only by a person who may manage users (forbidden)',
    ]);
    expect(await bring('first,last,userId', `A,A,${user}`)).toMatchObject({ created: 1 });
  });
});

describe('a row that repeats a member', () => {
  test.each([
    ['the same name and birth date', 'MEI,lin,,1980-01-31,'],
    ['the same name and e-mail address', 'Mei,Lin,MEI@example.org,,'],
    ['the same Chinese name and e-mail address', 'Mary,Lin,mei@example.org,,林美'],
    ['the same name and number in another program', 'MEI,Lin,,,,B-1'],
  ])('with %s is skipped and reported', async (_name, row) => {
    const fields = { email: 'mei@example.org', birthDate: '1980-01-31', chineseName: '林美', externalId: 'B-1' };
    const { id } = await add(fields);
    const result = await bring('first,last,email,dob,姓名,Person ID', row, 'Ann,Lee,,,,B-2');
    expect(result).toMatchObject({ created: 1, skipped: 1, rows: 2 });
    expect(result.duplicates).toEqual([
      { line: 2, name: expect.stringMatching(/lin$/i), memberId: id, duplicateOf: null },
    ]);
  });

  test.each([
    ['the same name with another birth date', 'Mei,Lin,,1981-01-31'],
    ['the same e-mail address under another name', 'May,Lin,mei@example.org,'],
  ])('is not recognized by %s', async (_name, row) => {
    await add({ email: 'mei@example.org', birthDate: '1980-01-31' });
    expect(await bring('first,last,email,dob', row)).toMatchObject({ created: 1, duplicates: [] });
  });

  test('only by its name is asked about, and nothing is imported', async () => {
    const { id } = await add({ email: 'mei@example.org', birthDate: '1980-01-31' });
    await expect(bring('first,last,email,dob', 'Mei,Lin,,')).rejects.toMatchObject({
      code: 'file_refused',
      details: { rows: [expect.objectContaining({ line: 2, message: expect.stringContaining('did you mean') })] },
    });
    expect((await members()).map((member) => member.id)).toEqual([id]);
  });

  test('that an earlier row of the file adds is recognized, too', async () => {
    const result = await bring('first,last,email', 'Mei,Lin,m@example.org', 'Ann,Lee,', 'MEI,LIN,M@example.org');
    expect(result).toMatchObject({ created: 2, skipped: 1 });
    expect(result.duplicates).toEqual([{ line: 4, name: 'MEI LIN', memberId: null, duplicateOf: 2 }]);
  });

  test('is imported if duplicates are allowed, but is still reported', async () => {
    await add({ email: 'mei@example.org' });
    const lines = ['first,last,email', 'Mei,Lin,mei@example.org'];
    const result = await importPeople(app, lines, { allowDuplicates: true });
    expect([result.created, result.skipped, result.duplicates.length]).toEqual([1, 0, 1]);
  });

  test('is recognized by its id in a file that Vestry exported, so its number and user cause no conflict', async () => {
    const userId = await login('a');
    const { id } = await add({ offeringNumber: '7', userId });
    const rows = ['id,firstName,lastName,offeringNumber,userId,createdAt,modifiedAt', `${id},Mei,Lin,7,${userId}`];
    expect(await bring(...rows)).toMatchObject({ created: 0, duplicates: [{ line: 2, memberId: id }] });
  });

  test('is imported if the repeated member was deleted', async () => {
    await deleteMember(app, (await add({ email: 'mei@example.org' })).id);
    expect(await bring('first,last,email', 'Mei,Lin,mei@example.org')).toMatchObject({ created: 1, skipped: 0 });
  });
});

describe('the id of a row', () => {
  test('is used if no member ever had it, and every id that Vestry assigns is larger than all used ids', async () => {
    await bring('id,firstName,lastName,createdAt,modifiedAt', '40,A,A', ',B,B', '12,C,C', '40,D,D');
    expect((await members()).map(({ id, firstName }) => `${id} ${firstName}`)).toEqual([
      '12 C',
      '40 A',
      '41 B',
      '42 D',
    ]);
    expect((await add()).id).toBe(43);
  });

  test('is not used if a member ever had it, or if it is too large', async () => {
    await add();
    await deleteMember(app, (await add()).id);
    await bring('id,firstName,lastName,createdAt,modifiedAt', '1,A,A', '2,B,B', '5000000000,C,C');
    expect((await members()).map(({ id }) => id)).toEqual([1, 3, 4, 5]);
  });

  test('from another program is stored as the external id, unless --map declares the column as the Vestry id', async () => {
    const lines = ['id,firstName,lastName', '40,A,A'];
    await bring(...lines);
    await importPeople(app, lines, { map: ['id=id'], allowDuplicates: true });
    expect((await members()).map(({ id, externalId }) => [id, externalId])).toEqual([
      [1, '40'],
      [40, null],
    ]);
  });
});

describe('the family of a row', () => {
  const family = (name: string) => createFamily(app, decode(NewFamilyUnit, { name }));
  const home = async () => (await members()).map(({ firstName, familyUnitId }) => `${firstName} ${familyUnitId}`);

  test('is the existing family with that name, or is created once if there is none', async () => {
    const { id } = await family('Chén');
    const result = await bring('first,last,household', 'A,A,chen', 'B,B,Wu', 'C,C,WU', 'D,D,');
    expect(result.familiesCreated).toBe(1);
    expect(await home()).toEqual([`A ${id}`, `B ${id + 1}`, `C ${id + 1}`, 'D null']);
    expect((await families()).map(({ name }) => name)).toEqual(['Chén', 'Wu']);
    const facts = await app.db
      .selectFrom('auditLogs')
      .select(['entityId', 'changes'])
      .where('action', '=', 'FamilyUnitCreated')
      .execute();
    expect(facts.map(({ changes }) => changes)).toEqual([
      `{"id":[null,${id}],"name":[null,"Chén"],"jointStatement":[null,false]}`,
      `{"id":[null,${id + 1}],"name":[null,"Wu"],"jointStatement":[null,false]}`,
    ]);
  });

  test('must be identified by its id if two families have the same name', async () => {
    const [one] = [await family('Wu'), await family('Wu')];
    expect(await faultsOf(bring('first,last,familyName', 'A,A,Wu'))).toEqual([
      expect.stringMatching(/^2 familyName: is the name of more than one family.* \(ambiguous_family\)$/),
    ]);
    await bring('first,last,familyName,familyUnitId', `A,A,Wu,${one.id}`);
    expect(await home()).toEqual([`A ${one.id}`]);
  });

  test('keeps its id in a file that Vestry exported, so that two families with the same name stay separate', async () => {
    const lines = ['firstName,lastName,familyUnitId,familyName', 'A,A,8,Wu', 'B,B,5,Wu', 'C,C,8,Wu'];
    expect(await bring(...lines)).toMatchObject({ familiesCreated: 2 });
    expect(await home()).toEqual(['A 8', 'B 5', 'C 8']);
    expect(await bring('first,last,familyName,familyUnitId', 'D,D,Wu,8')).toMatchObject({ familiesCreated: 0 });
  });

  describe('without a number', () => {
    const HEADER = 'first,last,household,household role,address';
    const grouped = async () => {
      const all = await members();
      const units = new Set(all.map(({ familyUnitId }) => familyUnitId));
      const namesIn = (unit: number | null) => all.flatMap((one) => (one.familyUnitId === unit ? one.firstName : []));
      return [...units].map((unit) => namesIn(unit).join(' '));
    };

    test.each([
      [
        'a second head',
        ['Alma,N,N,head,', 'Ben,N,N,spouse,', 'Carl,N,N,head,', 'Dina,N,N,spouse,'],
        ['Alma Ben', 'Carl Dina'],
      ],
      [
        'another address',
        ['Alma,N,N,,12 Elm Rd', 'Carl,N,N,,77 Lake St', 'Ben,N,N,,12 Elm Road', 'Eva,N,N,,77 Lake'],
        ['Alma Ben', 'Carl Eva'],
      ],
      [
        'another Chinese address',
        ['Alma,N,N,,台北市中正路12號', 'Carl,N,N,,中山路12號', 'Ben,N,N,,中正路12號'],
        ['Alma Ben', 'Carl'],
      ],
      ['a second spouse', ['Ben,N,N,spouse,', 'Alma,N,N,head,', 'Dina,N,N,spouse,'], ['Ben Alma', 'Dina']],
    ])('is another one of the same name from %s on', async (_what, rows, expected) => {
      expect(await bring(HEADER, ...rows)).toMatchObject({ familiesCreated: 2 });
      expect(await grouped()).toEqual(expected);
    });

    test.each([
      ['a child of one of two heads', ['Alma,N,N,head,', 'Carl,N,N,head,', 'Finn,N,N,child,'], 4],
      ['a child at another address', ['Alma,N,N,head,12 Elm Rd', 'Finn,N,N,child,5 Oak Ave'], 3],
      ['two families at one address', ['Alma,N,N,head,1 Elm', 'Carl,N,N,head,1 Elm', 'Finn,N,N,,1 Elm'], 4],
    ])('is asked about for %s', async (_what, rows, line) => {
      expect(await faultsOf(bring(HEADER, ...rows))).toEqual([
        expect.stringMatching(
          new RegExp(`^${line} household: is the name of more than one family.*Family ID.*ambiguous_family`),
        ),
      ]);
    });

    test('is another one if the family of this name in the records has a head or another address', async () => {
      const { id } = await family('N');
      await add({ familyUnitId: id, familyRole: 'Head' });
      await createFamily(app, decode(NewFamilyUnit, { name: 'O', address: { line1: '12 Elm Rd' } }));
      await bring(HEADER, 'Alma,N,N,head,', 'Carl,O,O,,77 Lake St', 'Ben,O,O,,12 Elm');
      expect(await home()).toEqual([`Mei ${id}`, `Alma ${id + 2}`, `Carl ${id + 3}`, `Ben ${id + 1}`]);
    });
  });

  test('is decided by its number in the other program, also in a later file', async () => {
    const file = (...rows: string[]) => ['Person ID,first,last,Family ID,household', ...rows];
    await bring(...file('1,Alma,N,7,N', '2,Carl,N,8,N', '3,Ben,N,7,', '4,Eva,O,9,'));
    expect(await home()).toEqual(['Alma 1', 'Carl 2', 'Ben 1', 'Eva 3']);
    expect((await families()).map(({ name }) => name)).toEqual(['N', 'N', 'O']);
    await bring(...file('5,Finn,N,8,N', '2,Carl,N,8,N', '6,Gus,O,10,'));
    expect((await home()).slice(4)).toEqual(['Finn 2', 'Gus 4']);
    expect(await faultsOf(bring(...file('7,Hal,N,11,N', '8,Ida,P,8.11E+11,P')))).toEqual([
      expect.stringMatching(/^2 household: .*ambiguous_family/),
      expect.stringMatching(/^3 Family ID: .*identity_damaged/),
    ]);
  });

  test('is not created for a row that is skipped', async () => {
    await add({ email: 'm@example.org' });
    const result = await bring('first,last,email,household', 'Mei,Lin,m@example.org,Lin');
    expect([result.familiesCreated, await families()]).toEqual([0, []]);
  });

  test('must not have a name that is too long', async () => {
    expect(await faultsOf(bring('first,last,household', `A,A,${'x'.repeat(201)}`))).toEqual([
      '2 household: must have at most 200 characters (too_big)',
    ]);
  });
});

describe('an import of members refuses the whole file if the file', () => {
  const refusalOf = (content: string[] | Buffer, options?: Record<string, unknown>) =>
    importPeople(app, content, options).then(
      () => 'not refused',
      (refusal: unknown) => refusal,
    );

  test.each([
    ['is empty', '', /is empty/],
    ['has only a header', 'first,last\n', /no rows below its header/],
    [
      'has no names',
      'E-mail,Phone\na@example.org,1\n',
      /Needed: firstName with lastName, or fullName, or chineseName.*E-mail, Phone/,
    ],
    ['has first names without last names', 'first,Phone\nAnn,1\n', /firstName with lastName/],
    [
      'has two columns for one field',
      'first,last,DOB,Birthday\nA,B,1990-01-05,1990-01-06\n',
      /"DOB" and "Birthday".*--map/,
    ],
    [
      'has two columns with the same header',
      'first,last,E-mail,E-mail\nA,B,a@example.org,b@example.org\n',
      /columns 3 and 4, "E-mail".*--map "#4="/,
    ],
    ['contains zero bytes', 'a\0\0\0b', /not a text file/],
  ])('%s', async (_name, content, message) => {
    expect(await refusalOf(Buffer.from(content))).toMatchObject({
      code: 'file_refused',
      message: expect.stringMatching(message),
    });
  });

  test('is in Latin-1, unless that encoding is named', async () => {
    const content = Buffer.from('first,last\nJosé,García\n', 'latin1');
    expect(await refusalOf(content)).toMatchObject({
      message: expect.stringMatching(/not in UTF-8.*--encoding windows-1252/),
    });
    await importPeople(app, content, { encoding: 'latin1' });
    expect((await members()).map(({ firstName }) => firstName)).toEqual(['José']);
  });

  test('is an old workbook', async () => {
    const content = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await refusalOf(content)).toMatchObject({ message: expect.stringMatching(/\.xls\).*Save it as \.xlsx/) });
  });

  test('is a damaged workbook', async () => {
    expect(await refusalOf(Buffer.from('PK\u0003\u0004 and no more'))).toMatchObject({ code: 'file_refused' });
  });

  test('is malformed CSV, and the refusal names the line', async () => {
    expect(await faultsOf(importPeople(app, ['first,last', 'A,B', '"C"x,D']))).toEqual([
      expect.stringMatching(/^3 -: has a quotation mark inside a cell.*malformed_csv/),
    ]);
  });

  test('has dates that can be read in two ways, unless the order is given', async () => {
    const lines = ['first,last,dob', 'Ann,Lee,3/4/1980'];
    expect(await refusalOf(lines)).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/3\/4\/1980.*--dates mdy\|dmy\|ymd/),
    });
    await importPeople(app, lines, { dates: 'dmy' });
    expect((await members()).map(({ birthDate }) => birthDate)).toEqual(['1980-04-03']);
  });
});

describe('--map', () => {
  const map = (...maps: string[]) =>
    importPeople(app, ['Name,last,Nick=name', 'Ann,Lee,Annie'], { map: maps, allowDuplicates: true });

  test('assigns a column to another field, or to no field', async () => {
    expect(await map('name=firstName', 'Nick=name=')).toMatchObject({ ignoredColumns: ['Nick=name'] });
    expect(await map('Name=firstName', 'Nick=name=nickname')).toMatchObject({ ignoredColumns: [] });
    expect((await members()).map(({ firstName, nickname }) => [firstName, nickname])).toEqual([
      ['Ann', null],
      ['Ann', 'Annie'],
    ]);
  });

  test.each([
    ['Nothing=firstName', /matches no column.*Name, last/],
    ['firstName', /matches no column/],
    ['Name=nothing', /names no field.*firstName, fullName, lastName/],
  ])('%s is a usage error that lists the valid names', async (text, message) => {
    await expect(map(text)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) });
  });

  test('finds a column by its number, even if two columns have the same header', async () => {
    const lines = ['first,last,E-mail,E-mail', 'Ann,Lee,a@example.org,b@example.org'];
    await expect(importPeople(app, lines, { map: ['E-mail='] })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/more than one column.*"#3=".*"#4="/),
    });
    await importPeople(app, lines, { map: ['#3='] });
    await importPeople(app, lines, { map: ['#3=email', '#4='], allowDuplicates: true });
    expect((await members()).map(({ email }) => email)).toEqual(['b@example.org', 'a@example.org']);
    await expect(importPeople(app, lines, { map: ['#5='] })).rejects.toMatchObject({ exitCode: 2 });
  });

  test('cannot assign two columns to one field', async () => {
    await expect(map('Name=firstName', 'last=firstName')).rejects.toMatchObject({ exitCode: 2 });
  });
});

test('a file that was imported before is refused, unless all its members already exist', async () => {
  const names = ['first,last', 'Ann,Lee'];
  await importPeople(app, names);
  const refused = { code: 'file_refused', message: expect.stringMatching(/as import 1 on 2026-11-18.*import undo 1/) };
  await expect(importPeople(app, names)).rejects.toMatchObject(refused);
  await expect(importPeople(app, names, { dryRun: true })).rejects.toMatchObject(refused);
  expect(await importPeople(app, names, { allowDuplicates: true })).toMatchObject({ created: 1 });
  const born = ['first,last,birthday', 'Bob,Lee,1980-01-31'];
  await importPeople(app, born);
  expect(await importPeople(app, born)).toMatchObject({ created: 0, skipped: 1 });
});
