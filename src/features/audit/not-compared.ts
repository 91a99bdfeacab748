/**
 * Lists the columns that nothing compares with the audit log, so that nobody takes them for proven. `docs/security.md` shows
 * this list with its reasons. A test changes every column of every table: the proof must find the change, or the column must
 * be in this list.
 */

/** Columns by table that are left out for one reason. An empty list means the whole table. */
type Left = { why: string; columns: Readonly<Record<string, readonly string[]>> };

/** These columns of every table that has them. */
export const STAMPS = ['createdAt', 'modifiedAt', 'modifiedBy'] as const;
export const WHY_STAMPS = 'When the row was made, and when and by whom it was last changed. The log has every change.';

export const LEFT: readonly Left[] = [
  {
    why: 'Who made the row. The entry of its creation says so.',
    columns: {
      approvalRules: ['createdBy'],
      bankImports: ['createdBy'],
      churchProfiles: ['createdBy'],
      lineBindingCodes: ['createdBy'],
      mailSettings: ['createdBy'],
      mealAttendances: ['createdBy'],
      members: ['createdBy'],
      messagingGroups: ['createdBy'],
      monthlyStatements: ['createdBy'],
      userInvitations: ['createdBy'],
      webhookEndpoints: ['createdBy'],
    },
  },
  {
    why: 'Made from the value beside it, to find and order rows, and to refuse doubles.',
    columns: {
      accounts: ['nameKey'],
      expenseCategoryGroups: ['nameKey'],
      expenseSubCategories: ['nameKey'],
      form1099Filings: ['taxIdKey'],
      funds: ['nameKey'],
      givingCategories: ['nameKey'],
      incomeCategories: ['nameKey'],
      members: ['emailKey'],
      ministries: ['nameKey'],
      searchIndex: [],
      vendors: ['nameKey', 'legalNameKey', 'emailKey'],
    },
  },
  {
    why: 'A number that only identifies the row or puts it in order. The order is compared where it matters.',
    columns: {
      auditHead: ['id'],
      budgetLines: ['position'],
      clearedItems: ['id'],
      contributionStatements: ['id'],
      depositItems: ['position'],
      expenseDecisions: ['id'],
      expenseSplits: ['position'],
      givingParts: ['position'],
      journalLines: ['position'],
      monthlyStatements: ['id'],
      openingAmounts: ['position'],
      paymentItems: ['position'],
      priorFigureLines: ['position'],
      receipts: ['id'],
      sqlite_sequence: [],
    },
  },
  {
    why: 'Words and their order in lists. No figure depends on them.',
    columns: {
      accounts: ['nameZh'],
      expenseCategoryGroups: ['nameZh', 'sortOrder'],
      expenseSubCategories: ['nameZh', 'description', 'sortOrder'],
      form990Lines: [],
      funds: ['nameZh', 'purpose', 'madeFor'],
      givingCategories: ['nameZh', 'description', 'sortOrder'],
      incomeCategories: ['nameZh', 'sortOrder'],
      ministries: ['nameZh', 'sortOrder'],
      passkeys: ['name'],
      roles: ['name', 'nameZh', 'description', 'sortOrder'],
      seededRows: [],
    },
  },
  {
    why: 'Changes at every use of a way in, without an entry. It lets nobody in by itself.',
    columns: {
      authenticators: ['lastUsedAt', 'lastStep', 'drift', 'doubtfulStep'],
      passkeys: ['signCount', 'transports', 'lastUsedAt'],
      programKeys: ['lastUsedAt', 'lastUsedFrom'],
      rememberedDevices: ['lastUsedAt', 'userAgent', 'ipAddress'],
      signIns: ['lastUsedAt', 'userAgent', 'ipAddress'],
      users: ['lastLoginAt'],
    },
  },
  {
    why:
      'Replaced every few minutes, without an entry. Whoever can write to the file could put in a token for a sign-in that ' +
      'has an entry. All tokens end with their sign-in: end the sign-ins of a person whom you suspect.',
    columns: { refreshTokens: [] },
  },
  {
    why: 'Notes of requests, calls and links that were dealt with. They are deleted after hours or days.',
    columns: { idempotencyKeys: [], setupLinks: [], usedTickets: [], webhookEvents: [] },
  },
  {
    why: 'What waits to be sent, what was sent, and how that went.',
    columns: {
      contributionStatements: ['handedOutAt'],
      notificationBatches: [],
      notificationLogs: [],
      webhookDeliveries: [],
      webhookEndpoints: ['failingSince', 'lastDeliveredAt'],
    },
  },
  {
    why: 'Where a bank line or a match came from, and whether a line needs no document. No figure depends on it.',
    columns: {
      bankFeeds: [],
      bankImports: [],
      bankLines: ['isIgnored', 'ruleId', 'importId'],
      bankMatches: ['reconciliationId', 'ruleId', 'isRuleMade'],
      payoutRows: [],
    },
  },
  {
    why: 'Says the same as compared columns and entries: which decision, statement or message it was, and when.',
    columns: {
      contributionStatements: ['replacedBy'],
      expenseDecisions: ['bookedOn'],
      expenseHands: ['at'],
      memberChannelBindings: ['displayName', 'language'],
      reconciliations: ['finishedAt', 'reviewedAt'],
      rejections: ['id', 'userId', 'at'],
      upgrades: [],
    },
  },
  {
    why: 'By which a browser that sends a gift twice is recognized.',
    columns: { givings: ['entryKey'] },
  },
  {
    why: 'About the file of a receipt, whose content is compared. `doctor` and `backup verify` compare its size and look for it.',
    columns: { receipts: ['path', 'fileName', 'contentType', 'size', 'addedBy', 'addedAt'] },
  },
];

/** Returns the tables that are not compared, and those columns of others that are not, as `table` or `table (column, column)`. */
export function listNotCompared(): string[] {
  const all = new Map<string, string[]>();
  for (const { columns } of LEFT)
    for (const [table, names] of Object.entries(columns)) all.set(table, [...(all.get(table) ?? []), ...names]);
  const listed = [...all].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    ...listed.map(([table, names]) => (names.length === 0 ? table : `${table} (${names.join(', ')})`)),
    `every table (${STAMPS.join(', ')})`,
  ];
}
