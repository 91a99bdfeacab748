/**
 * What can be searched, and by which columns a row is found. Writing, checking again and filling the index again all
 * use this list. First and last name are stored as a ring, so that both `shufenhuang` and `huangshufen` find the same
 * person.
 */

/** The place in this list is part of the stored ids, so new kinds are added at the end. */
export const KINDS = ['member', 'formerMember', 'familyUnit', 'user', 'giving', 'expense'] as const;
export type SearchKind = (typeof KINDS)[number];

/** First and last name are also found written together, in either order. */
const PERSON = {
  table: 'members',
  names: ['firstName', 'lastName'],
  texts: ['nickname', 'chineseName', 'offeringNumber'],
} as const;

/** The names of a giver are found through the member, and are not copied to the givings. */
export const SEARCHED = {
  member: { ...PERSON, rows: 'live' },
  formerMember: { ...PERSON, rows: 'deleted' },
  familyUnit: { table: 'familyUnits', names: [], texts: ['name'], rows: 'live' },
  user: { table: 'users', names: [], texts: ['email', 'displayName'], rows: 'all' },
  giving: {
    table: 'givings',
    names: [],
    texts: ['note', 'checkNumber', 'zelleReference', 'payPalReference', 'nonCashDescription'],
    rows: 'live',
  },
  expense: {
    table: 'expenses',
    names: [],
    texts: ['description', 'vendor', 'paymentReference', 'notes'],
    rows: 'live',
  },
} as const satisfies Record<SearchKind, object>;

export type Searchable = (typeof SEARCHED)[SearchKind]['table'];

/** A row with the columns by which rows of its kind are found. */
export type SearchedRow<K extends SearchKind> = { id: number } & Record<
  (typeof SEARCHED)[K]['names' | 'texts'][number],
  string | null
>;

/** The texts by which a row is found, and the name of a person. */
export type Document = { id: number; name?: string; texts: readonly (string | null)[] };

/** Returns the texts by which a row of this kind is found. */
export function documentOf<K extends SearchKind>(kind: K, row: SearchedRow<K>): Document {
  const { names, texts } = SEARCHED[kind];
  const read = (column: string) => (row as Record<string, string | null>)[column] ?? null;
  return { id: row.id, name: names.map(read).join(' '), texts: texts.map(read) };
}

/** Returns the columns by which rows of a kind are found. */
export function columnsOf(kind: SearchKind): readonly string[] {
  const { names, texts } = SEARCHED[kind];
  return [...names, ...texts];
}
