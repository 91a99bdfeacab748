/** Examples of schemas for the API document, by the name of the schema. */
import { type Examples, list } from '../../../lib/examples.ts';

const file = {
  fileName: 'people.csv',
  fileHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const columns = [
  { header: 'First Name', field: 'firstName' },
  { header: 'Last Name', field: 'lastName' },
  { header: 'E-mail', field: 'email' },
  { header: 'Shirt size', field: null },
];
const cells = ['En-Tzu', 'Lin', 'grace.lin@example', 'M'];

const record = {
  id: 4,
  kind: 'members',
  ...file,
  rows: 82,
  created: { members: 80, familyUnits: 31 },
  at: '2026-03-02T16:04:10.000Z',
  by: 3,
  byName: 'Ann Lin',
  undoneAt: null,
  undoneBy: null,
};

export const EXAMPLES: Examples = {
  MemberSheet: { ...file, encoding: 'utf-8', columns, dates: null, unclearDates: null, rows: [{ line: 2, cells }] },
  NewMemberImport: {
    ...file,
    columns,
    dates: null,
    rows: [{ line: 2, cells: ['En-Tzu', 'Lin', 'grace.lin@example.org', 'M'], memberId: null, isNew: true }],
    mayRepeat: false,
  },
  MemberImportCheck: {
    rows: 82,
    created: 79,
    skipped: 1,
    familiesCreated: 31,
    birthDatesLeftEmpty: [{ line: 3, cell: '7/2' }],
    importedBefore: null,
    duplicates: [{ line: 9, name: 'Mei-Ling Chen', memberId: 12, duplicateOf: null }],
    faults: [{ line: 2, field: 'email', code: 'invalid_format', message: 'must be an e-mail address' }],
    undecided: [
      {
        line: 7,
        name: 'Shu-Fen Huang',
        people: [{ memberId: 1, line: null, name: 'Shu-Fang Huang' }],
        reason: 'Similar',
      },
    ],
  },
  MemberImportResult: {
    importId: 4,
    rows: 82,
    created: 80,
    skipped: 2,
    duplicates: [{ line: 9, name: 'Mei-Ling Chen', memberId: 12, duplicateOf: null }],
    familiesCreated: 31,
    birthDatesLeftEmpty: [{ line: 3, cell: '7/2' }],
  },
  MemberImportRecord: { ...record, changed: 2 },
  getMemberImports: list(record),
  ImportUndo: { id: 4, kind: 'members', removed: { members: 80, familyUnits: 31 }, kept: [] },
};
