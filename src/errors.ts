import type { ImportFault } from './lib/import-table.ts';
import { SumTooLarge } from './lib/money.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Every error code, with its HTTP status and its exit code on the command line. Clients rely on the codes. */
export const ERRORS = {
  validation_failed: { status: 400, exitCode: EXIT.usage, title: 'The request is not valid' },
  malformed_request: { status: 400, exitCode: EXIT.unexpected, title: 'Not a valid HTTP request' },
  not_balanced: { status: 400, exitCode: EXIT.usage, title: 'The entry does not balance' },
  malformed_json: { status: 400, exitCode: EXIT.usage, title: 'The body is not valid JSON' },
  unauthenticated: { status: 401, exitCode: EXIT.refused, title: 'Sign-in required' },
  invalid_credentials: { status: 401, exitCode: EXIT.refused, title: 'Wrong e-mail or password' },
  invalid_refresh_token: { status: 401, exitCode: EXIT.refused, title: 'The sign-in has ended' },
  invalid_second_factor: { status: 401, exitCode: EXIT.refused, title: 'Wrong second factor' },
  invalid_signature: { status: 401, exitCode: EXIT.refused, title: 'The signature is not valid' },
  invalid_ticket: { status: 401, exitCode: EXIT.refused, title: 'The sign-in took too long' },
  second_factor_required: { status: 401, exitCode: EXIT.refused, title: 'Second factor required' },
  forbidden: { status: 403, exitCode: EXIT.refused, title: 'Not allowed' },
  already_approved_by_you: { status: 403, exitCode: EXIT.refused, title: 'Already approved by you' },
  own_events: { status: 403, exitCode: EXIT.refused, title: 'Somebody else must look at this' },
  approver_pays: { status: 403, exitCode: EXIT.refused, title: 'Not allowed to pay what you approved' },
  read_only_key: { status: 403, exitCode: EXIT.refused, title: 'The key may only read' },
  second_factor_setup_required: { status: 403, exitCode: EXIT.refused, title: 'Set up a second factor' },
  own_family: { status: 403, exitCode: EXIT.refused, title: 'Not allowed to approve what your family gets' },
  own_rule: { status: 403, exitCode: EXIT.refused, title: 'Not allowed to approve what your rule made' },
  self_approval: { status: 403, exitCode: EXIT.refused, title: 'Not allowed to approve your own entry' },
  not_found: { status: 404, exitCode: EXIT.notFound, title: 'Not found' },
  receipt_missing: { status: 404, exitCode: EXIT.notFound, title: 'The file of the receipt is missing' },
  method_not_allowed: { status: 405, exitCode: EXIT.unexpected, title: 'Method not allowed' },
  request_timeout: { status: 408, exitCode: EXIT.unexpected, title: 'Too slow' },
  account_in_use: { status: 409, exitCode: EXIT.refused, title: 'The account is in use' },
  account_reserved: { status: 409, exitCode: EXIT.refused, title: 'Only Vestry uses the account' },
  already_matched: { status: 409, exitCode: EXIT.refused, title: 'Already matched' },
  already_reversed: { status: 409, exitCode: EXIT.refused, title: 'Already reversed' },
  amounts_differ: { status: 409, exitCode: EXIT.refused, title: 'The amounts differ' },
  category_in_use: { status: 409, exitCode: EXIT.refused, title: 'The category is in use' },
  conflict: { status: 409, exitCode: EXIT.refused, title: 'Conflict' },
  control_total_mismatch: { status: 409, exitCode: EXIT.refused, title: 'The counted total differs' },
  deposited: { status: 409, exitCode: EXIT.refused, title: 'Already deposited' },
  different_tax_ids: { status: 409, exitCode: EXIT.refused, title: 'Different tax ids' },
  difference: { status: 409, exitCode: EXIT.refused, title: 'There is a difference' },
  different_people: { status: 409, exitCode: EXIT.refused, title: 'Possibly two people' },
  email_taken: { status: 409, exitCode: EXIT.refused, title: 'E-mail address taken' },
  entry_deleted: { status: 409, exitCode: EXIT.refused, title: 'The entry was deleted' },
  fund_overdrawn: { status: 409, exitCode: EXIT.refused, title: 'More than the fund has' },
  fund_in_use: { status: 409, exitCode: EXIT.refused, title: 'The fund is in use' },
  idempotency_in_progress: { status: 409, exitCode: EXIT.refused, title: 'The first request is still running' },
  idempotency_key_reused: { status: 409, exitCode: EXIT.refused, title: 'Idempotency key reused' },
  import_in_use: { status: 409, exitCode: EXIT.refused, title: 'The imported records are in use' },
  invalid_transition: { status: 409, exitCode: EXIT.refused, title: 'Not possible in this state' },
  last_super_admin: { status: 409, exitCode: EXIT.refused, title: 'The last super_admin' },
  later_period_finalized: { status: 409, exitCode: EXIT.refused, title: 'A later month is finalized' },
  value_booked: { status: 409, exitCode: EXIT.refused, title: 'A later value is booked' },
  loan_repaid: { status: 409, exitCode: EXIT.refused, title: 'The loan is paid back' },
  name_taken: { status: 409, exitCode: EXIT.refused, title: 'Name taken' },
  no_passkey_here: { status: 409, exitCode: EXIT.refused, title: 'No passkeys at this address' },
  not_in_this_country: { status: 409, exitCode: EXIT.refused, title: 'Not in this country' },
  not_draft: { status: 409, exitCode: EXIT.refused, title: 'No longer a draft' },
  offering_number_taken: { status: 409, exitCode: EXIT.refused, title: 'Offering number taken' },
  open_periods: { status: 409, exitCode: EXIT.refused, title: 'Months are open' },
  open_items: { status: 409, exitCode: EXIT.refused, title: 'There are open items' },
  opening_differs: { status: 409, exitCode: EXIT.refused, title: 'The opening balance differs' },
  overpaid: { status: 409, exitCode: EXIT.refused, title: 'More than is left to pay' },
  payable_in_use: { status: 409, exitCode: EXIT.refused, title: 'The payable has payments' },
  period_finalized: { status: 409, exitCode: EXIT.refused, title: 'The month is finalized' },
  period_not_over: { status: 409, exitCode: EXIT.refused, title: 'The period is not over' },
  receipt_limit: { status: 409, exitCode: EXIT.refused, title: 'Too many receipts' },
  receipt_locked: { status: 409, exitCode: EXIT.refused, title: 'The receipt is locked' },
  reconciled: { status: 409, exitCode: EXIT.refused, title: 'On the bank statement' },
  reconciliation_open: { status: 409, exitCode: EXIT.refused, title: 'Another reconciliation is open' },
  retention: { status: 409, exitCode: EXIT.refused, title: 'Records must be kept' },
  reversed: { status: 409, exitCode: EXIT.refused, title: 'Part of a reversal' },
  session_exists: { status: 409, exitCode: EXIT.refused, title: 'The date already has a session' },
  session_locked: { status: 409, exitCode: EXIT.refused, title: 'The session is locked' },
  session_not_empty: { status: 409, exitCode: EXIT.refused, title: 'The session has givings' },
  statement_finalized: { status: 409, exitCode: EXIT.refused, title: 'The statement is finalized' },
  settled: { status: 409, exitCode: EXIT.refused, title: 'The expense is paid already' },
  vendor_in_use: { status: 409, exitCode: EXIT.refused, title: 'The vendor is in use' },
  voided: { status: 409, exitCode: EXIT.refused, title: 'The payment was voided' },
  user_already_linked: { status: 409, exitCode: EXIT.refused, title: 'The user is linked to another member' },
  year_closed: { status: 409, exitCode: EXIT.refused, title: 'The fiscal year is closed' },
  stale_version: { status: 412, exitCode: EXIT.refused, title: 'Changed by somebody else' },
  payload_too_large: { status: 413, exitCode: EXIT.refused, title: 'Too large' },
  unsupported_media_type: { status: 415, exitCode: EXIT.usage, title: 'Unsupported media type' },
  unknown_host: { status: 421, exitCode: EXIT.unexpected, title: 'Unknown host' },
  before_the_books: { status: 422, exitCode: EXIT.refused, title: 'Before the books begin' },
  account_disabled: { status: 422, exitCode: EXIT.refused, title: 'The account is no longer in use' },
  category_disabled: { status: 422, exitCode: EXIT.refused, title: 'The category is disabled' },
  file_refused: { status: 422, exitCode: EXIT.refused, title: 'The file cannot be imported' },
  fund_disabled: { status: 422, exitCode: EXIT.refused, title: 'The fund is no longer in use' },
  no_threshold: { status: 422, exitCode: EXIT.refused, title: 'The amounts of the year are not known' },
  prior_figures_differ: { status: 422, exitCode: EXIT.refused, title: 'The year before ends with another sum' },
  sum_too_large: { status: 422, exitCode: EXIT.refused, title: 'A sum is too large' },
  vendor_disabled: { status: 422, exitCode: EXIT.refused, title: 'The vendor is no longer in use' },
  unknown_reference: { status: 422, exitCode: EXIT.refused, title: 'A named record does not exist' },
  too_many_requests: { status: 429, exitCode: EXIT.inTheWay, title: 'Too many attempts' },
  internal_error: { status: 500, exitCode: EXIT.unexpected, title: 'Something went wrong' },
  books_unreadable: { status: 503, exitCode: EXIT.unexpected, title: 'The books cannot be read' },
  database_damaged: { status: 503, exitCode: EXIT.inTheWay, title: 'The database file is damaged' },
  not_configured: { status: 503, exitCode: EXIT.inTheWay, title: 'Not set up' },
  unavailable: { status: 503, exitCode: EXIT.inTheWay, title: 'Not available at the moment' },
} as const satisfies Record<string, { status: number; exitCode: ExitCode; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One bad field: its path (`givings.0.amount`), a stable code, and a message. */
export type FieldError = { path: string; code: string; message: string };

type Details = {
  /** The bad fields of a refused request. */
  errors?: readonly FieldError[];
  /** The bad rows of a refused file. */
  rows?: readonly ImportFault[];
  /** More members of the problem document, such as `existingId`. */
  extra?: Readonly<Record<string, unknown>>;
  /** After how many seconds to try again. */
  retryAfter?: number;
  /** Additional headers of the HTTP response, such as one that clears a cookie. */
  headers?: Readonly<Record<string, string>>;
  /** The underlying error. It is logged and never shown. */
  cause?: unknown;
};

/**
 * A refusal with a stable code and a message for people. `http/problem.ts` turns it into an HTTP response, and
 * `cli/kit/failure.ts` into an exit code.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/**
 * Returns the refusal for a known error, such as `sum_too_large` for `SumTooLarge`, or undefined for any other error.
 */
export function knownRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof SumTooLarge)) return undefined;
  return new AppError(
    'sum_too_large',
    'The total would be over 90,071,992,547,409.91, which is more than Vestry can add up exactly. Nothing was changed. ' +
      'One of the amounts is probably mistyped: find it, then correct or reverse it.',
    { cause: error },
  );
}

