/** The types of all tables, for Kysely. */
import type { RefreshTokenTable, SignInTable } from '../features/access/auth/table.ts';
import type { AuditHeadTable, AuditLogTable } from '../features/audit/table.ts';
import type { ContributionStatementTable, StatementNumbersGivenTable } from '../features/giving/contributions/table.ts';
import type { PayoutRowTable } from '../features/giving/payouts/table.ts';
import type { ExpenseCategoryGroupTable, ExpenseSubCategoryTable } from '../features/spending/categories/table.ts';
import type { ApprovalRulesTable } from '../features/spending/approval-rules/table.ts';
import type {
  ExpenseDecisionTable,
  ExpenseHandTable,
  ExpenseSplitTable,
  ExpenseTable,
  ReceiptTable,
} from '../features/spending/expenses/table.ts';
import type { PayableTable, PaymentItemTable, PaymentTable } from '../features/spending/payments/table.ts';
import type { VendorTable } from '../features/spending/vendors/table.ts';
import type { FamilyUnitTable } from '../features/people/families/table.ts';
import type { Form990LineTable } from '../books/form990-table.ts';
import type { AccountMethodTable, AccountTable } from '../features/ledger/accounts/table.ts';
import type { MonthEndBalanceTable } from '../books/month-end-table.ts';
import type { FundReleaseTable, FundTable } from '../features/ledger/funds/table.ts';
import type { IncomeCategoryTable } from '../features/ledger/income-categories/table.ts';
import type { OtherIncomeTable } from '../features/ledger/other-income/table.ts';
import type { TransferHandTable, TransferTable } from '../features/ledger/transfers/table.ts';
import type {
  JournalEntryTable,
  JournalHandTable,
  JournalLineTable,
} from '../features/accounting/journal-entries/table.ts';
import type {
  BookOpeningTable,
  OpeningAccountTable,
  OpeningAmountTable,
  OpeningFundTable,
  OpeningHoldingTable,
  OutstandingItemTable,
} from '../features/accounting/opening/table.ts';
import type { BankRuleTable } from '../features/bank/bank-rules/table.ts';
import type { BankImportTable } from '../features/bank/imports/table.ts';
import type { BankFeedTable, BankLineTable } from '../features/bank/lines/table.ts';
import type { BankMatchTable, ClearedItemTable } from '../features/bank/matches/table.ts';
import type { ReconciliationTable } from '../features/bank/reconciliations/table.ts';
import type { FiscalYearTable } from '../features/reports/fiscal-years/table.ts';
import type { Form1099FilingTable } from '../features/reports/form1099/table.ts';
import type { DepositItemTable, DepositTable } from '../features/giving/deposits/table.ts';
import type { GivingCategoryTable } from '../features/giving/categories/table.ts';
import type { GivingPartTable, GivingTable } from '../features/giving/givings/table.ts';
import type { ImportRecordTable } from '../features/imports/table.ts';
import type {
  LineBindingCodeTable,
  MemberChannelBindingTable,
  MessagingGroupTable,
  WebhookEventTable,
} from '../features/messages/line/table.ts';
import type { MealAttendanceTable } from '../features/people/meals/table.ts';
import type { MemberMergeTable, MemberTable } from '../features/people/members/table.ts';
import type { MinistryTable } from '../features/church/ministries/table.ts';
import type { MailSettingsTable } from '../features/messages/mail/table.ts';
import type { NotificationBatchTable, NotificationLogTable } from '../features/messages/table.ts';
import type { OfferingSessionTable } from '../features/giving/offerings/table.ts';
import type { ChurchProfileTable } from '../features/church/profile/table.ts';
import type { PriorFigureLineTable, PriorFiguresTable } from '../features/accounting/prior-figures/table.ts';
import type { BudgetLineTable, BudgetVersionTable } from '../features/accounting/budgets/table.ts';
import type { MonthlyStatementTable } from '../features/reports/statements/table.ts';
import type {
  AuthenticatorTable,
  PasskeyTable,
  RecoveryCodeTable,
  RememberedDeviceTable,
  UsedTicketTable,
} from '../features/access/second-factor/table.ts';
import type { ProgramKeyTable } from '../features/access/keys/table.ts';
import type { RejectionTable } from '../features/approvals/table.ts';
import type { SetupLinkTable } from '../features/access/setup/table.ts';
import type { BackupCopyTable, BackupTargetTable } from '../features/upkeep/backup-target/table.ts';
import type { WebhookDeliveryTable, WebhookEndpointTable } from '../features/webhooks/table.ts';
import type { RoleTable, UserInvitationTable, UserRoleTable, UserTable } from '../features/access/users/table.ts';

