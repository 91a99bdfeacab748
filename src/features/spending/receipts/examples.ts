/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import { type Examples, list, type RefusalExamples } from '../../../lib/examples.ts';
import { expense, ownersOnly } from '../expenses/examples.ts';

const receipt = {
  fileName: 'golden-bowl.pdf',
  contentType: 'application/pdf',
  size: 48_213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const EXAMPLES: Examples = {
  KeptReceiptList: list({ id: 31, ...receipt, addedBy: 3, addedAt: '2026-03-01T18:22:41.120Z', isCurrent: true }),
  putExpensesIdReceipt: { ...expense, receipt },
};

const kept = {
  forbidden: ownersOnly('change the receipt of'),
  receipt_locked: [
    'The expense was submitted with this receipt, so the receipt is kept. Attach another one, which then becomes the current one.',
  ] as const,
};

export const REFUSALS: RefusalExamples = {
  deleteExpensesIdReceipt: kept,
  deleteExpensesIdReceiptsReceiptId: kept,
  putExpensesIdReceipt: {
    forbidden: ownersOnly('change the receipt of'),
    payload_too_large: ['The file is over 10 MiB.'],
    unsupported_media_type: ['A receipt is a PDF, JPEG, PNG, WebP or HEIC. This file is none of these types.'],
  },
};
