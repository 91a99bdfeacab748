import { describe, expect, test } from 'vitest';
import { type Giver, indexGivers } from '../../../src/lib/giver-index.ts';
import { readPasted } from '../../../src/console/offerings/entry/paste.ts';

const giver = (id: number, fields: Partial<Giver>): Giver => ({
  id,
  firstName: null,
  lastName: null,
  nickname: null,
  chineseName: null,
  offeringNumber: null,
  familyName: null,
  ...fields,
});
const index = indexGivers([
  giver(1, { firstName: 'Judy', lastName: 'Baker', offeringNumber: '12', familyName: 'Baker family' }),
  giver(2, { firstName: 'Shu-Fen', lastName: 'Huang', chineseName: '黃淑芬', offeringNumber: '120' }),
  giver(3, { firstName: 'John', lastName: 'Smith' }),
  giver(4, { firstName: 'John', lastName: 'Smith' }),
]);
const rowOf = (...cells: string[]) => {
  const [row] = readPasted(cells.join('\t'), {
    index,
    categories: [],
    methodNames: (method) => method,
    method: 'Cash',
    usualCategoryId: 1,
    words: { anonymous: 'Anonymous', looseCash: 'Loose cash', newGift: 'New gift' },
  });
  return { who: row?.draft.who, faults: row?.faults };
};

describe('the giver of a pasted row', () => {
  test.each([
    ['Judy Baker', 1],
    ['baker, judy', 1],
    ['12', 1],
    ['Shu Fen Huang', 2],
    ['Huang Shu-Fen', 2],
    ['黃淑芬', 2],
    ['Shu-Fen Huang 黃淑芬', 2],
    ['黃淑芬 Shu-Fen Huang', 2],
  ])('is found by the exact name or number "%s"', (name, id) => {
    expect(rowOf(name, '5')).toEqual({ who: { kind: 'member', id }, faults: [] });
  });

  test.each(['Baker, J', 'Judy', 'Bak', 'Baker family', '1', 'John Smith'])('is not guessed from "%s"', (name) => {
    expect(rowOf(name, '5')).toEqual({ who: { kind: 'nobody' }, faults: ['giver'] });
  });

  test('is required in every row, and loose cash must be named', () => {
    expect(rowOf('', '640').faults).toEqual(['giver']);
    expect(rowOf('loose cash', '640')).toEqual({ who: { kind: 'looseCash' }, faults: [] });
    expect(rowOf('Anonymous', '640')).toEqual({ who: { kind: 'anonymous' }, faults: [] });
  });
});
