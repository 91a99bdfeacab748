/** Which field of the form a refusal belongs to. */
import type { Fault } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';

/** `openDate` is the first open date, if the refusal offers one. */
export type HandInFault = Fault & { openDate?: string | undefined };

const FIELD_OF: Readonly<Record<string, string>> = {
  account_disabled: 'settled.accountId',
  account_reserved: 'settled.accountId',
  before_the_books: 'settled.date',
  category_disabled: 'subCategoryId',
  fund_disabled: 'fundId',
  payload_too_large: 'receipt',
  period_finalized: 'settled.date',
  receipt_limit: 'receipt',
  receipt_locked: 'receipt',
  unsupported_media_type: 'receipt',
  vendor_disabled: 'vendorId',
};

/**
 * Returns the sentences of a refusal with the refusal also at its field. `wrongType` is the sentence for a receipt of a
 * wrong type.
 */
export function faultFields(error: unknown, { sentence, fields }: Fault, wrongType: string): Fault {
  if (!(error instanceof Refusal)) return { sentence, fields };
  const { code } = error.problem;
  const said = code === 'unsupported_media_type' ? wrongType : sentence;
  const field = FIELD_OF[code];
  return { sentence: said, fields: field === undefined ? fields : { ...fields, [field]: said } };
}

/** Returns the first open date of a refusal because of a closed month; undefined for any other error. */
export function openDateIn(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { firstOpenDate } = error.problem as unknown as { firstOpenDate?: unknown };
  return typeof firstOpenDate === 'string' ? firstOpenDate : undefined;
}
