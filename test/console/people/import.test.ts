/** A file of people on the page: its columns, its corrections, and the decisions about similar people. */
import { expect, test } from 'vitest';
import {
  allTheSame,
  type Check,
  draftOf,
  examplesOf,
  faultyRows,
  leaveOut,
  previewOf,
  isSendable,
  requestOf,
  type Sheet,
  textAt,
  withAsked,
  withDecisions,
  withField,
  withText,
} from '../../../src/console/people/import/draft.ts';

const sheet: Sheet = {
  fileName: 'people.csv',
  fileHash: 'f'.repeat(64),
  encoding: 'utf-8',
  dates: null,
  unclearDates: null,
  columns: [
    { header: 'First', field: 'firstName' },
    { header: 'Last', field: 'lastName' },
    { header: 'Mobile', field: 'phone' },
    { header: 'Home', field: 'phone' },
    { header: 'Size', field: null },
  ],
  rows: [
    { line: 2, cells: ['Ann', 'Lee', '', '555', 'M'] },
    { line: 3, cells: ['Bo', 'Chen', '777', '', 'M'] },
    { line: 5, cells: ['Cy', '', '', '', 'L'] },
  ],
};
const draft = draftOf(sheet);
const check: Check = {
  rows: 3,
  created: 0,
  skipped: 0,
  familiesCreated: 0,
  birthDatesLeftEmpty: [],
  importedBefore: null,
  duplicates: [],
  faults: [{ line: 5, field: 'lastName', code: 'required', message: 'is required' }],
  undecided: [{ line: 3, name: 'Bo Chen', people: [{ memberId: 9, line: null, name: 'Bo Chen' }], reason: 'Similar' }],
};

test('a field has one column, unless several columns may fill it', () => {
  const moved = withField(draft, 4, 'lastName');
  expect(moved.columns.map(({ field }) => field)).toEqual(['firstName', null, 'phone', 'phone', 'lastName']);
  expect(withField(draft, 4, 'phone').columns.filter(({ field }) => field === 'phone')).toHaveLength(3);
  expect(withField(draft, 2, null).columns[2]?.field).toBeNull();
});

test('a correction goes into the cell that was read, and a field without a column gets one', () => {
  expect(textAt(draft, 2, 'phone')).toBe('555');
  expect(withText(draft, 2, 'phone', '556').rows[0]?.cells).toEqual(['Ann', 'Lee', '', '556', 'M']);
  expect(withText(draft, 5, 'phone', '1').rows[2]?.cells).toEqual(['Cy', '', '1', '', 'L']);
  const added = withText(draft, 5, 'chineseName', '陳大文');
  expect(added.columns.at(-1)).toEqual({ header: 'chineseName', field: 'chineseName' });
  expect(textAt(added, 5, 'chineseName')).toBe('陳大文');
  expect(draft.rows[2]?.cells).toHaveLength(5);
});

test('a cell beyond the header does not come into a column that a correction adds', () => {
  const [first, ...others] = sheet.rows;
  const long = draftOf({ ...sheet, rows: [{ line: 2, cells: [...(first?.cells ?? []), 'Main St'] }, ...others] });
  const added = withText(long, 5, 'chineseName', '陳大文');
  expect(textAt(added, 2, 'chineseName')).toBe('');
  expect(added.rows[0]?.cells.slice(5)).toEqual(['', 'Main St']);
  expect(textAt(added, 5, 'chineseName')).toBe('陳大文');
});

test('the request has the corrections and the decisions, and leaves rows out', () => {
  const decided = withDecisions(leaveOut(draft, 5), [
    [2, 'new'],
    [3, 9],
  ]);
  expect(requestOf(decided, true)).toEqual({
    fileName: 'people.csv',
    fileHash: 'f'.repeat(64),
    // A column that is not read is not sent.
    columns: sheet.columns.slice(0, 4),
    dates: null,
    mayRepeat: true,
    rows: [
      { line: 2, cells: ['Ann', 'Lee', '', '555'], isNew: true },
      { line: 3, cells: ['Bo', 'Chen', '777', ''], memberId: 9 },
    ],
  });
  expect(requestOf(leaveOut(decided), false).rows).toHaveLength(3);
});

test('a request keeps the cells that have no column, so that the row is named', () => {
  const long = { ...draft, rows: [{ line: 2, cells: ['Ann', 'Lee', '', '555', 'M', 'Main St'] }] };
  expect(requestOf(long, false).rows[0]?.cells).toEqual(['Ann', 'Lee', '', '555', 'Main St']);
});

test('a request that is larger than the service accepts is not sent', () => {
  expect(isSendable(requestOf(draft, false))).toBe(true);
  const cells = ['x'.repeat(600_000), 'x'.repeat(600_000)];
  expect(isSendable(requestOf({ ...draft, rows: [{ line: 2, cells }] }, false))).toBe(false);
});

test('a name that cannot be divided can be corrected in the name or in its parts', () => {
  const undivided = { line: 2, field: 'chineseName', code: 'undivided_name', message: '' } as const;
  const [row] = faultyRows(draft, { ...check, faults: [undivided] });
  expect(row?.cells.map(({ field }) => field)).toEqual(['firstName', 'lastName', 'chineseName']);
  expect(faultyRows(leaveOut(draft, 2), { ...check, faults: [undivided] })).toEqual([]);
});

test('a row that was asked about stays, so that the decision can be changed', () => {
  const asked = withAsked(draft, check);
  expect([...withAsked(asked, { ...check, undecided: [] }).asked.keys()]).toEqual([3]);
  expect(allTheSame(asked)).toEqual([[3, 9]]);
  expect(allTheSame(leaveOut(asked, 3))).toEqual([]);
  expect(allTheSame(withDecisions(asked, [[3, 'new']]))).toEqual([]);
  const [row] = check.undecided;
  const people = [...(row?.people ?? []), { memberId: 10, line: null, name: 'Bo Chen' }];
  expect(
    allTheSame(withAsked(draft, { ...check, undecided: [{ line: 3, name: 'Bo Chen', people, reason: 'Similar' }] })),
  ).toEqual([]);
});

test('the preview says what becomes of each row', () => {
  const states = previewOf(leaveOut(draft, 2), check).map(({ name, phone, state }) => [name, phone, state]);
  expect(states).toEqual([
    ['Ann Lee', '555', 'leftOut'],
    ['Bo Chen', '777', 'asked'],
    ['Cy', '', 'faulty'],
  ]);
  expect(examplesOf(sheet, 4)).toBe('M · L');
});
