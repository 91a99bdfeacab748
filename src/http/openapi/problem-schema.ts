/** The schema of a refusal in the OpenAPI document. */
import { ERRORS } from '../../errors.ts';
import { type Json, refTo } from './schemas.ts';

const money = refTo('schemas', 'Money');
const day = refTo('schemas', 'Date');

/** The form of every refusal (RFC 9457). */
export const PROBLEM: Json = {
  type: 'object',
  description:
    'A refusal (RFC 9457). `code` is stable and says what happened. The fields after `requestId` depend on `code`.',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank', description: 'Always `about:blank`; use `code`.' },
    title: { type: 'string', description: 'What the code means, in a few words.' },
    status: { type: 'integer', description: 'The HTTP status of the response.' },
    code: {
      type: 'string',
      enum: Object.keys(ERRORS),
      description:
        'A stable code for programs. New codes may be added; treat an unknown code according to its HTTP status.',
    },
    detail: { type: 'string', description: 'A message for people that says what to do next.' },
    reconciliationId: {
      type: ['integer', 'null'],
      description: 'With `reconciled` and `reconciliation_open`: the reconciliation; null if it is only matched.',
    },
    requestId: {
      type: 'string',
      description: 'The `X-Request-Id` of the response. Search the log for it to find out more.',
    },
    errors: {
      type: 'array',
      description: 'With `validation_failed` and `unknown_reference`: every bad field, not only the first.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: {
            type: 'string',
            description: 'The place of the field, such as `givings.0.amount`. Positions in lists count from 0.',
          },
          code: {
            type: 'string',
            description: 'What is wrong, such as `required`, `unknown_field` or `invalid_date`.',
          },
          message: {
            type: 'string',
            description: 'What is wrong, for people. It continues a sentence that begins with the name of the field.',
          },
        },
      },
    },
    accountId: { ...refTo('schemas', 'Id'), description: 'With `reconciled`: the account of the bank statement.' },
    allow: {
      type: 'string',
      description: 'With `method_not_allowed`: the methods that the address accepts, as in `Allow`.',
    },
    batchId: {
      type: 'string',
      description: 'With `idempotency_in_progress`: the batch of messages that the first call began to send.',
    },
    carried: { ...money, description: 'With `opening_differs`: the balance that the books carry into the month.' },
    cashTotal: { ...money, description: 'With `control_total_mismatch`: the cash that was entered.' },
    checkTotal: { ...money, description: 'With `control_total_mismatch`: the checks that were entered.' },
    controlTotal: { ...money, description: 'With `control_total_mismatch`: the total that was counted.' },
    countedCash: { ...money, description: 'With `control_total_mismatch`: the cash that was counted.' },
    countedChecks: { ...money, description: 'With `control_total_mismatch`: the checks that were counted.' },
    difference: { ...money, description: 'With `difference`: what is missing until the statement agrees.' },
    documents: { ...money, description: 'With `amounts_differ`: the sum of the documents.' },
    existingId: { ...refTo('schemas', 'Id'), description: 'With `session_exists`: the session of that date.' },
    firstOpenDate: {
      ...day,
      description: 'With `period_finalized`: the first date on which something can be entered.',
    },
    given: {
      ...money,
      description:
        'With `prior_figures_differ`: the net assets that were entered for the end of the year before the opening.',
    },
    lastGivingOn: { ...day, description: 'With `retention`: the date of the last giving of the member.' },
    left: {
      type: 'number',
      description:
        'With `already_reversed`, `loan_repaid` and `overpaid`: the amount that can still be reversed or paid.',
    },
    available: { ...money, description: 'With `fund_overdrawn`: how much the fund has or holds.' },
    lines: { ...money, description: 'With `amounts_differ`: the sum of the bank lines.' },
    matchId: {
      type: ['integer', 'null'],
      description: 'With `already_matched` and `reconciled`: the match; null if a person ticked the document.',
    },
    methods: {
      type: 'array',
      items: { type: 'string', enum: ['Code', 'RecoveryCode', 'Passkey'] },
      description:
        'With `second_factor_required`: what the account has. A passkey is listed only on pages of the host for which it was made.',
    },
    months: {
      type: 'array',
      items: { type: 'string' },
      description: 'With `later_period_finalized`: the months to reopen first, as YYYY-MM, the latest first.',
    },
    opening: {
      ...money,
      description: 'With `prior_figures_differ`: the net assets with which the books say that this year ended.',
    },
    openItems: {
      type: 'array',
      description: 'With `open_items`: the items of the month or the fiscal year that are not settled.',
      items: {
        type: 'object',
        required: ['type', 'id', 'date', 'amount'],
        properties: {
          type: {
            type: 'string',
            enum: ['OfferingSession', 'Expense', 'MonthlyStatement', 'OpeningBalance', 'JournalEntry'],
            description:
              'The kind of item: a draft session, an expense to be approved, an earlier draft statement, an opening balance that differs from what the months before carry over, or a year-end entry to be approved.',
          },
          id: {
            anyOf: [refTo('schemas', 'Id'), { type: 'null' }],
            description: 'Null for a statement and an opening balance.',
          },
          date: { ...day, description: 'Its date; for a statement or an opening balance, the first day of the month.' },
          amount: {
            ...money,
            description:
              'Its amount. For a statement it is the balance carried over; for an opening balance it is the difference from the balance carried over.',
          },
        },
      },
    },
    items: {
      type: 'array',
      description: 'With `import_in_use`: why the import cannot be taken back.',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', description: 'A stable code for programs, such as `reversed` or `reconciled`.' },
          message: { type: 'string', description: 'A message for people.' },
        },
      },
    },
    reason: {
      type: 'string',
      description:
        'With `invalid_second_factor`: why it was not accepted, as `WrongCode`, `UsedCode`, `NextCode`, `EarlierCode`, `LostSecret`, `WrongRecoveryCode` or `WrongPasskey`. With `NextCode`, a clock is wrong, and the next code will be accepted. With `file_refused`: why the file cannot be imported.',
    },
    ticket: {
      type: 'string',
      description:
        'With `second_factor_required`: the ticket for the next step of the sign-in, valid for five minutes.',
    },
    totalAmount: { ...money, description: 'With `control_total_mismatch`: the total that was entered.' },
    until: { ...day, description: 'With `retention`: the day until which records of the giver are kept.' },
  },
};
