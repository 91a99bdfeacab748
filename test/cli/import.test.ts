import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../bin/vestry.js');
const HEADER =
  'id,firstName,lastName,nickname,chineseName,gender,birthDate,email,phone,addressLine1,addressLine2,city,state,' +
  'postalCode,country,status,joinedOn,baptizedOn,diedOn,estateName,estateCareOf,estateAddressLine1,estateAddressLine2,' +
  'estateCity,estateState,estatePostalCode,estateCountry,familyUnitId,familyName,jointProblem,familyRole,offeringNumber,externalId,userId,' +
  'notes,createdAt,modifiedAt';

/**
 * Members who are hard to export: with formulas, quotes, line breaks, Chinese text, gaps in the ids, and two families
 * with the same name.
 */
const PEOPLE = [
  'id,firstName,lastName,nickname,chineseName,gender,birthDate,email,phone,addressLine1,city,postalCode,status,joinedOn,familyUnitId,familyName,familyRole,offeringNumber,externalId,notes,createdAt,modifiedAt',
  `7,Mei,Lin,May,林美玲,Female,1980-01-31,mei@example.org,+1 (555) 0100,"1 Elm, rear",Taipei,01234,Visitor,2001-02-03,4,Wu,Head,007,B-1,"She said ""hi"",\r\nthen left\n- twice"`,
  `9,"'=HYPERLINK(""x"")",'-Lee,'@a,,,1900-01-05,,,,,,Deceased,,2,Wu,Child,,,''=x`,
  '8,Ming,Ouyang',
];

let place: ReturnType<typeof temporaryDir>;
let dir: string;
const file = (name: string) => path.join(place.dir, name);
const run = (args: string[], dataDir = dir) => vestry([...args, '--data-dir', dataDir]);
const write = (name: string, content: string | Buffer) => {
  writeFileSync(file(name), content);
  return file(name);
};
const newDir = async (name: string) => {
  await run(['seed'], file(name));
  return file(name);
};
/** Returns the text of an exported CSV file without its timestamps. */
const withoutTimes = (csv: string) => csv.replaceAll(/,\d{4}-\d\d-\d\dT[^,]*Z/g, '');

beforeAll(async () => {
  place = temporaryDir();
  dir = await newDir('church');
  await run(['import', 'members', write('people.csv', PEOPLE.join('\r\n'))]);
});
afterAll(() => place.remove());

describe('vestry export members', () => {
  test('writes CSV with a byte order mark, every column and harmless formulas, and writes the same text to a file', async () => {
    const { exitCode, stdout, stderr } = await run(['export', 'members']);
    expect([exitCode, stderr]).toEqual([0, '']);
    const [header, first] = stdout.split('\r\n');
    expect(header).toBe(`\uFEFF${HEADER}`);
    expect(first).toContain(
      `7,Mei,Lin,May,林美玲,Female,1980-01-31,mei@example.org,'+1 (555) 0100,"1 Elm, rear",,Taipei`,
    );
    expect(stdout).toContain(`9,"'=HYPERLINK(""x"")",'-Lee,'@a`);
    const written = await run(['export', 'members', '--output', file('same.csv')]);
    expect(written).toMatchObject({ exitCode: 0, stdout: '', stderr: `3 members written to ${file('same.csv')}\n` });
    expect(readFileSync(file('same.csv'), 'utf8')).toBe(stdout);
    expect(statSync(file('same.csv')).mode & 0o777).toBe(0o600);
  });

  test('writes the same JSON as the API, to standard output or a file', async () => {
    const asked = await run(['export', 'members', '--format', 'json']);
    const members = JSON.parse(asked.stdout) as Record<string, unknown>[];
    expect(members.map(({ id }) => id)).toEqual([7, 8, 9]);
    expect(members[0]).toMatchObject({
      address: { line1: '1 Elm, rear', line2: null },
      familyUnitId: 4,
      createdBy: null,
    });
    expect(members[0]).not.toHaveProperty('familyName');
    expect((await run(['export', 'members', '--json'])).stdout).toBe(asked.stdout);
    const answer = await run(['export', 'members', '--json', '--output', file('m.json')]);
    expect(JSON.parse(answer.stdout)).toEqual({ rows: 3, format: 'json', output: file('m.json') });
    expect(readFileSync(file('m.json'), 'utf8')).toBe(asked.stdout);
    expect(JSON.parse((await run(['export', 'members', '--json'], await newDir('nobody'))).stdout)).toEqual([]);
  });

  test('does not replace a file without --force, and leaves no partial file', async () => {
    const target = write('kept.csv', 'mine');
    expect(await run(['export', 'members', '--output', target])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/already exists.*--force/),
    });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(await run(['export', 'members', '--output', target, '--force', '--quiet'])).toMatchObject({ stderr: '' });
    expect(readFileSync(target, 'utf8')).toContain(HEADER);
    expect(await run(['export', 'members', '--output', file('no/where.csv')])).toMatchObject({ exitCode: 3 });
    expect(readdirSync(place.dir).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('requires --format for a file with an unknown extension', async () => {
    const outcome = await run(['export', 'members', '--output', file('members.pdf')]);
    expect(outcome).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('--format csv|json|xlsx'),
    });
    expect(existsSync(file('members.pdf'))).toBe(false);
    await run(['export', 'members', '--output', file('members.txt'), '--format', 'csv']);
    expect(readFileSync(file('members.txt'), 'utf8')).toContain(HEADER);
  });

  test('ends without an error when its reader stops early', async () => {
    const script = `{ "$0" "$1" export members --data-dir "$2"; echo "exit $?" >&2; } | true`;
    const child = spawn('sh', ['-c', script, process.execPath, PROGRAM, dir]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await new Promise((resolve) => child.once('close', resolve));
    expect(stderr).toBe('exit 0\n');
  });
});

