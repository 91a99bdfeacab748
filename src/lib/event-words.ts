/**
 * What may happen in a month that others should know of, with the sentence for each in English and Traditional Chinese.
 * The service, the page, the terminal and the PDF use the same sentences.
 */
import { fillPlain } from './plain-fill.ts';

/** A sentence. `short` is used if what was before and what is now is not told. */
type Words = { en: string; zh: string; short?: { en: string; zh: string } };
type Kind = Words & { code: string };

export const EVENTS = {
  CountReopened: {
    code: 'reopened_count',
    en: 'The offering of {{name}} was reopened after it was counted: {{before}}. It is not counted again yet.',
    zh: '{{name}}的奉獻在點收後重新開啟：原為 {{before}}，尚未重新點收。',
  },
  Recounted: {
    code: 'reopened_count',
    en: 'The offering of {{name}} was reopened after it was counted: {{before}}, now {{after}}.',
    zh: '{{name}}的奉獻在點收後重新開啟：原為 {{before}}，現為 {{after}}。',
  },
  GiftRefunded: { code: 'refund', en: 'Gift {{name}} was paid back.', zh: '奉獻 {{name}} 已退還。' },
  PaymentVoided: { code: 'void', en: 'Payment {{name}} was voided.', zh: '付款 {{name}} 已作廢。' },
  PaymentDeleted: { code: 'void', en: 'Payment {{name}} was deleted.', zh: '付款 {{name}} 已刪除。' },
  GivingReversed: { code: 'reversal', en: 'Gift {{name}} was reversed.', zh: '奉獻 {{name}} 已沖銷。' },
  ExpenseReversed: { code: 'reversal', en: 'Expense {{name}} was reversed.', zh: '支出 {{name}} 已沖銷。' },
  OtherIncomeReversed: {
    code: 'reversal',
    en: 'Other income {{name}} was reversed.',
    zh: '其他收入 {{name}} 已沖銷。',
  },
  TransferReversed: { code: 'reversal', en: 'Transfer {{name}} was reversed.', zh: '轉撥 {{name}} 已沖銷。' },
  JournalEntryReversed: {
    code: 'reversal',
    en: 'Adjusting entry {{name}} was reversed.',
    zh: '調整分錄 {{name}} 已沖銷。',
  },
  OwnApproval: {
    code: 'own_approval',
    en: 'Somebody approved an expense that they entered, changed or submitted, or that pays them back: {{name}}.',
    zh: '有人核准了自己登錄、更改、送出或領款的支出：{{name}}。',
  },
  VendorRenamed: {
    code: 'payee_changed',
    en: 'The vendor {{name}} was renamed: {{before}}, now {{after}}.',
    zh: '廠商{{name}}更改名稱：原為{{before}}，現為{{after}}。',
  },
  VendorAddressChanged: {
    code: 'payee_changed',
    en: 'The address of the vendor {{name}} was changed.',
    zh: '廠商{{name}}的地址已更改。',
  },
  VendorMemberChanged: {
    code: 'payee_changed',
    en: 'The vendor {{name}} now stands for another member, or for none.',
    zh: '廠商{{name}}所屬的會友已更改。',
  },
  VendorMerged: {
    code: 'payee_changed',
    en: 'The vendor {{before}} was merged into {{after}}.',
    zh: '廠商{{before}}已併入{{after}}。',
  },
  GiverChanged: {
    code: 'giver_changed',
    en: 'The giver of gift {{name}} was changed: {{before}}, now {{after}}.',
    zh: '奉獻 {{name}} 的奉獻者已更改：原為{{before}}，現為{{after}}。',
    short: { en: 'The giver of gift {{name}} was changed.', zh: '奉獻 {{name}} 的奉獻者已更改。' },
  },
  GiversChanged: {
    code: 'giver_changed',
    en: 'The giver of {{count}} gifts was changed: {{before}}, now {{after}}.',
    zh: '{{count}} 筆奉獻的奉獻者已更改：原為{{before}}，現為{{after}}。',
    short: { en: 'The giver of {{count}} gifts was changed.', zh: '{{count}} 筆奉獻的奉獻者已更改。' },
  },
  AccountNumberChanged: {
    code: 'bank_details_changed',
    en: 'The bank number of the account {{name}} was changed: {{before}}, now {{after}}.',
    zh: '帳戶{{name}}的銀行帳號已更改：原為 {{before}}，現為 {{after}}。',
  },
  AccountKindChanged: {
    code: 'bank_details_changed',
    en: 'The kind of the account {{name}} was changed.',
    zh: '帳戶{{name}}的種類已更改。',
  },
  AccountsByMethodChanged: {
    code: 'bank_details_changed',
    en: 'The accounts that receive payments by method were changed.',
    zh: '各付款方式的收款帳戶已更改。',
  },
  RuleAdded: {
    code: 'rule_changed',
    en: 'A rule for bank lines was added: {{after}}.',
    zh: '新增銀行規則：{{after}}。',
    short: { en: 'A rule for bank lines was added.', zh: '新增一條銀行規則。' },
  },
  RuleChanged: {
    code: 'rule_changed',
    en: 'A rule for bank lines was changed: {{after}}.',
    zh: '更改銀行規則：{{after}}。',
    short: { en: 'A rule for bank lines was changed.', zh: '更改一條銀行規則。' },
  },
  RuleDeleted: {
    code: 'rule_changed',
    en: 'A rule for bank lines was deleted: {{before}}.',
    zh: '刪除銀行規則：{{before}}。',
    short: { en: 'A rule for bank lines was deleted.', zh: '刪除一條銀行規則。' },
  },
  SecondApprovalChanged: {
    code: 'approval_rule_changed',
    en: 'The limit above which an expense needs two approvals was changed: {{before}}, now {{after}}.',
    zh: '須兩人核准的限額已更改：原為 {{before}}，現為 {{after}}。',
  },
  PayerLimitChanged: {
    code: 'approval_rule_changed',
    en: 'The limit up to which people may pay what they approved was changed: {{before}}, now {{after}}.',
    zh: '核准者可自行付款的限額已更改：原為 {{before}}，現為 {{after}}。',
  },
  ApprovalRulesChanged: {
    code: 'approval_rule_changed',
    en: 'The rules for approvals were changed.',
    zh: '核准的規定已更改。',
  },
  FundClassChanged: {
    code: 'fund_class_changed',
    en: 'The class of the fund {{name}} was changed: {{before}}, now {{after}}.',
    zh: '基金{{name}}的類別已更改：原為{{before}}，現為{{after}}。',
  },
  AccountAdded: { code: 'account_created', en: 'The account {{name}} was added.', zh: '新增帳戶{{name}}。' },
  UserAdded: {
    code: 'user_created',
    en: '{{name}} can now sign in. Roles: {{after}}.',
    zh: '新增{{name}}的登入帳號，角色：{{after}}。',
  },
  UserActivated: { code: 'user_created', en: '{{name}} can sign in again.', zh: '{{name}}的登入帳號重新啟用。' },
  RolesChanged: {
    code: 'role_changed',
    en: 'The roles of {{name}} were changed: {{before}}, now {{after}}.',
    zh: '{{name}}的角色已更改：原為{{before}}，現為{{after}}。',
  },
  UserMemberChanged: {
    code: 'role_changed',
    en: 'The sign-in of {{name}} now belongs to another member, or to none.',
    zh: '{{name}}的登入帳號所屬的會友已更改。',
  },
  SecondFactorReset: {
    code: 'second_factor_removed',
    en: 'Somebody else removed the second factors of {{name}}.',
    zh: '他人移除了{{name}}的兩步驟驗證。',
  },
  AuthenticatorRemoved: {
    code: 'second_factor_removed',
    en: '{{name}} removed their authenticator.',
    zh: '{{name}}移除了自己的驗證器。',
  },
  PasskeyRemoved: {
    code: 'second_factor_removed',
    en: '{{name}} removed a passkey of their own.',
    zh: '{{name}}移除了自己的一個通行密鑰。',
  },
  SecondFactorNotRequired: {
    code: 'second_factor_removed',
    en: 'These roles no longer need a second factor: {{before}}.',
    zh: '下列角色不再須使用兩步驟驗證：{{before}}。',
  },
  FeeKept: { code: 'fee', en: 'A fee was paid without an approval: {{name}}.', zh: '未經核准的手續費：{{name}}。' },
  WriteOff: {
    code: 'write_off',
    en: 'An adjusting entry changed what the church has or owes, without a payment: {{name}}.',
    zh: '調整分錄未經收付款而增減資產或負債：{{name}}。',
  },
  BackupFailed: { code: 'backup_failed', en: 'The backup failed.', zh: '備份失敗。' },
} as const satisfies Readonly<Record<string, Kind>>;

