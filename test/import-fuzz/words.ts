/**
 * The words with which church programs and people write lists of gifts. Written from knowledge of such lists, and never
 * from the words that the import knows: do not copy any from `data` or `src`, or the fuzz proves nothing.
 */

/** What a column of a generated file says. */
export type Meaning =
  | 'date'
  | 'amount'
  | 'category'
  | 'name'
  | 'first'
  | 'last'
  | 'chinese'
  | 'email'
  | 'envelope'
  | 'person'
  | 'method'
  | 'check'
  | 'deductible'
  | 'notDeductible'
  | 'note';

/** The headers that programs and people write for each meaning: first the usual ones, then rarer ones. */
export const HEADERS: Readonly<Record<Meaning, { usual: readonly string[]; rare: readonly string[] }>> = {
  date: {
    usual: ['Date', 'Gift Date', 'Donation Date', 'Transaction Date', 'Received Date', '日期'],
    rare: [
      'Contribution Date',
      'Date Received',
      'Posted',
      'Date of Gift',
      'When',
      'Deposit Date',
      '奉獻日期',
      '收款日',
      '主日',
    ],
  },
  amount: {
    usual: ['Amount', 'Gift Amount', 'Total', '金額'],
    rare: ['Contribution Amount', 'Amt', 'Donation', 'Amount Given', 'Gross Amount', 'Sum', '奉獻金額', '實收', '數額'],
  },
  category: {
    usual: ['Fund', 'Category', 'Designation', '類別'],
    rare: [
      'Fund Name',
      'Purpose',
      'Giving Type',
      'Offering Type',
      'Given To',
      'Account',
      '奉獻項目',
      '項目',
      '科目',
      '用途',
    ],
  },
  name: {
    usual: ['Name', 'Donor', 'Giver', '姓名'],
    rare: [
      'Donor Name',
      'Contributor Name',
      'Received From',
      'Given By',
      'Member',
      'Full Name',
      '奉獻者',
      '奉獻人',
      '會友',
      '大名',
    ],
  },
  first: { usual: ['First Name', 'First'], rare: ['Given Name', 'Forename', 'Donor First Name', '名'] },
  last: { usual: ['Last Name', 'Last'], rare: ['Surname', 'Family Name', 'Donor Last Name', '姓'] },
  chinese: { usual: ['Chinese Name', '中文姓名'], rare: ['中文名', '姓名(中)', 'Name (Chinese)'] },
  email: { usual: ['Email', 'E-mail'], rare: ['Email Address', 'Donor Email', 'Primary Email', '電子郵件', '電郵'] },
  envelope: {
    usual: ['Envelope', 'Envelope Number'],
    rare: ['Env #', 'Envelope No.', 'Env', '奉獻編號', '奉獻袋號', '袋號'],
  },
  person: {
    usual: ['Person ID', 'Donor ID', 'Member ID'],
    rare: ['Individual ID', 'ID', 'Contributor #', 'Giver Number', 'People Id', '會友編號', '編號'],
  },
  method: {
    usual: ['Method', 'Payment Method', 'Payment Type'],
    rare: ['Tender', 'Pay Type', 'How Paid', 'Form of Payment', '付款方式', '奉獻方式', '方式'],
  },
  check: { usual: ['Check Number', 'Check #'], rare: ['Check No.', 'Cheque', 'Chk', 'Ck #', '支票號碼', '支票'] },
  deductible: {
    usual: ['Tax Deductible', 'Deductible'],
    rare: ['Deductible?', 'Is Deductible', 'Tax-Ded', 'Tax Receipt', '可抵稅', '可扣抵'],
  },
  notDeductible: {
    usual: ['Not Deductible', 'Non-Deductible'],
    rare: ['Nondeductible', 'NonTax', 'Non Tax Ded.', '不可抵稅'],
  },
  note: { usual: ['Note', 'Memo'], rare: ['Comments', 'Remarks', 'Description', '備註', '附言'] },
};

/** How lists write each way of paying: first the usual words, then rarer ones. */
export const METHODS = {
  Cash: { usual: ['Cash', 'cash', 'CASH', '現金'], rare: ['Currency', 'Coins'] },
  Check: { usual: ['Check', 'check', 'Cheque', '支票'], rare: ['CHK', 'Cashier Check'] },
  Card: { usual: ['Card', 'Credit Card', '信用卡'], rare: ['Visa', 'Debit Card', 'MasterCard'] },
  BankTransfer: { usual: ['ACH', 'Bank Transfer', 'EFT'], rare: ['Wire', 'Direct Debit', '轉帳', '匯款'] },
} as const;
export type PaidBy = keyof typeof METHODS;

