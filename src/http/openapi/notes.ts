/** What the document says beyond the declarations of the routes. Only the document loads this file. */
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
    'Expenses, their purposes and their ministries: `Draft`, then `PendingApproval`, then `Approved`, then `Paid`. An expense counts once it is approved.',
  ],
  [
    'Monthly statements',
    'A month of giving and expenses. Finalizing freezes the statement and closes the month to every change of its figures.',
  ],
  ['Form 990', 'The functional expenses of Form 990, Part IX.'],
  ['Church profile', 'The details on letters, and how the books are kept.'],
  ['Notifications', 'E-mail and LINE messages, and who can be reached on LINE.'],
  ['AI', 'Suggestions from a language model that the church has chosen. They change nothing.'],
  ['Audit', 'Who changed what, and when. Entries are never changed or removed.'],
  ['Health', 'Whether the service can do its work.'],
  ['Documents', 'The description of this API.'],
].map(([name, description]) => ({ name, description }));

/** How some operations use the cookie, and which key they need in place of an access token. */
export const SPECIAL: Readonly<Record<string, { security?: Json[]; cookie?: 'set' | 'cleared' }>> = {
  postAuthLogin: { cookie: 'set' },
  postAuthRefresh: { cookie: 'set', security: [{ refreshCookie: [] }] },
  postAuthLogout: { cookie: 'cleared', security: [{ refreshCookie: [] }, {}] },
  postAuthAcceptInvitation: { cookie: 'set' },
  postWebhooksLine: { security: [{ lineSignature: [] }] },
};

const DRAFTS_ONLY =
  'A caller who has `giving.write` but not `giving.read`, such as an offering counter, can reach only `Draft` sessions and their givings. The rest is a 404 and is left out of lists.';
const OWNER =
  'The owner and `finance.manage` may do this. Others who may read the expense get 403; who may not read it gets 404.';
const CLOSES = 'In a finalized month the answer is 409 `period_finalized`, with the `firstOpenDate`.';

