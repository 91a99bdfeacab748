/** The refusals in the OpenAPI document: their schema, and the meaning of each code with an example. */
import { type ErrorCode, ERRORS } from '../../errors.ts';
import { REFUSALS } from '../../examples.ts';
import { fault, type Said } from '../../lib/examples.ts';
import { check, refusal } from '../../validate.ts';
import { refusalsOf } from '../refusals.ts';
import type { Route } from '../route.ts';
import { type Json, refTo } from './schemas.ts';

/** Codes that no operation of the document lists. They refuse a request before it reaches a route. */
type Undocumented = 'malformed_request' | 'method_not_allowed' | 'request_timeout';
type DocumentedCode = Exclude<ErrorCode, Undocumented>;

/** Returns the refusal responses of an operation, by status. */
export function refusalResponses(route: Route, operationId: string): Json {
  const { setsCookie = false } = route;
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const [code = 'internal_error', ...others] = codes;
      const names = codes.map((one) => [one, nameOf(route, operationId, one)] as const);
      const isShared =
        others.length === 0 && names[0]?.[1] === code && !(setsCookie && code === 'invalid_refresh_token');
      return [String(status), isShared ? refTo('responses', code) : problem(names, setsCookie && status === 401)];
    }),
  );
}

/** Returns the shared responses, one for each code to which a response of `paths` refers. */
export function sharedResponses(paths: unknown): Json {
  const text = JSON.stringify(paths);
  const names = Array.from(text.matchAll(/"#\/components\/responses\/(\w+)"/g), ([, name]) => name as ErrorCode);
  return Object.fromEntries([...new Set(names)].toSorted().map((code) => [code, problem([[code, code]])]));
}