/** Columns that say nothing about a gift's money, person or day, and their cells. */
export const IDLE: Readonly<Record<string, readonly string[]>> = {
  Campus: ['Main', 'North'],
  Service: ['9:00 AM', '11:00 AM', 'Evening'],
  Batch: ['12', '13', '14'],
  Weekday: ['Sunday'],
  Source: ['Web', 'Kiosk', 'Plate'],
  堂別: ['早堂', '午堂'],
  場次: ['第一堂', '第二堂'],
  Thanked: ['Yes', 'No'],
  Anonymous: ['No'],
  Acknowledged: [''],
  Campaign: [''],
};

/** What lists write in place of a giver, for a gift of nobody. */
export const NOBODY = ['', 'Anonymous', 'Loose Offering', '匿名', '無名氏'];

/** Words of a status, by what became of the money, with columns that have them. */
export const STATUSES = {
  headers: ['Status', 'Payment Status', 'State', 'Gift Status', 'Transaction Status', '狀態', '付款狀態'],
  given: ['Paid', 'Completed', 'Succeeded', 'Received', 'Cleared', 'Posted', '已付款', '完成'],
  notGiven: [
    'Void',
    'Voided',
    'Pledged',
    'Refunded',
    'Returned',
    'Failed',
    'Declined',
    'Pending',
    'Charged back',
    'Cancelled',
    'Reversed',
    'NSF',
    'Disputed',
    '作廢',
    '退款',
    '認獻',
    '失敗',
    '待付款',
    '已取消',
    '退票',
  ],
} as const;

/** Columns with one word of yes, which say that a row is no gift. */
export const UNDONE = ['Voided', 'Is Void', 'Refunded', 'Reversed', 'Pledge', 'Cancelled', 'NSF', '作廢'];

/** Columns with other money than the amount of the gift. */
export const OTHER_MONEY = [
  'Balance',
  'YTD Total',
  'Pledge Balance',
  'Net',
  'Fee',
  'Tip',
  'Running Total',
  '餘額',
  '累計',
  '手續費',
];

/** Columns with the part of a gift that counts for taxes, or that does not. */
export const PARTS_FOR_TAX = ['Deductible Amount', 'Tax Deductible Amount', 'Eligible Amount', '可抵稅金額'];
export const VALUES_RECEIVED = ['Goods and Services', 'Fair Market Value', 'Non-Deductible Amount', 'Benefit Value'];

export const LATIN_FIRST = [
  'Alma',
  'Bertrand',
  'Cordelia',
  'Desmond',
  'Estelle',
  'Florian',
  'Greta',
  'Hector',
  'Imogen',
  'Jasper',
  'Leonie',
  'Marius',
  'Nadine',
  'Octavia',
  'Percival',
  'Quentin',
  'Rosalind',
  'Silvester',
  'Theodora',
  'Ulrich',
  'Vivienne',
  'Wilhelmina',
  'Xavier',
  'Yolanda',
  'Zachary',
];
export const LATIN_LAST = [
  'Abernathy',
  'Bellweather',
  'Crandall',
  'Dunmore',
  'Ellsworth',
  'Farnham',
  'Gillespie',
  'Hargrove',
  'Ingersoll',
  'Jorgensen',
  'Kettering',
  'Lockwood',
  'Montague',
  'Norwood',
  "O'Dowd",
  'Pemberton',
  'St. Clair',
  'Van Houten',
];
/** First names, and what their friends call them. */
export const FAMILIAR: Readonly<Record<string, string>> = {
  Robert: 'Bob',
  William: 'Bill',
  Margaret: 'Peggy',
  Elizabeth: 'Betty',
  Richard: 'Dick',
};
export const HAN_LAST: Readonly<Record<string, string>> = {
  陳: 'Chen',
  林: 'Lin',
  黃: 'Huang',
  張: 'Chang',
  李: 'Li',
  吳: 'Wu',
  歐陽: 'Ouyang',
};
export const HAN_FIRST: Readonly<Record<string, string>> = {
  美玲: 'Mei-Ling',
  志明: 'Chih-Ming',
  淑芬: 'Shu-Fen',
  建宏: 'Chien-Hung',
  雅婷: 'Ya-Ting',
  俊傑: 'Chun-Chieh',
  怡君: 'Yi-Chun',
  冠宇: 'Kuan-Yu',
  明: 'Ming',
};

export const TITLES = ['Grace Church', 'Contributions Report', 'Printed for the treasurer', '恩典教會奉獻明細'];
export const NOTES = [
  '',
  'for the roof',
  'in memory of Aunt Edith',
  'birthday, "a big one"',
  '感謝主',
  'two\nlines',
  'camp; summer',
];