/** More about single operations, by their `operationId`. */
export const NOTES: Readonly<Record<string, string>> = {
  postAuthLogin:
    'Answers an access token for 15 minutes and sets the cookie `app_rt`. After 5 failures for one e-mail address, or 30 from one network address, within 15 minutes, the answer is 429 for a while.',
  postAuthRefresh:
    'Send the cookie and no body. The answer replaces the cookie. A token that was replaced more than ten seconds ago ends the whole sign-in, so a client must not send two of these calls at once. With 401 the cookie is cleared: sign in again. A page of a foreign origin that is not in `VESTRY_CORS_ORIGINS` gets 403, with or without a cookie.',
  postAuthLogout:
    'Ends the sign-in of the cookie and clears the cookie. Without a valid cookie the answer is 204, too. A page of a foreign origin that is not in `VESTRY_CORS_ORIGINS` gets 403, and the sign-in continues.',
  postAuthChangePassword:
    'Ends all other sign-ins of the caller. A wrong current password is a `validation_failed` of `currentPassword`, and counts as a failed sign-in.',
  postAuthAcceptInvitation:
    'Works once, within seven days of the invitation; afterwards the answer is 404. It is answered like a sign-in.',
  postUsers:
    '`temporaryPassword` and the `url` of the invitation are shown only once; in a repeated answer to an `Idempotency-Key` they are null. The link works for seven days, and the password for 72 hours.',
  putUsersId: 'The last active `super_admin` cannot lose the role.',
  postUsersIdDeactivate:
    'The access tokens of the user stop working at once. The last active `super_admin` cannot be deactivated.',
  postUsersIdResetPassword: 'Ends all sign-ins of the user.',
  postMembers: 'Only `users.manage` can set `userId`.',
  putMembersId:
    'Only `users.manage` can change `userId`. Others leave it out, and it stays as it is; another value is 403.',
  deleteMembersId:
    "The member disappears from lists and messages. The name stays on givings, expenses and the giver's statement.",
  postMembersIdMerge:
    'Givings, expenses, LINE accounts and history move to the member in `into`, who also gets missing details. Afterwards the id in the path is a 404. No figure changes.',
  postMembersIdPurge:
    'Works for a deleted member, too. Givings and expenses stay, without the person. Within seven years of the last giving the answer is 409 `retention`, unless `confirm` is true.',
  deleteFamilyUnitsId: 'Its members stay, without a family.',
  getGivings: DRAFTS_ONLY,
  getGivingsId: DRAFTS_ONLY,
  postGivings: `With \`sessionId\`, \`date\` must be the date of the session. A \`likely_duplicate\` is entered anyway, with a warning in \`warnings\`. ${CLOSES}`,
  putGivingsId: `Replaces the whole giving: what is left out becomes null. A giving that becomes anonymous loses its giver, in the audit log, too. Its note is kept, and \`warnings\` has \`note_may_name_giver\`. ${CLOSES}`,
  deleteGivingsId: CLOSES,
  postGivingsIdReverse: `Reverses a giving that can no longer be changed: adds one with a negative \`amount\` and \`reversalOf\`, in no session. ${CLOSES}`,
  getOfferingSessions: DRAFTS_ONLY,
  getOfferingSessionsId: DRAFTS_ONLY,
  postOfferingSessions: `All or nothing: one bad giving refuses them all. Vestry computes the totals; a total that you send is an unknown field. ${CLOSES}`,
  postOfferingSessionsIdSubmit:
    'Locks the session and its givings. The counts, where there are any, must equal what was entered. With fewer than two names in `countedBy` the answer has the warning `single_counter`.',
  getContributionsYearMemberIdPdf:
    'Changes nothing. Until the statement is issued with these figures, every page is marked as a preview.',
  postContributionsYearMemberIdIssue:
    'After the end of the year, this gives the statement a number for good. If its figures have changed since, it gets a new number, and the PDF names the statement that it replaces. A statement that was issued without changes since stays as it is.',
  putMealAttendanceDate: 'Answers 201 the first time.',
  getExpensesId: 'The owner and `expenses.readAll` may read it. Others get 404.',
  getExpensesIdReceipt: 'The owner and `expenses.readAll` may read it. Others get 404.',
  putExpensesId: `${OWNER} Only while it is a \`Draft\`.`,
  deleteExpensesId: `${OWNER} Only while it is a \`Draft\`.`,
  postExpensesIdSubmit: `\`Draft\` becomes \`PendingApproval\`. ${OWNER}`,
  getApprovalRules: 'Null means no limit. Both are null until somebody sets them.',
  putApprovalRules:
    'Replaces both limits. A limit that is left out becomes null. They apply from the next approval or payment on.',
  postExpensesIdApprove: `\`PendingApproval\` becomes \`Approved\`. Only a \`super_admin\` may approve an expense that they themselves entered, changed, imported or submitted, or that pays them back; the answer then has the warning \`self_approval\`. An \`amount\` above \`secondApprovalAbove\` needs two people: after the first approval the expense is still \`PendingApproval\`, with one entry in \`approvals\`. The expense counts on the latest \`bookedOn\` given, or else on its \`expenseDate\`. That date is at the latest tomorrow, or the first open date if that is later; a date before the books begin is 422 \`before_the_books\`. ${CLOSES}`,
  postExpensesIdReject:
    '`PendingApproval` becomes `Draft` again. The reason stays in `rejections`, and earlier approvals no longer count.',
  postExpensesIdPay: `\`Approved\` becomes \`Paid\`. If the payer also approved the expense, the answer has the warning \`same_approver_and_payer\`; above \`payerMayApproveUpTo\` it is 403 \`approver_pays\`. A future day is a 400, and a day before the books begin is 422 \`before_the_books\`. ${CLOSES}`,
  postExpensesIdReverse: `Reverses an \`Approved\` or \`Paid\` expense: adds one with a negative \`amount\` and \`reversalOf\`. ${CLOSES}`,
  putExpensesIdReceipt:
    'Send the file as it is, or in the field `file` of a form. Its contents, not its name, decide its type. The owner may do this while the expense is a `Draft` or `PendingApproval`, and `finance.manage` at any time. If the expense was ever submitted, the earlier receipt stays readable, and earlier approvals no longer count. A person can store at most 200 receipts and 200 MiB for drafts that were never submitted, and a submitted expense can have at most 20 receipts; above that the answer is 409 `receipt_limit`.',
  deleteExpensesIdReceipt:
    'Works only if the expense was never submitted; otherwise the answer is 409 `receipt_locked`.',
  getExpensesIdReceipts:
    'The oldest comes first; the last is the current one. Everybody who may read the expense may read them.',
  getExpensesIdReceiptsReceiptId: 'Everybody who may read the expense may read it. Others get 404.',
  getMonthlyStatementsYearMonth:
    'A month that was never saved is answered as a `Draft`, computed now. A finalized one is answered as it was stored.',
  putMonthlyStatementsYearMonth:
    'Answers 201 the first time. Vestry computes all figures except the opening balance. An opening balance that differs from what the saved months before carry over is saved anyway, and the answer has the warning `opening_differs` with the amount `carried`.',
  postMonthlyStatementsYearMonthFinalize:
    'Refused while items are open (409 `open_items`) or the month is not over (409 `period_not_over`), unless `force` is true. Months are finalized in order: while a later month is `Finalized`, the answer is 409 `later_period_finalized`, even with `force`.',
  postMonthlyStatementsYearMonthReopen: 'The latest finalized month first.',
  getForm990FunctionalExpenses: 'For a `year`, or for a range `from` and `to`.',
  getForm990FunctionalExpensesCodeExpenses: 'For a `year`, or for a range `from` and `to`, as in the report.',
  putChurchProfile:
    'Replaces the whole profile. A key that is left out, or equal to its mask, keeps its value; null or an empty text clears it. The currency cannot be changed while a month is finalized.',
  postAiSuggestExpenseCategory: 'Waits at most 20 seconds for the provider.',
  postNotificationsEmail:
    'The answer comes when all messages are sent. A failed message does not stop the others. Members without an address, and deleted ones, are skipped. After a crash, a call with the same `Idempotency-Key` sends nothing twice.',
  postNotificationsLine:
    'The answer comes when all messages are sent. A failed message does not stop the others. After a crash, a call with the same `Idempotency-Key` sends nothing twice.',
  deleteNotificationsBindingsId: 'It stays in the history, and no longer receives messages.',
  postWebhooksLine:
    'LINE calls this. The signature is the Base64 of an HMAC-SHA256 of the unchanged body, with the channel secret as the key. A correctly signed body is always answered with 200.',
  getHealth:
    'A database that is busy with another writer is not a failure, nor is a missing backup. With 503 one of the checks failed.',
};

