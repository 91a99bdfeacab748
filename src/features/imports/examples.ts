/** Examples of schemas for the API document, by the name of the schema. */
import { type Examples, list } from '../../lib/examples.ts';

const asked = { message: null, column: null, cell: null, field: null, rows: [] };

const record = {
  id: 5,
  kind: 'givings',
  fileName: 'gifts.csv',
  fileHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  rows: 214,
  created: { givings: 209 },
  at: '2026-03-02T16:04:10.000Z',
  by: 3,
  byName: 'Ann Lin',
  undoneAt: null,
  undoneBy: null,
};

export const EXAMPLES: Examples = {
  ImportPlan: {
    program: 'Breeze',
    encoding: 'utf-8',
    fields: ['date', 'amount', 'categoryName', 'method', 'memberName', 'memberExternalId'],
    columns: [
      { header: 'Person ID', meaning: 'memberExternalId', ignored: false, examples: ['501', '777'] },
      { header: 'Campus', meaning: null, ignored: true, examples: ['Main'] },
    ],
    rows: 214,
    questions: [
      {
        ...asked,
        code: 'similar_giver',
        lines: [7, 31],
        column: 'Donor',
        cell: 'Shu-Fang Huang',
        field: 'memberName',
        message: 'names somebody who is not a member: Shu-Fang Huang; did you mean Shu-Fen Huang (1)?',
        choices: [
          { value: 1, label: 'Shu-Fen Huang' },
          { value: 'new', label: 'new' },
        ],
      },
    ],
    faults: [
      {
        code: 'invalid_date',
        lines: [9],
        column: 'Date',
        cell: '2/30/2026',
        message: 'must be a date that exists',
        name: 'Ida Noor',
      },
    ],
    plan: {
      create: 209,
      skip: 0,
      leaveOut: [{ reason: 'pledge', count: 2, total: 600, lines: [4, 5] }],
      withoutGiver: { count: 3, total: 41.5, lines: [12, 13, 90] },
      total: 18_420.5,
    },
    items: [{ line: 2, name: 'Mei-Ling Chen', date: '2026-03-01', purpose: 'Tithe', amount: 100, note: null }],
    importId: null,
  },
  getImports: list(record),
  ImportDetails: { ...record, changed: 0 },
  ImportUndo: { id: 4, kind: 'members', removed: { members: 80, familyUnits: 31 }, kept: [] },
};
