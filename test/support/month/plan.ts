/**
 * A month of a small church, which one test lives twice: with commands at a terminal, and over HTTP. Every total was
 * worked out by hand.
 */
export const MONTH = '2026-01';
export const LAST_DAY = '2026-01-31';
export const CHURCH = 'Grace Church';
export const PASSWORD = 'a long enough phrase';

export const STAFF = {
  ann: { email: 'ann@example.org', name: 'Ann Lee', role: 'super_admin' },
  cora: { email: 'cora@example.org', name: 'Cora Bell', role: 'offering_counter' },
  tess: { email: 'tess@example.org', name: 'Tess Wong', role: 'treasurer' },
  eli: { email: 'eli@example.org', name: 'Eli Park', role: 'elder' },
};

export const MEMBERS = [
  { firstName: 'Paul', lastName: 'Ho', offeringNumber: '7' },
  { firstName: 'Mei-Ling', lastName: 'Chen', chineseName: '陳美玲', offeringNumber: '12' },
  { firstName: 'David', lastName: 'Chen', offeringNumber: '15' },
];

/** The balances on the first day of the month, by account and fund. */
export const OPENING = {
  date: '2026-01-01',
  accounts: { Checking: 5000, Reserve: 1250.5 },
  funds: { Missions: 300, 'Building Fund': 500 },
};

export type Gift = {
  /** The envelope number of the giver; without one, the gift lay loose in the plate. */
  giver?: string;
  category: string;
  amount: number;
  method: 'Cash' | 'Check';
  checkNumber?: string;
};

export type Offering = {
  date: string;
  attendance: number;
  cash: number;
  checks: number;
  gifts: readonly Gift[];
  deposit: { depositedOn: string; bankReference: string };
};

export const COUNTERS = [STAFF.cora.name, 'Bo Chen'];

export const OFFERINGS: readonly [Offering, ...Offering[]] = [
  {
    date: '2026-01-04',
    attendance: 84,
    cash: 65.75,
    checks: 400,
    gifts: [
      { giver: '7', category: 'Tithe', amount: 20.5, method: 'Cash' },
      { giver: '12', category: 'Missions', amount: 300, method: 'Check', checkNumber: '1042' },
      { category: 'Tithe', amount: 45.25, method: 'Cash' },
      { giver: '15', category: 'Tithe', amount: 100, method: 'Check', checkNumber: '77' },
    ],
    deposit: { depositedOn: '2026-01-05', bankReference: 'D-1' },
  },
  {
    date: '2026-01-11',
    attendance: 79,
    cash: 51.1,
    checks: 100,
    gifts: [
      { giver: '7', category: 'Tithe', amount: 20, method: 'Cash' },
      { category: 'Tithe', amount: 31.1, method: 'Cash' },
      { giver: '15', category: 'Tithe', amount: 100, method: 'Check', checkNumber: '78' },
    ],
    deposit: { depositedOn: '2026-01-12', bankReference: 'D-2' },
  },
  {
    date: '2026-01-18',
    attendance: 91,
    cash: 64.4,
    checks: 250,
    gifts: [
      { category: 'Tithe', amount: 64.4, method: 'Cash' },
      { giver: '12', category: 'Tithe', amount: 250, method: 'Check', checkNumber: '1043' },
    ],
    deposit: { depositedOn: '2026-01-20', bankReference: 'D-3' },
  },
  {
    date: '2026-01-25',
    attendance: 80,
    cash: 70,
    checks: 0,
    gifts: [{ category: 'Tithe', amount: 70, method: 'Cash' }],
    deposit: { depositedOn: '2026-01-26', bankReference: 'D-4' },
  },
];

/** A gift that went straight to the bank. */
export const ZELLE = { giver: '12', category: 'Tithe', amount: 50, date: '2026-01-18', reference: 'Z-9' };

/** What all bills have. A bill has a subcategory or parts. */
export type Bill = { date: string; amount: number; ministry: string; vendor: string; description: string };

export const PAPER = {
  date: '2026-01-08',
  amount: 84.2,
  subCategory: 'Office Supplies',
  ministry: 'Administration',
  vendor: 'Paper & Co',
  description: 'Paper and envelopes',
  paid: { paidOn: '2026-01-12', paymentMethod: 'Card' },
};

export const RENT = {
  date: '2026-01-10',
  amount: 1250,
  subCategory: 'Rent',
  ministry: 'Facilities',
  vendor: 'City Hall',
  description: 'Rent for January',
  rejection: 'The bill says 1,200',
  mended: 1200,
  paid: { paidOn: '2026-01-13', paymentMethod: 'Check', paymentReference: '2001' },
};

/** A bill with two parts, one of which the Building Fund pays. Its check is not at the bank when the month ends. */
export const REPAIRS = {
  date: '2026-01-22',
  amount: 100,
  ministry: 'Facilities',
  vendor: 'Handy Brothers',
  description: 'Internet and repairs',
  parts: [
    { subCategory: 'Internet & Hosting', amount: 60 },
    { subCategory: 'Repairs & Maintenance', fund: 'Building Fund', amount: 40 },
  ],
  paid: { paidOn: '2026-01-30', paymentMethod: 'Check', paymentReference: '2002' },
};

export const RECEIPT = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** What the bank took and paid by itself. The books learn of it from the statement. */
export const FEE = {
  text: 'MONTHLY SERVICE FEE',
  subCategory: 'Bank & Processing Fees',
  ministry: 'Administration',
  vendor: 'First Bank',
};
export const INTEREST = { text: 'INTEREST', category: 'Interest', payer: 'First Bank' };

export const BANK_FILE = [
  'Posting Date,Description,Amount,Check No',
  '01/05/2026,DEPOSIT,465.75,',
  '01/12/2026,DEPOSIT,151.10,',
  '01/14/2026,PAPER & CO CARD PURCHASE,-84.20,',
  '01/15/2026,CHECK 2001,"-1,200.00",2001',
  '01/18/2026,ZELLE FROM MEI-LING CHEN,50.00,',
  '01/20/2026,DEPOSIT,314.40,',
  '01/26/2026,DEPOSIT,70.00,',
  `01/30/2026,${FEE.text},-12.00,`,
  `01/31/2026,${INTEREST.text},1.25,`,
  '',
].join('\n');

export const BANK_COLUMNS = {
  date: 'Posting Date',
  description: 'Description',
  amount: 'Amount',
  checkNumber: 'Check No',
  dateFormat: 'mdy',
};

/** The balances that the bank prints under its statements. */
export const BANK_BALANCES = { Checking: 4756.3, Reserve: 1250.5 };

export const TOTALS = {
  giving: 1051.25,
  otherIncome: 1.25,
  income: 1052.5,
  expenses: 1396.2,
  netChange: -343.7,
  opening: 6250.5,
  closing: 5906.8,
  checking: 4656.3,
};
