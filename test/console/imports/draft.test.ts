/** A file that is imported on the page: its columns, its corrections, and the decisions about people. */
import { expect, test } from 'vitest';
import {
  allTheSame,
  answeredOf,
  columnSaid,
  draftOf,
  formOf,
  isOpen,
  type Plan,
  type Question,
  withCells,
  withColumn,
  withDecision,
  withoutLines,
  withValue,
} from '../../../src/console/imports/draft.ts';

const file = new File(['Name'], 'people.csv');
const draft = draftOf(file, { category: 'Tithe' });

const asked = (line: number, ...ids: number[]): Question => ({
  code: 'similar_person',
  lines: [line],
  column: null,
  cell: 'Bo Chen',
  field: null,
  message: null,
  choices: [...ids.map((value) => ({ value, label: 'Bo Chen' })), { value: 'new', label: 'new' }],
  rows: [],
});
const planWith = (...questions: Question[]) => ({ questions }) as unknown as Plan;

test('a field has one column, unless several columns may fill it', () => {
  const first = withColumn(draft, 'Name', 'lastName');
  expect(withColumn(first, 'Surname', 'lastName').mapping).toEqual({ Surname: 'lastName' });
  const phones = withColumn(withColumn(draft, 'Home', 'phone'), 'Mobile', 'phone');
  expect(phones.mapping).toEqual({ Home: 'phone', Mobile: 'phone' });
  const without = withColumn(phones, 'Home', null);
  expect([without.mapping, columnSaid(without, 'Home')]).toEqual([{ Mobile: 'phone' }, null]);
  expect(columnSaid(withColumn(without, 'Home', undefined), 'Home')).toBeUndefined();
});

test('the form has what somebody said, and nothing of what nobody chose', () => {
  const mended = withCells(withCells(draft, [2, 3], 'E-mail', 'a@'), [2], 'E-mail', '');
  const said = withValue(withDecision(withoutLines(mended, [4, 4]), [5], 'new'), 'Fund', 'Gen', 'Tithe');
  expect(formOf({ ...said, details: { ...said.details, accountId: '' } })).toEqual({
    mapping: '{}',
    ignore: '[]',
    values: '{"Fund":{"Gen":"Tithe"}}',
    cells: '[{"line":2,"column":"E-mail","text":""},{"line":3,"column":"E-mail","text":"a@"}]',
    leaveOut: '[4]',
    decisions: '{"5":"new"}',
    noGivers: 'false',
    blankGivers: 'false',
    allowDuplicates: 'false',
    category: 'Tithe',
    file,
  });
  expect(formOf({ ...withoutLines(said), dates: 'dmy' })).toMatchObject({ leaveOut: '[]', dates: 'dmy' });
});

test('a question is open until all its rows are left out', () => {
  const twice = { ...asked(2), lines: [2, 3] };
  expect([withoutLines(draft, [2]), withoutLines(draft, [2, 3])].map((one) => isOpen(one, twice))).toEqual([
    true,
    false,
  ]);
  expect(isOpen(withoutLines(draft, [2]), { lines: [] })).toBe(true);
});

test('an answered question about a person stays, so that the answer can be changed', () => {
  const decided = withDecision(draft, [3], 9);
  expect(answeredOf(decided, [asked(3, 9), asked(4, 8)], planWith()).map(({ lines }) => lines)).toEqual([[3]]);
  expect(answeredOf(decided, [asked(3, 9)], planWith(asked(3, 9)))).toEqual([]);
  const column: Question = { ...asked(3), code: 'unknown_reference' };
  expect(answeredOf(decided, [column], planWith())).toEqual([]);
});

test('rows that resemble one member alone can all be decided at once', () => {
  const questions = [asked(3, 9), asked(4, 9, 10), asked(5), asked(6, 11)];
  expect(allTheSame(draft, questions)).toEqual([
    [3, 9],
    [6, 11],
  ]);
  expect(allTheSame(withoutLines(withDecision(draft, [3], 'new'), [6]), questions)).toEqual([]);
});
