/** What the document says beyond the declarations of the routes. Only the document loads this. */
import type { Json } from './schemas.ts';

/** The parts of the API, in the order in which a reader meets them. */
export const TAGS = [
  ['Sign-in', 'Access tokens, the refresh cookie, passwords and invitations.'],
  ['Users', 'Staff accounts and their roles.'],
  ['Members', 'The people of the church and their families.'],
  ['Giving', 'What gifts are for, single gifts, and their sums.'],
  [
    'Offering sessions',
    'The gifts of one date, counted together: `Draft`, then `Submitted`, then `Reconciled` with the bank.',
  ],
  ['Contributions', "Givers' statements for a calendar year."],
  ['Meal attendance', 'How many ate, by date, in three age groups.'],
  [
    'Expenses',
    'What was spent, on what and for which ministry: `Draft`, then `PendingApproval`, then `Approved`, then `Paid`. An expense counts once it is approved.',
  ],
  [
    'Monthly statements',
    'A month of giving and expenses. Finalizing freezes it, and closes the month to whatever would change it.',
  ],
  ['Form 990', 'The functional expenses of Form 990, Part IX.'],
  ['Church profile', 'What stands on letters, and how the books are kept.'],
  ['Notifications', 'E-mail and LINE messages, and who can be reached on LINE.'],
  ['AI', 'Suggestions of a language model that the church chose. They change nothing.'],
  ['Audit', 'Who changed what, when; rows are never changed or removed.'],
  ['Health', 'Whether the service can do its work.'],
  ['Documents', 'The description of this API.'],
].map(([name, description]) => ({ name, description }));

/** What only some operations do with the cookie, and which key they want in place of an access token. */
export const SPECIAL: Readonly<Record<string, { security?: Json[]; cookie?: 'set' | 'cleared' }>> = {
  postAuthLogin: { cookie: 'set' },
  postAuthRefresh: { cookie: 'set', security: [{ refreshCookie: [] }] },
  postAuthLogout: { cookie: 'cleared', security: [{ refreshCookie: [] }, {}] },
  postAuthAcceptInvitation: { cookie: 'set' },
  postWebhooksLine: { security: [{ lineSignature: [] }] },
};

const DRAFTS_ONLY =
  'Who has `giving.write` without `giving.read`, such as an offering counter, reaches only what belongs to a `Draft` session; the rest is a 404, and is left out of lists.';
const OWNER =
  'The owner may do this, and `finance.manage`; 403 for others who may read the expense, 404 for who may not.';
const CLOSES = 'In a finalized month it is 409 `period_finalized`, with the `firstOpenDate`.';

