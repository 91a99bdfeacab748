/** What may wait for a second person. */
export const WAITING_KINDS = ['Expense', 'Transfer', 'JournalEntry'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];
