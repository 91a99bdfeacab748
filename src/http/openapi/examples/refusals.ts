/** Refusals that an operation words differently from others, by its `operationId` and code. */
import type { ErrorCode } from '../../../errors.ts';
import type { Json } from '../schemas.ts';

/** The message of a refusal, and its additional fields. */
export type Said = readonly [detail: string, more?: Json];

/** One bad field, as an entry of `errors`. */
export const fault = (path: string, code: string, message: string): Json => ({ errors: [{ path, code, message }] });

const unknown = (path: string, what: string): Said => [
  `${path} names no ${what}.`,
  fault(path, 'unknown_reference', `names no ${what}`),
];

const STRANGER: Said = ['A page of another website may not use this sign-in.'];
const NOT_FINISHED: Said = ['The first request with this Idempotency-Key has not finished yet.'];
const ownersOnly = (verb: string): Said => [`Only its owner or finance may ${verb} an expense.`];
const LINKED: Said = ['Only those who manage users may link a member to a user.'];
const GROUP_TAKEN: Said = ['There is already a group of expense categories named Worship.'];
const SUB_CATEGORY_TAKEN: Said = ['Office already has a subcategory named Telephone.'];
const OUT_OF_USE: Said = ['Telephone is no longer in use. Choose another.'];
const REVERSED: Said = ['An expense that was reversed, and its reversal, can be neither changed nor deleted.'];
const LOCKED: Said = ['The offering session of 2026-03-01 is Submitted. Reopen it first.'];

export const OWN: Readonly<Record<string, Partial<Record<ErrorCode, Said>>>> = {
  postAuthRefresh: { forbidden: STRANGER },
  postAuthLogout: { forbidden: STRANGER },
  postUsers: { idempotency_in_progress: NOT_FINISHED },
  postUsersIdResetPassword: { idempotency_in_progress: NOT_FINISHED },
  postMembers: { forbidden: LINKED, unknown_reference: unknown('familyUnitId', 'family unit') },
  putMembersId: { forbidden: LINKED, unknown_reference: unknown('familyUnitId', 'family unit') },
  postMembersIdRestore: { invalid_transition: ['This member is not deleted.'] },
  postMembersIdMerge: { unknown_reference: unknown('into', 'member') },
  putGivingCategoriesId: {
    category_in_use: ['Expenses are paid from Missions, so it must stay a restricted fund.'],
  },
  postGivingsIdReverse: { reversed: ['A reversal cannot be reversed. Enter the giving anew.'] },
  postOfferingSessions: { unknown_reference: unknown('givings.0.memberId', 'member') },
  putOfferingSessionsId: { session_locked: LOCKED },
  deleteOfferingSessionsId: { session_locked: LOCKED },
  postOfferingSessionsIdSubmit: {
    invalid_transition: ['The offering session of 2026-03-01 is already Submitted.'],
  },
  postOfferingSessionsIdReconcile: {
    invalid_transition: ['Only a Submitted session can be reconciled. The session of 2026-03-01 is Draft.'],
  },
  postOfferingSessionsIdReopen: {
    invalid_transition: ['The offering session of 2026-03-01 is a Draft already.'],
  },
  postExpenseCategoriesGroups: { name_taken: GROUP_TAKEN },
  putExpenseCategoriesGroupsId: { name_taken: GROUP_TAKEN },
  deleteExpenseCategoriesGroupsId: { category_in_use: ['Office has subcategories. Delete or move them first.'] },
  postExpenseCategoriesSubcategories: {
    name_taken: SUB_CATEGORY_TAKEN,
    unknown_reference: unknown('form990LineCode', 'line of Form 990, Part IX'),
  },
  putExpenseCategoriesSubcategoriesId: {
    name_taken: SUB_CATEGORY_TAKEN,
    unknown_reference: unknown('form990LineCode', 'line of Form 990, Part IX'),
  },
  deleteExpenseCategoriesSubcategoriesId: { category_in_use: ['Telephone is in use. Disable it instead.'] },
  postExpenses: { unknown_reference: unknown('ministryId', 'ministry'), category_disabled: OUT_OF_USE },
  putExpensesId: {
    forbidden: ownersOnly('change'),
    reversed: REVERSED,
    unknown_reference: unknown('ministryId', 'ministry'),
    category_disabled: OUT_OF_USE,
  },
  deleteExpensesId: { forbidden: ownersOnly('change'), reversed: REVERSED },
  postExpensesIdSubmit: {
    forbidden: ownersOnly('submit'),
    invalid_transition: [
      'Only an expense that is Draft can be submitted; this one is Approved. Nothing was changed. It can be paid or reversed.',
    ],
  },
  postExpensesIdApprove: {
    forbidden: ['This needs the permission expenses.approve.'],
    invalid_transition: [
      'Only an expense that is PendingApproval can be approved; this one is Draft. Nothing was changed. Submit it first.',
    ],
  },
  postExpensesIdReject: {
    invalid_transition: [
      'Only an expense that is PendingApproval can be rejected; this one is Approved. Nothing was changed. It can be paid or reversed.',
    ],
  },
  postExpensesIdPay: { reversed: ['The whole expense is reversed, so there is nothing left to pay.'] },
  postExpensesIdReverse: {
    invalid_transition: ['Only an approved or paid expense can be reversed; this one is Draft. Change or delete it.'],
    reversed: ['A reversal cannot be reversed. Enter the expense anew.'],
  },
  deleteExpensesIdReceipt: {
    forbidden: ownersOnly('change the receipt of'),
    receipt_locked: [
      'The expense was submitted with this receipt, so the receipt is kept. Attach another one, which then becomes the current one.',
    ],
  },
  putExpensesIdReceipt: {
    forbidden: ownersOnly('change the receipt of'),
    payload_too_large: ['The file is over 10 MiB.'],
    unsupported_media_type: ['A receipt is a PDF, JPEG, PNG, WebP or HEIC. This file is none of these types.'],
  },
  postContributionsYearMemberIdIssue: {
    not_found: ['There is no such contribution statement.'],
    period_not_over: ['2026 ends on 2026-12-31. Statements can be issued after that day.'],
  },
  postMonthlyStatementsYearMonthReopen: { invalid_transition: ['The month 2026-02 is not finalized.'] },
  postNotificationsLine: {
    unknown_reference: unknown('groupIds.0', 'active group'),
    not_configured: [
      'LINE is not set up. Put the token from the LINE Developers console into VESTRY_LINE_CHANNEL_ACCESS_TOKEN.',
    ],
  },
  putChurchProfile: {
    conflict: [
      'There are finalized months in USD. Their figures would be called TWD without being converted. If USD was wrong from the start, reopen those months first.',
    ],
  },
  putNotificationsGroupsId: {
    conflict: ['The LINE account of the church is no longer in this group. Invite it again on LINE.'],
  },
  postWebhooksLine: {
    payload_too_large: ['The body is over 256 KiB.'],
    not_configured: ['LINE is not set up. Put its channel secret into VESTRY_LINE_CHANNEL_SECRET.'],
  },
  postAiSuggestExpenseCategory: {
    not_configured: [
      'There is no key for OpenAI. Enter it in the church profile, or with: vestry profile set --ask-api-key',
    ],
    unavailable: ['OpenAI did not answer in time. Choose the category by hand, or try again later.'],
  },
};