export type EventKind = keyof typeof EVENTS;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
export const EVENT_CODES = [...new Set(Object.values(EVENTS).map(({ code }) => code))];

const OTHERS = {
  en: { none: 'none', reason: ' Reason: {{reason}}', comma: ', ' },
  zh: { none: '無', reason: '原因：{{reason}}', comma: '、' },
};

/** The Chinese words for values that are words of the program: roles, and classes of funds. */
const VALUES: Readonly<Partial<Record<string, string>>> = {
  super_admin: '系統總管理員',
  admin: '行政管理員',
  pastor: '牧師',
  elder: '長老',
  deacon: '執事',
  treasurer: '司庫',
  finance: '財務同工',
  offering_counter: '奉獻點算同工',
  expense_approver: '費用核准人',
  ministry_leader: '事工負責人',
  secretary: '幹事',
  auditor: '稽核',
  member: '會友',
  General: '一般',
  Restricted: '限定用途',
  Designated: '指定',
  Endowment: '留本基金',
  Custodial: '代管',
};

/** The facts of an event. `before` and `after` are one value, or several words of the program. */
export type EventFacts = {
  kind: EventKind;
  name: string | null;
  before: readonly string[] | null;
  after: readonly string[] | null;
  count: number | null;
  reason: string | null;
};

/** Returns the sentence about an event in a language. */
export function eventSentence(event: EventFacts, language: 'en' | 'zh'): string {
  const { kind, name, before, after, count, reason } = event;
  const others = OTHERS[language];
  const words: Words = EVENTS[kind];
  const say = (value: string) => (language === 'zh' ? (VALUES[value] ?? value) : value);
  const list = (values: readonly string[] | null) =>
    values === null || values.length === 0 ? others.none : values.map(say).join(others.comma);
  const isShort = before === null && after === null && words.short !== undefined;
  const filled = fillPlain((isShort ? words.short : undefined)?.[language] ?? words[language], {
    name: name ?? others.none,
    before: list(before),
    after: list(after),
    count: String(count ?? ''),
  });
  // A name may end with a period, such as `Hall Inc.`.
  const sentence = filled.replace(/\.\.$/, '.');
  return reason === null ? sentence : `${sentence}${fillPlain(others.reason, { reason })}`;
}