test.each(['csv', 'xlsx'])('members exported as %s and imported into a new church are unchanged', async (format) => {
  const exported = file(`round.${format}`);
  await run(['export', 'members', '--output', exported]);
  const fresh = await newDir(`fresh-${format}`);
  const result = await run(['import', 'members', exported, '--json'], fresh);
  expect(JSON.parse(result.stdout)).toMatchObject({
    created: 3,
    familiesCreated: 2,
    ignoredColumns: [],
    encoding: format === 'csv' ? 'utf-8' : null,
  });
  const [before, after] = [await run(['export', 'members']), await run(['export', 'members'], fresh)];
  expect(withoutTimes(after.stdout)).toBe(withoutTimes(before.stdout));
  const again = await run(['import', 'members', exported], fresh);
  expect(again.stdout).toContain('0 members imported, 3 rows skipped.');
  expect(again.stdout).toContain('line 2: Mei Lin is member 7');
});

describe('vestry import members', () => {
  test('prints the result and, unless --quiet is given, how the file was read', async () => {
    const people = write(
      'beside.csv',
      Buffer.from('\uFEFFfirst,last,Home Phone,Cell,Shoe Size\nAnn,Lee,1,2,9\n', 'utf16le'),
    );
    const told = await run(['import', 'members', people, '--dry-run']);
    expect(told.stdout).toBe('1 member would be imported, 0 rows skipped.\nThis was a dry run: nothing was written.\n');
    expect(told.stderr.split('\n')).toEqual([
      expect.stringMatching(/^The file was read as utf-16le.*--encoding/),
      'Columns that are not read: Shoe Size',
      'Ignored in the column "Home Phone": 1 value, because a better matching column has a value in the same row.',
      '',
    ]);
    expect(await run(['import', 'members', people, '--dry-run', '--quiet'])).toMatchObject({ stderr: '' });
  });

  test('names equal faults once with at most a hundred lines, or lists all of them with --json', async () => {
    const rows = Array.from({ length: 102 }, () => 'Ann,Lee,x');
    const people = write('bad.csv', ['first,last,E-mail', ...rows].join('\n'));
    const { exitCode, stdout, stderr } = await run(['import', 'members', people]);
    expect([exitCode, stdout]).toEqual([4, '']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines[0]).toBe('vestry: Nothing was imported. 102 cells must be corrected first:');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      /^  102 rows, lines 2, 3, 4, .*, 101 and 2 more \(--json lists all\), "E-mail": must be a/,
    );
    expect(lines[1]).toMatch(/ address \(the cell says "x"\)$/);
    const asJson = await run(['import', 'members', people, '--json']);
    expect([asJson.exitCode, JSON.parse(asJson.stdout)]).toMatchObject([4, { rows: 102, importId: null }]);
    const { code, errors } = JSON.parse(asJson.stderr) as { code: string; errors: unknown[] };
    expect([code, errors.length]).toEqual(['file_refused', 102]);
    expect(errors[0]).toEqual({
      line: 2,
      column: 'E-mail',
      field: 'email',
      code: 'invalid_format',
      message: 'must be a valid e-mail address',
      cell: 'x',
    });
  });

  test('prints question marks for control characters from the file, because they could overwrite the terminal', async () => {
    const people = write('evil.csv', 'first,last,\u001B[2JShoe,E-mail \u009B\n' + 'Ann,Lee,9,x\n'.repeat(30));
    const refused = await run(['import', 'members', people, '--map', '#4=email']);
    expect(refused.stderr).toContain('Columns that are not read: ?[2JShoe\n');
    expect(refused.stderr).toMatch(
      /^  30 rows, lines 2, .*, "E-mail \?": must be a valid e-mail address \(the cell says "x"\)$/m,
    );
    const unnamed = await run(['import', 'members', write('unnamed.csv', `\u001B[2Ja,b\n${'1,2\n'.repeat(60)}`)]);
    expect(unnamed.stderr).toContain('The file has: ?[2Ja, b.');
  });

  test('creates no church for a dry run', async () => {
    const nowhere = file('nowhere');
    expect(await run(['import', 'members', file('people.csv'), '--dry-run'], nowhere)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('There is no Vestry in'),
    });
    expect(existsSync(nowhere)).toBe(false);
    expect(await run(['import', 'members', file('people.csv')], nowhere)).toMatchObject({ exitCode: 0 });
  });

  test('explains what is wrong with an unusable file or option', async () => {
    const large = write('large.csv', '');
    truncateSync(large, 200 * 1024 * 1024);
    mkdirSync(file('folder'), { recursive: true });
    const cases: [string[], number, RegExp][] = [
      [[file('nothing.csv')], 3, /There is no file/],
      [[file('folder')], 2, /is a folder/],
      [[large], 4, /is 200 MB in size\. Vestry imports files of up to 50 MB\. Split it/],
      [[write('empty.csv', '')], 4, /is empty/],
      [[file('people.csv'), '--encoding', 'klingon'], 2, /is unknown/],
      [[file('people.csv'), '--dates', 'ydm'], 2, /mdy, dmy, ymd/],
      [[], 2, /missing required argument/],
    ];
    for (const [args, exitCode, message] of cases) {
      const outcome = await run(['import', 'members', ...args]);
      expect(outcome).toMatchObject({ exitCode, stdout: '', stderr: expect.stringMatching(message) });
    }
    expect(existsSync(large)).toBe(true);
  });
});