const text = { schema: { type: 'string' } };

export const HEADERS: Record<string, Json> = {
  'Content-Disposition': { description: '`attachment`, with the name of the file.', ...text },
  ETag: { description: 'The version of the answered resource, for `If-Match` and `If-None-Match`.', ...text },
  'Idempotency-Replayed': {
    description: '`true` when this repeats the first answer and nothing was done.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'The address of the created resource.', ...text },
  'Retry-After': {
    description: 'After how many seconds to try again, if that is known.',
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
      'The id of the request in the log. A request can send its own, of at most 64 visible ASCII characters.',
    ...text,
  },
};

export const SECURITY_SCHEMES: Record<string, Json> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `accessToken` from the answer to a sign-in. It is valid for 15 minutes and is a JWT signed with HS256. Its claims are `sub` (the id of the user, as text), `role` (a list of roles), `iat`, `exp`, `iss` and `aud` (`vestry`), and `sid` (the id of the sign-in, as text).',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'app_rt',
    description:
      'The refresh token, which only the browser handles. It is valid for 14 days after its last use, and at most 90 days after the sign-in.',
  },
  lineSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Line-Signature',
    description: 'The signature that LINE makes of the body with the channel secret.',
  },
};

/** All names of operations used here, for the test that such operations exist. */
export const NAMED = [...Object.keys(SPECIAL), ...Object.keys(NOTES)];
