/** Every list of the API with its address, its sort orders, and the SQL with which SQLite answers fastest. */

const inOrder = (table, fields) =>
  Object.fromEntries(fields.split(' ').map((field) => [field, { by: [`${table}.${field}`] }]));
/**
 * A sort order by the name of a referenced record. SQLite walks the index of the names and, for each name, the index of
 * the references to it.
 */
const through = (from, by) => ({ from, by });

const CATEGORY = 'givingCategories cross join givings on givings.categoryId = givingCategories.id';
const GIVER = 'members cross join givings on givings.memberId = members.id';
const MINISTRY = 'ministries cross join expenses on expenses.ministryId = ministries.id';
const SUB_CATEGORY = 'expenseSubCategories cross join expenses on expenses.subCategoryId = expenseSubCategories.id';
const GROUP = `expenseCategoryGroups cross join expenseSubCategories on expenseSubCategories.groupId = expenseCategoryGroups.id
  cross join expenses on expenses.subCategoryId = expenseSubCategories.id`;
const OWNER = 'users cross join expenses on expenses.submittedBy = users.id';
const MONEY = 'sum(case when nonCashDescription is null then amountMinor else 0 end)';
const SUMS = `offeringSessions left join (
  select sessionId, ${MONEY} as total, count(*) as count
  from givings where deletedAt is null group by sessionId) as sums on sums.sessionId = offeringSessions.id`;

const EXPENSE_COLUMNS = `expenses.*, expenseSubCategories.name as subCategoryName, expenseSubCategories.form990LineCode,
  expenseCategoryGroups.name as groupName, ministries.name as ministryName, users.displayName as submittedByName,
  (select json_group_array(json_object('userId', userId, 'at', at, 'reason', reason)) from expenseDecisions
    where expenseId = expenses.id) as decisions,
  (select json_object('fileName', fileName, 'size', size) from receipts where expenseId = expenses.id limit 1) as receipt
  from expenses
  join expenseSubCategories on expenseSubCategories.id = expenses.subCategoryId
  join expenseCategoryGroups on expenseCategoryGroups.id = expenseSubCategories.groupId
  join ministries on ministries.id = expenses.ministryId
  join users on users.id = expenses.submittedBy`;

const EXPENSE_ORDERS = {
  ...inOrder('expenses', 'expenseDate vendor bookedOn paidOn createdAt modifiedAt id'),
  amount: { by: ['expenses.amountMinor'] },
  status: { by: ["expenses.status || ''"] },
  subCategoryName: through(SUB_CATEGORY, ['expenseSubCategories.name', 'expenseSubCategories.id']),
  groupName: through(GROUP, [
    'expenseCategoryGroups.name',
    'expenseCategoryGroups.id',
    'expenseSubCategories.name',
    'expenseSubCategories.id',
  ]),
  ministryName: through(MINISTRY, ['ministries.name', 'ministries.id']),
  submittedByName: through(OWNER, ['users.displayName', 'users.id', 'expenses.expenseDate']),
};

const live = (table) => `${table}.deletedAt is null`;

