/** What each screen imports. */
/** What a file can list. */
export type Kind = 'members' | 'givings' | 'payouts' | 'expenses' | 'budgets';

/** The kinds whose imports are recorded, so that they can be taken back. A budget has versions instead. */
export type Recorded = Exclude<Kind, 'budgets'>;

/** The fields of the form in which somebody says more about a file of a kind. */
export type Detail = 'accountId' | 'category' | 'ministry' | 'year';

export type Place = {
  /** What the files of the screen can list. */
  kinds: readonly [Exclude<Kind, 'payouts'>, ...Kind[]];
  /** The screen of the list to which the rows are added. */
  back: string;
};

/** The screens that import files, by their address. */
export const PLACES: Readonly<Record<string, Place>> = {
  '/people/import': { kinds: ['members'], back: '/people' },
  '/giving/import': { kinds: ['givings', 'payouts'], back: '/giving' },
  '/expenses/import': { kinds: ['expenses'], back: '/expenses' },
  '/reports/budgets/import': { kinds: ['budgets'], back: '/reports/budgets' },
};

/** What must be said before a file of a kind is read. */
export const NEEDED: Partial<Record<Kind, Detail>> = { payouts: 'accountId', budgets: 'year' };

/** What counts for rows of a kind that do not say it. */
export const FALLBACK: Partial<Record<Kind, 'category' | 'ministry'>> = {
  givings: 'category',
  payouts: 'category',
  expenses: 'ministry',
};
