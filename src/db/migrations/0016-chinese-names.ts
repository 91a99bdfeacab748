/**
 * Adds names in Traditional Chinese beside the English ones. A row that was created from a catalog and has not been
 * renamed gets its Chinese name from the catalog.
 */

/** An entry of a catalog: its key, its name, and its Chinese name. */
type Named = readonly [key: string, name: string, nameZh: string];

const GIVING_CATEGORIES: readonly Named[] = [
  ['tithe', 'Tithe', '十一奉獻'],
  ['general-offering', 'General Offering', '主日奉獻'],
  ['thanksgiving', 'Thanksgiving', '感恩奉獻'],
  ['missions', 'Missions', '宣教奉獻'],
  ['building-fund', 'Building Fund', '建堂奉獻'],
  ['benevolence', 'Benevolence', '愛心奉獻'],
  ['other', 'Other', '其他'],
];

const MINISTRIES: readonly Named[] = [
  ['worship', 'Worship', '敬拜'],
  ['christian-education', 'Christian Education', '基督教教育'],
  ['children', 'Children', '兒童'],
  ['youth', 'Youth', '青少年'],
  ['young-adults', 'Young Adults', '社青'],
  ['missions-outreach', 'Missions & Outreach', '宣教外展'],
  ['fellowship', 'Fellowship', '團契'],
  ['pastoral-care', 'Pastoral Care', '牧養關懷'],
  ['facilities', 'Facilities', '場地管理'],
  ['administration', 'Administration', '行政'],
];

const GROUPS: readonly Named[] = [
  ['personnel', 'Personnel', '人事'],
  ['facilities', 'Facilities', '場地'],
  ['office', 'Office', '辦公'],
  ['worship', 'Worship', '敬拜'],
  ['christian-education', 'Christian Education', '基督教教育'],
  ['missions-outreach', 'Missions & Outreach', '宣教外展'],
  ['fellowship-care', 'Fellowship & Care', '團契關懷'],
  ['travel-conferences', 'Travel & Conferences', '差旅會議'],
  ['it', 'IT', '資訊'],
  ['professional', 'Professional', '專業服務'],
  ['finance', 'Finance', '財務'],
];

const SUB_CATEGORIES: readonly Named[] = [
  ['personnel/pastoral-salaries', 'Pastoral Salaries', '牧者薪資'],
  ['personnel/staff-wages', 'Staff Wages', '同工薪資'],
  ['personnel/payroll-taxes', 'Payroll Taxes', '薪資稅'],
  ['personnel/employee-benefits', 'Employee Benefits', '員工福利'],
  ['personnel/retirement-contributions', 'Retirement Contributions', '退休金提撥'],
  ['facilities/rent', 'Rent', '租金'],
  ['facilities/utilities', 'Utilities', '水電瓦斯'],
  ['facilities/repairs-maintenance', 'Repairs & Maintenance', '修繕維護'],
  ['facilities/cleaning', 'Cleaning', '清潔'],
  ['facilities/property-insurance', 'Property Insurance', '財產保險'],
  ['office/office-supplies', 'Office Supplies', '文具用品'],
  ['office/postage-shipping', 'Postage & Shipping', '郵資運費'],
  ['office/printing-copying', 'Printing & Copying', '印刷影印'],
  ['office/telephone', 'Telephone', '電話'],
  ['worship/music-licenses', 'Music Licenses', '音樂版權'],
  ['worship/worship-supplies', 'Worship Supplies', '敬拜用品'],
  ['worship/sound-instruments', 'Sound & Instruments', '音響樂器'],
  ['worship/guest-speakers', 'Guest Speakers', '講員費'],
  ['christian-education/curriculum-books', 'Curriculum & Books', '教材書籍'],
  ['christian-education/children-youth-activities', 'Children & Youth Activities', '兒童青少年活動'],
  ['christian-education/retreats-camps', 'Retreats & Camps', '退修會營會'],
  ['missions-outreach/domestic-mission-support', 'Domestic Mission Support', '國內宣教支持'],
  ['missions-outreach/foreign-mission-support', 'Foreign Mission Support', '海外宣教支持'],
  ['missions-outreach/outreach-events', 'Outreach Events', '福音活動'],
  ['missions-outreach/advertising-promotion', 'Advertising & Promotion', '廣告宣傳'],
  ['fellowship-care/fellowship-meals', 'Fellowship Meals', '愛宴'],
  ['fellowship-care/benevolence', 'Benevolence', '慈惠救助'],
  ['fellowship-care/hospitality-visitation', 'Hospitality & Visitation', '接待探訪'],
  ['travel-conferences/travel', 'Travel', '差旅'],
  ['travel-conferences/conferences-training', 'Conferences & Training', '會議訓練'],
  ['it/software-subscriptions', 'Software & Subscriptions', '軟體訂閱'],
  ['it/computer-equipment', 'Computer Equipment', '電腦設備'],
  ['it/internet-hosting', 'Internet & Hosting', '網路主機'],
  ['professional/legal-fees', 'Legal Fees', '法律費用'],
  ['professional/accounting-audit', 'Accounting & Audit', '會計查帳'],
  ['professional/contract-services', 'Contract Services', '外包服務'],
  ['finance/bank-processing-fees', 'Bank & Processing Fees', '銀行及刷卡手續費'],
  ['finance/loan-interest', 'Loan Interest', '貸款利息'],
];

const ROLES: readonly Named[] = [
  ['super_admin', 'super_admin', '系統總管理員'],
  ['admin', 'admin', '行政管理員'],
  ['pastor', 'pastor', '牧師'],
  ['elder', 'elder', '長老'],
  ['deacon', 'deacon', '執事'],
  ['treasurer', 'treasurer', '司庫'],
  ['finance', 'finance', '財務同工'],
  ['offering_counter', 'offering_counter', '奉獻點算同工'],
  ['expense_approver', 'expense_approver', '費用核准人'],
  ['ministry_leader', 'ministry_leader', '事工負責人'],
  ['secretary', 'secretary', '幹事'],
  ['auditor', 'auditor', '稽核'],
  ['member', 'member', '會友'],
];

/** Returns SQL that adds the column to a table and fills it in the rows that still have their name from the catalog. */
function withNames(table: string, catalog: string, id: string, names: readonly Named[]): string {
  const values = names.map((row) => `(${row.map((text) => `'${text}'`).join(', ')})`).join(',\n    ');
  return `
alter table ${table} add column nameZh text;
update ${table} set nameZh = seeded.nameZh from (
  select rowKey, column2 as name, column3 as nameZh from seededRows join (values
    ${values}
  ) on key = column1 where catalog = '${catalog}'
) as seeded where seeded.rowKey = ${id} and seeded.name = ${table}.name;`;
}

export const chineseNames = {
  name: '0016-chinese-names',
  sql: [
    withNames('givingCategories', 'GivingCategory', 'cast(givingCategories.id as text)', GIVING_CATEGORIES),
    withNames('ministries', 'Ministry', 'cast(ministries.id as text)', MINISTRIES),
    withNames('expenseCategoryGroups', 'ExpenseCategoryGroup', 'cast(expenseCategoryGroups.id as text)', GROUPS),
    withNames('expenseSubCategories', 'ExpenseSubCategory', 'cast(expenseSubCategories.id as text)', SUB_CATEGORIES),
    withNames('roles', 'Role', 'roles.name', ROLES),
    // Counters now see more than drafts, because they print the deposit slips of their sessions over HTTP.
    `
update roles set description = 'Enters offerings; sees drafts, and for a day what they submitted.'
where description = 'Enters offerings and sees drafts only.';
`,
  ].join('\n'),
};