/** `rows` selects the columns and `where` filters the list. The last sort key of every order is the id. */
export const LISTS = {
  members: {
    path: '/api/members',
    table: 'members',
    where: live('members'),
    rows: 'members.* from members',
    orders: {
      lastName: { by: ['members.lastName', 'members.firstName'] },
      firstName: { by: ['members.firstName', 'members.lastName'] },
      ...inOrder('members', 'nickname chineseName status birthDate joinedOn offeringNumber createdAt modifiedAt id'),
    },
  },
  families: {
    path: '/api/family-units',
    table: 'familyUnits',
    where: live('familyUnits'),
    rows: 'familyUnits.* from familyUnits',
    orders: inOrder('familyUnits', 'name createdAt modifiedAt id'),
  },
  users: {
    path: '/api/users',
    table: 'users',
    where: 'true',
    rows: `users.id, users.email, users.displayName, users.isActive, users.lastLoginAt, users.createdAt, users.modifiedAt,
      members.id as memberId,
      (select json_group_array(role) from userRoles where userId = users.id) as roles
      from users left join members on members.userId = users.id and members.deletedAt is null`,
    orders: {
      ...inOrder('users', 'displayName isActive lastLoginAt createdAt modifiedAt id'),
      email: { by: ['users.emailKey'] },
    },
  },
  givings: {
    path: '/api/givings',
    table: 'givings',
    where: live('givings'),
    rows: `givings.*, givingCategories.name as categoryName, members.firstName || ' ' || members.lastName as memberName
      from givings join givingCategories on givingCategories.id = givings.categoryId
      left join members on members.id = givings.memberId`,
    orders: {
      ...inOrder('givings', 'date method sessionId giftDate createdAt modifiedAt id'),
      amount: { by: ['givings.amountMinor'] },
      categoryName: through(CATEGORY, ['givingCategories.name', 'givingCategories.id', 'givings.date']),
      memberName: through(GIVER, ["members.firstName || ' ' || members.lastName", 'members.id', 'givings.giftDate']),
    },
  },
  sessions: {
    path: '/api/offering-sessions',
    table: 'offeringSessions',
    where: live('offeringSessions'),
    rows: `offeringSessions.*,
      (select ${MONEY} from givings where sessionId = offeringSessions.id and deletedAt is null) as totalAmount,
      (select count(*) from givings where sessionId = offeringSessions.id and deletedAt is null) as givingCount
      from offeringSessions`,
    orders: {
      ...inOrder('offeringSessions', 'date status sundayAttendanceCount createdAt modifiedAt id'),
      totalAmount: through(SUMS, ['coalesce(sums.total, 0)']),
      givingCount: through(SUMS, ['coalesce(sums.count, 0)']),
    },
  },
  meals: {
    path: '/api/meal-attendance',
    table: 'mealAttendances',
    id: 'date',
    where: 'true',
    rows: 'mealAttendances.* from mealAttendances',
    orders: inOrder('mealAttendances', 'date adultCount youthCount childCount'),
  },
  expenses: {
    path: '/api/expenses',
    table: 'expenses',
    where: live('expenses'),
    rows: EXPENSE_COLUMNS,
    orders: EXPENSE_ORDERS,
  },
  'own expenses': {
    path: '/api/expenses/mine',
    table: 'expenses',
    where: `${live('expenses')} and +expenses.submittedBy = 2`,
    rows: EXPENSE_COLUMNS,
    orders: EXPENSE_ORDERS,
  },
  'expenses of a line': {
    path: '/api/form990/functional-expenses/25/expenses?year=2026&',
    table: 'expenses',
    // Most expenses match. Without the plus signs, SQLite would filter through an index and then sort all matches.
    where: `${live('expenses')} and +bookedOn >= '2026-01-01' and +bookedOn <= '2026-12-31' and +status in ('Approved', 'Paid')`,
    rows: EXPENSE_COLUMNS,
    orders: EXPENSE_ORDERS,
  },
  contributions: {
    path: '/api/contributions/2026',
    table: 'members',
    where: `exists (select 1 from givings where memberId = members.id and deletedAt is null
      and giftDate >= '2026-01-01' and giftDate <= '2026-12-31')`,
    rows: `members.id, members.firstName, members.lastName,
      (select sum(amountMinor) from givings where memberId = members.id and deletedAt is null
        and giftDate >= '2026-01-01' and giftDate <= '2026-12-31') as total from members`,
    orders: { memberName: { by: ['members.lastName', 'members.firstName'] } },
  },
  audit: {
    path: '/api/audit-logs',
    table: 'auditLogs',
    where: 'true',
    rows: 'auditLogs.* from auditLogs',
    orders: {
      ...inOrder('auditLogs', 'id at action actorName'),
      entityType: { by: ['auditLogs.entityType', 'auditLogs.entityId'] },
    },
  },
  history: {
    path: '/api/notifications/history',
    table: 'notificationLogs',
    where: 'notificationLogs.sentAt is not null',
    rows: 'notificationLogs.* from notificationLogs',
    orders: {
      ...inOrder('notificationLogs', 'id sentAt recipient channel'),
      result: { by: ['notificationLogs.state'] },
    },
  },
};

/**
 * Returns three queries for a list sorted by `field` in `direction`: one counts all rows, one selects the ids of a
 * page, and one selects the rows with these ids.
 */
export function sqlOf({ table, id = 'id', where, rows, orders }, field, direction) {
  const { from = table, by } = orders[field];
  const key = `${table}.${id}`;
  const terms = [...by.filter((term) => term !== key), key].map((term) => `${term} ${direction}`).join(', ');
  return {
    count:
      where === live(table)
        ? `select (select count(*) from ${table}) - (select count(*) from ${table} where deletedAt is not null)`
        : `select count(*) from ${table} where ${where}`,
    ids: `select ${key} from ${from} where ${where} order by ${terms} limit ? offset ?`,
    rows: `select ${rows} where ${key} in (select value from json_each(?))`,
    id,
  };
}