/** More about single operations, by their `operationId`. */
export const NOTES: Readonly<Record<string, string>> = {
  postAuthLogin:
    'Answers an access token for 15 minutes and sets the cookie `app_rt`. After 5 failures for an e-mail address, or 30 from one network address, within 15 minutes it is 429 for a while.',
  postAuthRefresh:
    'Send the cookie and no body. The cookie is replaced; a token that was replaced more than ten seconds ago ends the whole sign-in, so a client refreshes once at a time. With 401 the cookie is cleared: sign in again. For a page of an origin that is not ours, and not in `VESTRY_CORS_ORIGINS`, it is 403, with or without a cookie.',
  postAuthLogout:
    'Ends the sign-in of the cookie and clears it. It is 204 also without one, or with one that is no longer good. For a page of an origin that is not ours, and not in `VESTRY_CORS_ORIGINS`, it is 403, and the sign-in goes on.',
  postAuthChangePassword:
    'Ends all other sign-ins of the caller. A wrong current password is a `validation_failed` of `currentPassword`, and counts as a failed sign-in.',
  postAuthAcceptInvitation: 'Works once, for seven days after the invitation; then 404. Answers as a sign-in does.',
  postUsers:
    '`temporaryPassword` and the `url` of the invitation are shown this once; in the repeated answer to an `Idempotency-Key` they are null. The link works for seven days, the password for 72 hours.',
  putUsersId: 'The last active `super_admin` cannot lose the role.',
  postUsersIdDeactivate:
    'The access tokens of the user stop working at once. The last active `super_admin` cannot be deactivated.',
  postUsersIdResetPassword: 'Ends all sign-ins of the user.',
  postMembers: 'Only `users.manage` sets `userId`.',
  putMembersId: 'Only `users.manage` changes `userId`; for others, leaving it out keeps it, and another value is 403.',
  deleteMembersId:
    "The member leaves lists and sendings. The name stays on givings, expenses and the giver's statement.",
  postMembersIdMerge:
    'Givings, expenses, LINE accounts and history move to the member in `into`, who also gets what was missing there; afterwards the id of the path is a 404. No figure changes.',
  postMembersIdPurge:
    'For a deleted member, too. Givings and expenses stay, without the person. Within seven years of the last giving it is 409 `retention`, unless `confirm` is true.',
  deleteFamilyUnitsId: 'Its members stay, without a family.',
  getGivings: DRAFTS_ONLY,
  getGivingsId: DRAFTS_ONLY,
  postGivings: `With \`sessionId\`, the \`date\` has to be that of the session. A \`likely_duplicate\` is entered all the same, and said in \`warnings\`. ${CLOSES}`,
  putGivingsId: `Replaces the whole giving: what is left out becomes null. Turned anonymous, it loses its giver, also in the audit log; a note is kept, and \`warnings\` has \`note_may_name_giver\`. ${CLOSES}`,
  deleteGivingsId: CLOSES,
  postGivingsIdReverse: `For what can no longer be changed: adds a giving with a negative \`amount\` and \`reversalOf\`, in no session. ${CLOSES}`,
  getOfferingSessions: DRAFTS_ONLY,
  getOfferingSessionsId: DRAFTS_ONLY,
  postOfferingSessions: `All or nothing: one bad giving refuses them all. Totals are computed here; a total that is sent is an unknown field. ${CLOSES}`,
  postOfferingSessionsIdSubmit:
    'Locks the session and its givings. What was counted is held against what was entered, where it was given. With fewer than two names in `countedBy` the answer warns of a `single_counter`.',
  getContributionsYearMemberIdPdf:
    'Writes nothing. As long as the statement is not issued with these figures, every page is marked as a preview.',
  postContributionsYearMemberIdIssue:
    'Once the year is over, the statement gets a number that stays its own; with other figures it gets a new one, and the PDF names what it replaces. What is issued already stays as it is.',
  putMealAttendanceDate: 'Answers 201 the first time.',
  getExpensesId: 'The owner may read it, and `expenses.readAll`; for others it is a 404.',
  getExpensesIdReceipt: 'The owner may read it, and `expenses.readAll`; for others it is a 404.',
  putExpensesId: `${OWNER} Only while it is a \`Draft\`.`,
  deleteExpensesId: `${OWNER} Only while it is a \`Draft\`.`,
  postExpensesIdSubmit: `\`Draft\` becomes \`PendingApproval\`. ${OWNER}`,
  getApprovalRules: 'Null is no limit, which both are until somebody sets them.',
  putApprovalRules:
    'Replaces both limits; one that is left out becomes null. They hold from the next approval or payment on.',
  postExpensesIdApprove: `\`PendingApproval\` becomes \`Approved\`. Nobody but a \`super_admin\` approves what they ever entered, changed, imported or submitted, or are to be paid; where a \`super_admin\` does, the answer warns of \`self_approval\`. An \`amount\` over \`secondApprovalAbove\` needs two people: after the first it is still \`PendingApproval\`, with one entry in \`approvals\`. It counts on the \`bookedOn\` given last, else on its \`expenseDate\`: at the latest tomorrow, or the first open date if that is later; before the books begin it is 422 \`before_the_books\`. ${CLOSES}`,
  postExpensesIdReject:
    '`PendingApproval` becomes `Draft` again. The reason stays in `rejections`; approvals so far no longer count.',
  postExpensesIdPay: `\`Approved\` becomes \`Paid\`. When the payer had approved it, too, the answer warns of \`same_approver_and_payer\`, or, for an \`amount\` over \`payerMayApproveUpTo\`, it is 403 \`approver_pays\`. A day in the future is a 400, and one before the books begin 422 \`before_the_books\`. ${CLOSES}`,
  postExpensesIdReverse: `For an \`Approved\` or \`Paid\` expense: adds one with a negative \`amount\` and \`reversalOf\`. ${CLOSES}`,
  putExpensesIdReceipt:
    'Send the file as it is, or in the field `file` of a form; what it is shows in its bytes, not in its name. The owner may do this while the expense is a `Draft` or `PendingApproval`, `finance.manage` at any time. Once the expense was ever submitted, the receipt before stays readable, and approvals so far no longer count. A person stores at most 200 receipts and 200 MiB for drafts that were never submitted, and a submitted expense has at most 20: 409 `receipt_limit`.',
  deleteExpensesIdReceipt: 'Only as long as the expense was never submitted; later it is 409 `receipt_locked`.',
  getExpensesIdReceipts: 'The oldest first; the last is the current one. Who may read the expense may read them.',
  getExpensesIdReceiptsReceiptId: 'Who may read the expense may read it; for others it is a 404.',
  getMonthlyStatementsYearMonth:
    'A month that was never saved reads as a `Draft`, computed now. A finalized one reads as it was frozen.',
  putMonthlyStatementsYearMonth:
    'Answers 201 the first time. All figures are computed; only the opening balance can be given. One that is not what the saved months before carry is saved all the same, and the answer warns of `opening_differs` with what is `carried`.',
  postMonthlyStatementsYearMonthFinalize:
    'Refused while something is open (409 `open_items`) or the month is not over (409 `period_not_over`), unless `force` is true. Months are finalized in order: while a later one is `Finalized` it is 409 `later_period_finalized`, also with `force`.',
  postMonthlyStatementsYearMonthReopen: 'The latest finalized month first.',
  getForm990FunctionalExpenses: 'For a `year`, or for a range `from` and `to`.',
  getForm990FunctionalExpensesCodeExpenses: 'For a `year`, or for a range `from` and `to`, as in the report.',
  putChurchProfile:
    'Replaces the whole profile. A key that is left out, or equal to the mask that was read, stays; null or an empty text clears it. The currency stays while a month is finalized.',
  postAiSuggestExpenseCategory: 'Waits for at most 20 seconds.',
  postNotificationsEmail:
    'Waits until all are sent. One failure stops no other. Members without an address, and deleted ones, are skipped. After a crash the same `Idempotency-Key` sends nothing twice.',
  postNotificationsLine:
    'Waits until all are sent. One failure stops no other. After a crash the same `Idempotency-Key` sends nothing twice.',
  deleteNotificationsBindingsId: 'It stays in the history, and no longer receives messages.',
  postWebhooksLine:
    'Called by LINE. The signature is the Base64 of an HMAC-SHA256 over the body as it came, under the channel secret. Whatever a well-signed body says, the answer is 200.',
  getHealth:
    'A database that is busy with another writer is not a failure, nor is a missing backup. With 503 one of the checks failed.',
};

