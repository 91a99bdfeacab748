/**
 * Defines which kinds of rows can be searched, and by which columns. Writing the index, rebuilding it, and checking
 * hits all use this definition. First and last name are indexed as a ring, in which the end continues with the
 * beginning. Both `shufenhuang` and `huangshufen` therefore find the same person.
 */

/**
 * The kinds of rows that can be searched. The position of a kind in this list is part of the stored entry numbers, so
 * new kinds must be added at the end.
 */
export const KINDS = [
  'member',
  'formerMember',
  'familyUnit',
  'user',
  'giving',
  'expense',
  'otherIncome',
  'transfer',
  'journalEntry',
  'payment',
  'deposit',
  'vendor',
  'memberPhone',
] as const;
export type SearchKind = (typeof KINDS)[number];

/** The searched columns of a member. First and last name are also found written together, in either order. */
const PERSON = {
  table: 'members',
  names: ['firstName', 'lastName'],
  texts: ['nickname', 'chineseName', 'offeringNumber'],
} as const;

/**
 * The searched columns of each kind. The index entry of a giving does not contain the giver's name. A search for the
 * name finds the member, and through the member the giving.
 */
export const SEARCHED = {
  member: { ...PERSON, rows: 'live' },
  formerMember: { ...PERSON, rows: 'deleted' },
  familyUnit: { table: 'familyUnits', names: [], texts: ['name'], rows: 'live' },
  user: { table: 'users', names: [], texts: ['email', 'displayName'], rows: 'all' },
  giving: {
    table: 'givings',
    names: [],
    texts: ['note', 'checkNumber', 'zelleReference', 'payPalReference', 'nonCashDescription', 'companyName'],
    rows: 'live',
  },
  expense: {
    table: 'expenses',
    names: [],
    texts: ['description', 'vendor', 'paymentReference', 'notes'],
    rows: 'live',
  },
  otherIncome: { table: 'otherIncome', names: [], texts: ['payer', 'reference', 'memo'], rows: 'live' },
  transfer: { table: 'transfers', names: [], texts: ['memo', 'reason'], rows: 'live' },
  journalEntry: { table: 'journalEntries', names: [], texts: ['memo'], rows: 'live' },
  payment: { table: 'payments', names: [], texts: ['reference', 'voidReason'], rows: 'live' },
  deposit: { table: 'deposits', names: [], texts: ['memo'], rows: 'live' },
  vendor: { table: 'vendors', names: [], texts: ['name'], rows: 'live' },
  memberPhone: { table: 'members', names: [], texts: ['phone'], rows: 'live' },
} as const satisfies Record<SearchKind, object>;

export type Searchable = (typeof SEARCHED)[SearchKind]['table'];

/** A row with the columns by which rows of its kind are found. */
export type SearchedRow<K extends SearchKind> = { id: number } & Record<
  (typeof SEARCHED)[K]['names' | 'texts'][number],
  string | null
>;

/**
 * The texts by which a row is found. `name` is the first and last name of a person; other rows have none. `phone` is the
 * telephone number of a member. It has an entry of its own, because most searches do not look for it.
 */
export type Document = { id: number; name?: string; texts: readonly (string | null)[]; phone?: string | null };

/** Returns the digits of a telephone number, however it is written. */
export const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '');

/** Returns the texts by which a row of this kind is found. */
export function documentOf<K extends SearchKind>(kind: K, row: SearchedRow<K>): Document {
  const { names, texts } = SEARCHED[kind];
  const read = (column: string) => (row as Record<string, string | null>)[column] ?? null;
  const written =
    kind === 'memberPhone' ? (text: string | null) => text && digitsOf(text) : (text: string | null) => text;
  return { id: row.id, name: names.map(read).join(' '), texts: texts.map(read).map(written) };
}

/** Returns the columns by which rows of a kind are found. */
export function columnsOf(kind: SearchKind): readonly string[] {
  const { names, texts } = SEARCHED[kind];
  return [...names, ...texts];
}