/** Returns a `validation_failed` refusal for one field. */
export function badField(path: string, code: string, message: string): AppError {
  return new AppError('validation_failed', sentenceOf(path, message), { errors: [{ path, code, message }] });
}

/** Returns what is wrong with a field as a sentence. A message may already end with a question. */
export function sentenceOf(path: string, message: string): string {
  return `${path} ${message}${message.endsWith('?') ? '' : '.'}`;
}

/** Returns the field error for a date that is later than the latest allowed one. */
export function inFuture(path: string, latest: string): FieldError {
  return { path, code: 'in_future', message: `must not be later than ${latest}` };
}

/** Returns a field error for every value that repeats an earlier one. `pathOf` returns the path of the value at an index. */
export function repeatedFields(values: readonly (string | number)[], pathOf: (index: number) => string): FieldError[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ path: pathOf(index), code: 'duplicate', message: 'must not occur twice' }],
  );
}

/**
 * Returns a `not_found` refusal. Services also use this error for an existing resource that the caller must not know
 * about.
 */
export function notFound(what: string): AppError {
  return new AppError('not_found', `There is no such ${what}.`);
}

/** Returns the field error for a reference to something that does not exist. */
export function missingReference(path: string, what: string): FieldError {
  return { path, code: 'unknown_reference', message: `names no ${what}` };
}

/** Returns an `unknown_reference` refusal for several fields, each of which refers to something that does not exist. */
export function unknownReferences(errors: readonly FieldError[]): AppError {
  const sentences = errors.map(({ path, message }) => sentenceOf(path, message));
  return new AppError('unknown_reference', sentences.slice(0, 10).join(' '), { errors });
}

/** Returns an `unknown_reference` refusal for one field. */
export function unknownReference(path: string, what: string): AppError {
  return unknownReferences([missingReference(path, what)]);
}

/** Returns a `file_refused` refusal. Bad rows, if given, are listed in the order of their lines. */
export function fileRefused(message: string, rows?: readonly ImportFault[]): AppError {
  return new AppError('file_refused', message, rows && { rows: rows.toSorted((a, b) => a.line - b.line) });
}

/** Raises `file_refused` with every bad cell. Does nothing if there are none. */
export function refuseFaults(faults: readonly ImportFault[]): void {
  if (faults.length === 0) return;
  const what = faults.length === 1 ? 'One cell' : `${faults.length} cells`;
  throw fileRefused(`Nothing was imported. ${what} must be corrected first:`, faults);
}

/** An error that ends a command, with one line for the person at the terminal and a documented exit code. */
export class SetupError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