const text = { schema: { type: 'string' } };

export const HEADERS: Record<string, Json> = {
  'Content-Disposition': { description: '`attachment`, with the name of the file.', ...text },
  ETag: { description: 'The version of what was answered, for `If-Match` and `If-None-Match`.', ...text },
  'Idempotency-Replayed': {
    description: '`true` when this is the first answer again, and nothing was done.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'Where what was created can be read.', ...text },
  'Retry-After': {
    description: 'Seconds after which to try again, where they are known.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Set-Cookie': {
    description:
      'The cookie `app_rt` with a new refresh token, or cleared: `HttpOnly; SameSite=Strict; Path=/api/auth`, and `Secure` outside development.',
    ...text,
  },
  'WWW-Authenticate': { description: '`Bearer`.', ...text },
  'X-Request-Id': {
    description:
      'The id of the request in the log; that of the request itself, where it sent one of at most 64 visible ASCII characters.',
    ...text,
  },
};

export const SECURITY_SCHEMES: Record<string, Json> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `accessToken` that signing in answers, good for 15 minutes: a JWT signed with HS256. Its claims are `sub` (the id of the user, as text), `role` (a list of roles), `iat`, `exp`, `iss` and `aud` (`vestry`), and `sid` (the id of the sign-in, as text).',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'app_rt',
    description:
      'The refresh token, which only the browser handles: good for 14 days from its last use, 90 days at most from signing in.',
  },
  lineSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Line-Signature',
    description: 'Made by LINE over the body, under the channel secret.',
  },
};

/** Everything by which an operation can be named here, for the test that there is such an operation. */
export const NAMED = [...Object.keys(SPECIAL), ...Object.keys(NOTES)];