/**
 * Records that an entry of a catalog was added to the database. From then on the row belongs to the church, and the
 * entry is not added again.
 */
export type SeededRowTable = { catalog: string; key: string; rowKey: string };

/** The response stored for an idempotency key. */
export type IdempotencyKeyTable = {
  userId: number;
  key: string;
  requestHash: string;
  state: 'claimed' | 'done';
  status: number | null;
  headers: string | null;
  body: string | null;
  batchId: string | null;
  /** The records that the response is about, as JSON. Null for responses stored before version 19 of the database. */
  subjects: string | null;
  createdAt: string;
};

/** The full-text index for searches. `db/search-index.ts` defines its entries. */
export type SearchIndexTable = { rowid: number; parts: string };

export type Database = {
  accountMethods: AccountMethodTable;
  accounts: AccountTable;
  approvalRules: ApprovalRulesTable;
  auditHead: AuditHeadTable;
  auditLogs: AuditLogTable;
  authenticators: AuthenticatorTable;
  backupCopies: BackupCopyTable;
  backupTarget: BackupTargetTable;
  bankFeeds: BankFeedTable;
  bankImports: BankImportTable;
  bankLines: BankLineTable;
  bankMatches: BankMatchTable;
  bankRules: BankRuleTable;
  bookOpening: BookOpeningTable;
  budgetLines: BudgetLineTable;
  budgetVersions: BudgetVersionTable;
  churchProfiles: ChurchProfileTable;
  clearedItems: ClearedItemTable;
  contributionStatements: ContributionStatementTable;
  depositItems: DepositItemTable;
  deposits: DepositTable;
  expenseCategoryGroups: ExpenseCategoryGroupTable;
  expenseDecisions: ExpenseDecisionTable;
  expenseHands: ExpenseHandTable;
  expenses: ExpenseTable;
  expenseSplits: ExpenseSplitTable;
  expenseSubCategories: ExpenseSubCategoryTable;
  familyUnits: FamilyUnitTable;
  fiscalYears: FiscalYearTable;
  form1099Filings: Form1099FilingTable;
  form990Lines: Form990LineTable;
  funds: FundTable;
  fundReleases: FundReleaseTable;
  givingCategories: GivingCategoryTable;
  givingParts: GivingPartTable;
  givings: GivingTable;
  idempotencyKeys: IdempotencyKeyTable;
  imports: ImportRecordTable;
  incomeCategories: IncomeCategoryTable;
  journalEntries: JournalEntryTable;
  journalHands: JournalHandTable;
  journalLines: JournalLineTable;
  lineBindingCodes: LineBindingCodeTable;
  mealAttendances: MealAttendanceTable;
  memberChannelBindings: MemberChannelBindingTable;
  memberMerges: MemberMergeTable;
  members: MemberTable;
  messagingGroups: MessagingGroupTable;
  ministries: MinistryTable;
  monthEndBalances: MonthEndBalanceTable;
  monthlyStatements: MonthlyStatementTable;
  mailSettings: MailSettingsTable;
  notificationBatches: NotificationBatchTable;
  notificationLogs: NotificationLogTable;
  offeringSessions: OfferingSessionTable;
  openingAccounts: OpeningAccountTable;
  openingAmounts: OpeningAmountTable;
  openingFunds: OpeningFundTable;
  openingHoldings: OpeningHoldingTable;
  otherIncome: OtherIncomeTable;
  outstandingItems: OutstandingItemTable;
  passkeys: PasskeyTable;
  payables: PayableTable;
  payoutRows: PayoutRowTable;
  paymentItems: PaymentItemTable;
  payments: PaymentTable;
  priorFigureLines: PriorFigureLineTable;
  priorFigures: PriorFiguresTable;
  programKeys: ProgramKeyTable;
  receipts: ReceiptTable;
  reconciliations: ReconciliationTable;
  recoveryCodes: RecoveryCodeTable;
  refreshTokens: RefreshTokenTable;
  rememberedDevices: RememberedDeviceTable;
  rejections: RejectionTable;
  roles: RoleTable;
  searchIndex: SearchIndexTable;
  seededRows: SeededRowTable;
  setupLinks: SetupLinkTable;
  signIns: SignInTable;
  transferHands: TransferHandTable;
  transfers: TransferTable;
  usedTickets: UsedTicketTable;
  statementNumbersGiven: StatementNumbersGivenTable;
  userInvitations: UserInvitationTable;
  userRoles: UserRoleTable;
  users: UserTable;
  vendors: VendorTable;
  webhookDeliveries: WebhookDeliveryTable;
  webhookEndpoints: WebhookEndpointTable;
  webhookEvents: WebhookEventTable;
};