/** Returns a response that lists these codes, each with the named example. */
function problem(names: readonly (readonly [ErrorCode, string])[], clearsCookie = false): Json {
  const codes = names.map(([code]) => code);
  const lines = codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`);
  return {
    description: lines.length === 1 ? lines.join() : lines.map((line) => `- ${line}`).join('\n'),
    headers: {
      'X-Request-Id': refTo('headers', 'X-Request-Id'),
      ...(codes.includes('unauthenticated') && { 'WWW-Authenticate': refTo('headers', 'WWW-Authenticate') }),
      ...(codes.some((code) => code === 'too_many_requests' || code === 'unavailable') && {
        'Retry-After': refTo('headers', 'Retry-After'),
      }),
      ...(clearsCookie && { 'Set-Cookie': refTo('headers', 'Set-Cookie') }),
    },
    content: {
      'application/problem+json': {
        schema: refTo('schemas', 'Problem'),
        examples: Object.fromEntries(names.map(([code, name]) => [code, refTo('examples', name)])),
      },
    },
  };
}

/**
 * Returns the components with examples: one for every code in the document, and one for each refusal that an operation
 * words in its own way.
 */
export function problemExamples(operations: readonly (readonly [operationId: string, Route])[]): Record<string, Json> {
  const own = operations.flatMap(([operationId, route]) =>
    refusalsOf(route).flatMap((code) => {
      const said = ownSaid(route, operationId, code);
      return said ? [[ownName(operationId, code), example(code, said)] as const] : [];
    }),
  );
  const shared = Object.entries(PROBLEMS).map(([code, said]) => [code, example(code as DocumentedCode, said)] as const);
  return Object.fromEntries([...shared, ...own]);
}

function example(code: ErrorCode, [detail, more]: Said): Json {
  const { status, title } = ERRORS[code];
  return {
    summary: title,
    value: { type: 'about:blank', title, status, code, detail, requestId: REQUEST_ID, ...more },
  };
}

/** Returns the name of the example of a code in an operation. */
function nameOf(route: Route, operationId: string, code: ErrorCode): string {
  return ownSaid(route, operationId, code) ? ownName(operationId, code) : code;
}

const ownName = (operationId: string, code: ErrorCode) => `${operationId}.${code}`;

/**
 * Returns this operation's own example of a code, if it has one. For `validation_failed`, the example is the refusal of
 * an empty body or, if an empty body is valid, of an unknown field.
 */
function ownSaid({ body }: Route, operationId: string, code: ErrorCode): Said | undefined {
  const said = REFUSALS[operationId]?.[code];
  if (said || code !== 'validation_failed' || !body) return said;
  const checked = [check(body, {}), check(body, { typo: 1 })].find((one) => 'errors' in one);
  return checked && 'errors' in checked ? [refusal(checked.errors).message, { errors: checked.errors }] : undefined;
}

const REQUEST_ID = '5f0c1d9e-3b7a-4a55-9a53-6d2f7f2f0c11';

/** An example of each refusal: its message, and its additional fields. */
const PROBLEMS: Readonly<Record<DocumentedCode, Said>> = {
  validation_failed: ['page must be at least 1.', fault('page', 'too_small', 'must be at least 1')],
  not_balanced: [
    'lines must balance: the debits add up to 100.00, and the credits to 90.00. Nothing was changed.',
    fault('lines', 'not_balanced', 'must balance: the debits add up to 100.00, and the credits to 90.00'),
  ],
  malformed_json: ['The body is not valid JSON in UTF-8.'],
  unauthenticated: ['Sign in, or renew the access token, and try again.'],
  invalid_credentials: ['The e-mail address or the password is wrong.'],
  invalid_refresh_token: ['The sign-in has ended. Sign in again.'],
  invalid_second_factor: ['This is not the right code. Type the code that the app shows now.', { reason: 'WrongCode' }],
  invalid_ticket: ['This took too long, or was done already. Start again.'],
  second_factor_required: [
    'Now show your second factor.',
    { ticket: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzIn0.dGlja2V0', methods: ['Code', 'RecoveryCode'] },
  ],
  read_only_key: ['This key may only read. Make a key that may also write.'],
  second_factor_setup_required: ['Your role needs a second factor. Set one up under Account first, then go on.'],
  no_passkey_here: [
    'Passkeys work only at an address with a name, such as https://church.local. This page was opened with an IP address.',
  ],
  invalid_signature: ['The signature of this call is missing, or is not that of the LINE channel.'],
  forbidden: ['This needs the permission giving.manage.'],
  already_approved_by_you: ['You have approved this expense already. It needs the approval of a second person.'],
  approver_pays: ['You approved this expense, and it is over 100.00. Ask somebody else in finance to pay it.'],
  own_family: [
    'This expense is paid to your husband or wife, or to a vendor that belongs to one of you. Ask somebody else to approve it.',
  ],
  own_rule: ['A rule for the bank made this expense, and you wrote that rule last. Ask somebody else to approve it.'],
  own_events: ['You did some of what happened in 2026-11, so somebody else must look at it. Nothing was changed.'],
  self_approval: [
    'You entered, changed or submitted this expense, or you are the person to be paid back. Ask somebody else to approve it.',
  ],
  not_found: ['There is no such member.'],
  receipt_missing: ['The file of this receipt is not where it was stored. Ask the administrator to run vestry doctor.'],
  already_matched: [
    'Bank line 31 is in match 12. Nothing was changed. Delete that match first: vestry bank unmatch 2 12',
    { matchId: 12 },
  ],
  amounts_differ: [
    'The bank lines add up to 120.00, and what is left of the documents to 125.00. Nothing was changed. Add what is missing, or correct the document.',
    { lines: 120, documents: 125 },
  ],
  difference: [
    'The difference is 5.00. Nothing was changed. Match or tick what the statement shows, or enter what is missing, until the difference is 0.',
    { difference: 5 },
  ],
  reconciled: [
    'Payment 7 is on the bank statement, so its account, amount and date cannot change. Nothing was changed. Undo the reconciliations of the account back to 2026-02-28 first.',
    { accountId: 2, matchId: 12, reconciliationId: 3 },
  ],
  reconciliation_open: [
    'The reconciliation of 2026-02-28 is not finished. Nothing was changed. Finish or delete it first.',
    { reconciliationId: 3 },
  ],
  already_reversed: ['The entry of 125.00 has only 25.00 left to reverse.', { left: 25 }],
  file_refused: [
    'Nothing was imported. One cell must be corrected first:',
    fault('lines.12.amount', 'invalid_amount', 'must be an amount with at most two decimals'),
  ],
  fund_overdrawn: [
    'Building Fund has only 4000.00 in cash. Nothing was changed. Use another fund or a smaller amount; to take a document back, first take back what came after it.',
    { available: 4000 },
  ],
  value_booked: [
    'The value of this investment on 2026-06-30 is booked already, with adjusting entry 12. Nothing was changed. Reverse that entry on its own day first, then enter the values in the order of their days.',
  ],
  loan_repaid: [
    'Only 250.00 of the loan is still owed. Nothing was changed. Use a smaller amount, or another loan.',
    { left: 250 },
  ],
  deposited: ['Giving 12 was deposited on 2026-03-02. Nothing was changed. Delete the deposit first.'],
  account_in_use: ['Savings is in use. Set isActive to false instead.'],
  account_reserved: ['Only Vestry itself posts to Accounts payable. Choose another account.'],
  account_disabled: ['The account Savings is no longer in use. Choose another.'],
  category_in_use: ['Missions is in use. Disable it instead.'],
  conflict: ['A deactivated user cannot be invited. Activate the account first.'],
  control_total_mismatch: [
    'Counted in all: 1,240.00; entered: 1,215.00. Correct the entries or the count.',
    { controlTotal: 1240, totalAmount: 1215 },
  ],
  different_tax_ids: [
    'Sparrow Cleaning and Sparrow Cleaning Co. have different tax ids. Nothing was merged. If they are one vendor, confirm the merge: send "confirm": true, or use --confirm on the command line. The tax id of Sparrow Cleaning Co. then stays.',
  ],
  different_people: [
    'Mei Lin (12) and Bo Chen (3) have different names. Nothing was merged. If they are one person, confirm the merge: send "confirm": true, or use --yes on the command line.',
  ],
  entry_deleted: ['The giving with this entryKey was deleted. Enter it with a new key.'],
  email_taken: ['There is already a user with the e-mail address grace.lin@example.org.'],
  idempotency_in_progress: [
    'The first request with this Idempotency-Key has not finished yet.',
    { batchId: '0b9d2a8c-5f64-4f0e-8b59-0e6c3c1f8f61' },
  ],
  idempotency_key_reused: ['This Idempotency-Key was used for another request. Use a new one.'],
  import_in_use: [
    'Import 4 cannot be undone. Giving 17 has been reversed by giving 21.',
    { items: [{ code: 'reversed', message: 'Import 4 cannot be undone. Giving 17 has been reversed by giving 21.' }] },
  ],
  invalid_transition: [
    'Only an expense that is Approved can be paid; this one is Draft. Nothing was changed. Submit it first.',
  ],
  last_super_admin: ['This is the last active super_admin. Give somebody else the role first.'],
  later_period_finalized: [
    'Months are finalized in order. Reopen the later ones first: 2026-04, 2026-03.',
    { months: ['2026-04', '2026-03'] },
  ],
  name_taken: ['There is already a giving category named Missions.'],
  not_in_this_country: [
    'Form 1099 is for churches in the United States, and this church is in Taiwan. If it is in the United States, change the country of its address: vestry profile set --country US',
  ],
  not_draft: ['Only a Draft can be changed; this expense is Approved. Reverse it instead.'],
  offering_number_taken: ['Another member has the offering number 117.'],
  open_items: [
    '2026-02 has 1 open item: expense 58 of 2026-02-19. Settle them, or finalize with force.',
    { openItems: [{ type: 'Expense', id: 58, date: '2026-02-19', amount: 86.4 }] },
  ],
  opening_differs: [
    'According to the books, 2026-03 begins with 12,480.00, so the opening balance cannot be 12,000.00. Nothing was changed. Leave out the opening balance, or correct the opening of the books.',
    { carried: 12_480 },
  ],
  payable_in_use: [
    'There is a payment of the 180.00 owed to City Power, so this payable must stay in the opening. Nothing was changed.',
  ],
  overpaid: ['Only 20.00 of expense 12 is left to pay. Nothing was changed.', { left: 20 }],
  settled: [
    'The expense was paid on 2026-03-04, so it cannot be deleted. Nothing was changed. Submit it again, or have finance void the payment first: vestry payment void 31',
  ],
  voided: ['Payment 7 was voided on 2026-03-08 already.'],
  period_finalized: [
    '2026-02 is finalized, so nothing can be entered, changed or paid on 2026-02-22. Nothing was changed. Use 2026-03-01 or a later date, or have 2026-02 reopened: vestry statement reopen 2026-02',
    { firstOpenDate: '2026-03-01' },
  ],
  open_periods: [
    'Months up to the end of the fiscal year 2025 are open: 2025-11, 2025-12. Nothing was changed. Finalize them first: vestry statement finalize 2025-11',
    { months: ['2025-11', '2025-12'] },
  ],
  period_not_over: ['2026-03 ends on 2026-03-31. Wait until the month is over, or finalize with force.'],
  receipt_limit: [
    'You have stored 200 receipts, or 200 MiB of them, for drafts. Submit some of these drafts, or remove receipts from them.',
  ],
  receipt_locked: ['The expense is Approved; only finance may change its receipt now.'],
  retention: [
    'This member gave on 2025-12-21. Records of givers are kept for 7 years, in this case until 2032-12-21. To erase the member anyway, send "confirm": true, or use --confirm on the command line.',
    { lastGivingOn: '2025-12-21', until: '2032-12-21' },
  ],
  reversed: ['A giving that was reversed, and its reversal, can be neither changed nor deleted.'],
  session_exists: ['There is already an offering session on 2026-03-01.', { existingId: 12 }],
  session_locked: ['The offering session of 2026-02-22 is Submitted. Reopen it first, or reverse the giving.'],
  session_not_empty: ['The session of 2026-03-01 still has givings. Delete them first.'],
  statement_finalized: ['The month 2026-02 is finalized. Reopen it first.'],
  user_already_linked: ['A user can be linked to only one member. Remove the other link first.'],
  year_closed: ['The fiscal year 2025 is closed. Nothing was changed. Have the year reopened: vestry year reopen 2025'],
  stale_version: [
    'Somebody else changed this in the meantime. Your change was not saved. Read it again, then try again.',
  ],
  payload_too_large: ['The body is over 1024 KiB.'],
  unsupported_media_type: ['Send the body as application/json in UTF-8, without compression.'],
  unknown_host: [
    'Vestry does not accept requests for the host books.example.org. If this host name is yours: vestry config set allowedHosts books.example.org, then vestry restart. Names that are already in allowedHosts must be listed again, separated by commas.',
  ],
  before_the_books: [
    '1926-03-01 is before the start of the books on 2024-01-01. Nothing was changed. Use 2024-01-01 or a later date.',
  ],
  category_disabled: ['The giving category Building fund is disabled. Choose another.'],
  no_threshold: [
    'This version of Vestry knows the amounts for Form 1099 only for the years 2020 to 2026, not for 2019. Choose another year, or install a newer version.',
  ],
  vendor_disabled: ['The vendor Sparrow Cleaning Co. is no longer in use. Choose another vendor.'],
  vendor_in_use: [
    'There are expenses or payables of this vendor. Nothing was changed. To keep the vendor out of new expenses, send "isActive": false, or use vestry vendor update 9 --inactive on the command line.',
  ],
  fund_disabled: ['The fund Missions is no longer in use. Choose another fund.'],
  fund_in_use: ['Missions is in use. Set isActive to false instead.'],
  prior_figures_differ: [
    'The fiscal year up to 2025-12-31 ends with net assets of 61,000.00, but the books begin on 2026-01-01 with 62,000.00. Nothing was changed. Correct the one that is wrong, or leave out the totals of that year for now.',
    { given: 61_000, opening: 62_000 },
  ],
  sum_too_large: [
    'The total would be over 90,071,992,547,409.91, which is more than Vestry can add up exactly. Nothing was changed. One of the amounts is probably mistyped: find it, then correct or reverse it.',
  ],
  unknown_reference: ['memberId names no member.', fault('memberId', 'unknown_reference', 'names no member')],
  too_many_requests: ['Too many failed attempts. Try again in 15 minutes.'],
  internal_error: ['An unexpected error was logged under the request id. Please try again.'],
  books_unreadable: [
    'A part of the books cannot be read (SQLITE_IOERR_READ), because the disk fails or the file is damaged. Nothing was changed. Find out which: vestry doctor',
  ],
  not_configured: ['No mail server is set up. Set VESTRY_SMTP_URL to its address and restart Vestry.'],
  database_damaged: [
    'The database file is damaged, so it can only be read. Nothing was written. Whoever manages Vestry must restore a backup. To see how: vestry doctor',
  ],
  unavailable: ['Another program is writing to the database. Try again in a moment.'],
};
