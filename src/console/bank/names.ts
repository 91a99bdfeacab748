/** What identifies the documents of the bank, and what their descriptions say. */
import { memoOf } from '../reports/document-text.ts';
import type { BankDocument } from './queries.ts';

export type Named = Pick<BankDocument, 'type' | 'description' | 'reference'> & { party?: string | null };

/**
 * Returns what a description says beyond the type of its document: the description of a deposit and of a transfer begins
 * with the type. Returns an empty text if the person may not read the description.
 */
export function detailOf({ type, description, reference }: Named): string {
  if (type === 'OutstandingItem' || description === null) return reference ?? '';
  return type === 'Deposit' || type === 'Transfer' ? memoOf(description) : description;
}

/** The key of a document: its type and id. */
export const keyOf = ({ type, id }: Pick<BankDocument, 'type' | 'id'>): string => `${type}/${id}`;
