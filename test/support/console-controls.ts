/**
 * The rooms that each role sees, and the buttons and links that each screen offers, with the permissions of which a
 * person needs one. The tables are written by hand from the documents, so that they find a control with a wrong permission.
 */
import { parseGuide } from '../../src/build/guide.ts';
import type { Permission, Role } from '../../src/permissions.ts';
import type { ChurchPage } from './console-church.ts';
import { readDocument } from './markdown.ts';

/** One of these permissions, or a rule about the permissions that a person has. */
export type Access =
  | Permission
  | readonly Permission[]
  | 'everybody'
  | ((may: (one: Permission) => boolean) => boolean);

type Visit = {
  path: string | ((church: ChurchPage) => string);
  /** Who may open the screen. All others are told that they may not. */
  needs: Access;
  /** For a record that only some people can see, even if they may open the screen of others. */
  isSeenBy?: Access;
  controls: Readonly<Record<string, Access>>;
};

const TREASURER = ['Home', 'Offerings', 'Approvals', 'Month end', 'Expenses', 'Bank', 'Giving', 'Reports', 'People'];
const SECRETARY = ['Home', 'People', 'Attendance', 'Expenses', 'Settings'];
const DEACON = ['Home', 'Expenses', 'People', 'Attendance'];

/** The links that each role sees according to "Navigation" in the design of the page. */
const PLANNED: Readonly<Record<Role, readonly string[]>> = {
  super_admin: [...TREASURER, 'Attendance', 'Settings', 'Messages'],
  treasurer: [...TREASURER, 'Attendance', 'Settings'],
  finance: [...TREASURER.filter((name) => name !== 'Approvals'), 'Attendance', 'Settings'],
  offering_counter: ['Home', 'Offerings', 'Attendance', 'Expenses', 'People'],
  elder: ['Home', 'Approvals', 'Expenses', 'Reports', 'Month end', 'Bank', 'People', 'Attendance'],
  expense_approver: ['Home', 'Approvals', 'Expenses'],
  secretary: SECRETARY,
  admin: [...SECRETARY, 'Messages'],
  deacon: DEACON,
  pastor: [...DEACON, 'Settings'],
  ministry_leader: DEACON,
  auditor: ['Home', 'Reports', 'Expenses', 'Offerings', 'Giving', 'Month end', 'Bank', 'Settings'],
  member: ['Home', 'Expenses'],
};

/** The rooms whose screens exist so far. */
const BUILT = new Set([
  'Home',
  'Offerings',
  'Attendance',
  'Giving',
  'People',
  'Expenses',
  'Approvals',
  'Messages',
  'Bank',
  'Reports',
  'Month end',
  'Settings',
]);

/** Returns the names of the rooms that a role sees, in their order. */
export const roomsOf = (role: Role): string[] => PLANNED[role].filter((name) => BUILT.has(name));

/** The guide, whose sections are links in its table of contents. */
const GUIDE = parseGuide(readDocument('docs/guide.md').text);

const everyone = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'everybody' as const]));
/** A treasurer or super_admin. */
const isAdvised: Access = 'statements.reopen';
const isSubmitter: Access = 'expenses.submit';
/** The parts of a room are links if there are at least two of them. */
const PARTS_OF_EXPENSES = {
  Mine: (may) => may('expenses.submit') && may('expenses.readAll'),
  'To pay': 'finance.manage',
  All: (may) => may('expenses.submit') && may('expenses.readAll'),
  Vendors: 'finance.manage',
} satisfies Record<string, Access>;
const PARTS_OF_GIVING = everyone('Gifts', 'Givers', 'Statements', 'Summary');
const PARTS_OF_BANK = everyone('Accounts at a bank', 'Transfers');
const PARTS_OF_MESSAGES = everyone('Write', 'History', 'LINE');
const PARTS_OF_SETTINGS = {
  Church: 'profile.read',
  Users: 'users.manage',
  Roles: 'users.manage',
  'Second factor': 'users.manage',
  'Giving categories': 'giving.read',
  Funds: 'reports.read',
  Accounts: 'reports.read',
  'Opening of the books': 'reports.read',
  'Years before the books': 'reports.read',
  'Other income': 'reports.read',
  'Expense categories': 'reports.read',
  Ministries: 'reports.read',
  'Approval limits': 'expenses.readAll',
  'E-mail': 'users.manage',
  Backups: 'users.manage',
  Webhooks: 'users.manage',
  Audit: 'audit.read',
  'Service and backups': ['profile.read', 'audit.read'],
} satisfies Record<string, Access>;
/** An expense approver has one part of the settings only, so that it is no link. */
const settings = (needs: Access, controls: Readonly<Record<string, Access>> = {}) => ({
  needs,
  controls: { ...PARTS_OF_SETTINGS, ...controls, 'Approval limits': (may) => may('reports.read') } as Visit['controls'],
});
const ACTIONS_ON_PERSON = {
  Edit: 'members.write',
  Delete: 'members.write',
  Merge: (may) => may('members.write') && may('users.manage'),
  'Erase for good': (may) => may('members.write') && may('users.manage'),
  'Write a message': 'notifications.manage',
  People: 'everybody',
} satisfies Record<string, Access>;
/** The super_admin finished the reconciliation, and another person reviews it. */
const mayReview: Access = (may) =>
  may('reports.read') && (may('statements.manage') || may('expenses.approve')) && !may('users.manage');
const FILES = everyone('Print', 'PDF', 'XLSX', 'CSV', 'All reports');

export const WALK: readonly Visit[] = [
  {
    path: '/',
    needs: 'everybody',
    controls: {
      'Enter the address and the EIN of the church': 'users.manage',
      'Enter the balances of the accounts and funds': 'users.manage',
      'Hide this list': 'users.manage',
      'Choose a place': 'users.manage',
      'Set up a second factor': isAdvised,
      'Not now': isAdvised,
      'Show offerings': 'giving.manage',
      'Show approvals': 'expenses.approve',
      'Review the reconciliation': mayReview,
      'Settle bank lines': 'statements.manage',
      'Pay expenses': 'finance.manage',
      'Finalize the month': 'statements.manage',
      'Show the month': (may) => may('reports.read') && !may('statements.manage'),
      'Enter the meal count': 'meals.write',
      'Find a person': 'members.read',
      'Hand in a receipt': isSubmitter,
    },
  },
  {
    path: '/guide',
    needs: 'everybody',
    controls: everyone(...GUIDE.sections.map(({ title }) => title), 'Commands', 'File'),
  },
  { path: '/offerings', needs: ['giving.read', 'giving.write'], controls: { 'New offering': 'giving.write' } },
  {
    path: ({ offerings }) => `/offerings/${offerings.draft}`,
    needs: ['giving.read', 'giving.write'],
    controls: {
      More: 'giving.write',
      Split: 'giving.write',
      Submit: 'giving.write',
      'Deposit slip': (may) => !may('giving.write'),
      'Count sheet': (may) => !may('giving.write'),
      'As PDF': (may) => !may('giving.write'),
    },
  },
  {
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    needs: ['giving.read', 'giving.write'],
    isSeenBy: 'giving.read',
    controls: {
      ...everyone('Deposit slip', 'Count sheet', 'As PDF'),
      Reconcile: 'giving.manage',
      Reopen: 'giving.manage',
    },
  },
  { path: '/attendance', needs: 'meals.read', controls: { Save: 'meals.write' } },
  {
    path: '/people',
    needs: 'members.read',
    controls: {
      'Add person': ['members.write', 'members.add'],
      Import: 'members.write',
      'Export as CSV': 'members.write',
      'Deleted people': 'members.write',
    },
  },
  {
    path: '/people?show=deleted',
    needs: 'members.read',
    // Who may not change people sees the list of people instead.
    controls: { People: 'members.write', 'Add person': (may) => may('members.add') && !may('members.write') },
  },
  { path: '/giving/import', needs: 'giving.manage', controls: everyone('All gifts') },
  { path: '/reports/budgets/import', needs: 'statements.manage', controls: everyone('The budget') },
  { path: '/people/import', needs: 'members.write', controls: everyone('Or add people one by one', 'People') },
  {
    path: ({ members }) => `/people/${members.mei}`,
    needs: 'members.read',
    controls: {
      ...ACTIONS_ON_PERSON,
      'Write to the family': 'notifications.manage',
      'Leave the family': 'members.write',
      'Edit family': 'members.write',
      'Delete family': 'members.write',
    },
  },
  {
    path: ({ members }) => `/people/${members.double}`,
    needs: 'members.read',
    controls: { ...ACTIONS_ON_PERSON, 'Join a family': 'members.write', 'New family': 'members.write' },
  },
  {
    path: '/giving',
    needs: 'giving.read',
    controls: {
      ...PARTS_OF_GIVING,
      'Enter a gift': 'giving.write',
      Import: 'giving.manage',
      ...everyone('Date', 'Giver', 'Category', 'Method', 'Amount'),
    },
  },
  { path: '/giving/gifts/1', needs: 'giving.read', controls: { Reverse: 'giving.manage', Gifts: 'everybody' } },
  { path: '/giving/givers', needs: 'giving.read', controls: PARTS_OF_GIVING },
  {
    path: ({ members }) => `/giving/givers/${members.mei}`,
    needs: 'giving.read',
    controls: everyone('Preview (PDF)', 'Date', 'Category', 'Method', 'Amount', 'Givers', 'Gifts of the spouse'),
  },
  { path: '/giving/statements', needs: 'giving.read', controls: PARTS_OF_GIVING },
  { path: '/giving/summary', needs: 'giving.read', controls: PARTS_OF_GIVING },
  {
    path: '/messages',
    needs: 'notifications.manage',
    controls: { ...PARTS_OF_MESSAGES, ...everyone('Check before sending'), 'Set up e-mail': 'users.manage' },
  },
  { path: '/messages/history', needs: 'notifications.manage', controls: PARTS_OF_MESSAGES },
  {
    path: '/messages/line',
    needs: 'notifications.manage',
    controls: { ...PARTS_OF_MESSAGES, ...everyone('Make a code') },
  },
  {
    path: '/approvals',
    needs: 'expenses.approve',
    controls: everyone('Approve', 'Reject', 'Receipt photo.jpg', 'Receipt again.png'),
  },
  {
    path: '/expenses',
    needs: ['expenses.submit', 'expenses.readAll'],
    controls: {
      ...PARTS_OF_EXPENSES,
      'New expense': isSubmitter,
      Import: 'finance.manage',
      // Who hands in no expenses sees those of everybody, which can be sorted.
      Date: (may) => !may('expenses.submit'),
      Status: (may) => !may('expenses.submit'),
      Amount: (may) => !may('expenses.submit'),
    },
  },
  {
    path: '/expenses/new',
    needs: isSubmitter,
    controls: everyone('Split', 'Fund and notes', 'Submit for approval', 'Save draft', 'Discard'),
  },
  { path: '/expenses/import', needs: 'finance.manage', controls: everyone('All expenses') },
  { path: '/expenses/to-pay', needs: 'finance.manage', controls: PARTS_OF_EXPENSES },
  {
    path: '/expenses/all',
    needs: 'expenses.readAll',
    controls: { ...PARTS_OF_EXPENSES, Import: 'finance.manage', ...everyone('Date', 'Status', 'Amount') },
  },
  { path: '/expenses/vendors', needs: 'finance.manage', controls: { ...PARTS_OF_EXPENSES, ...everyone('New vendor') } },
  {
    path: ({ expenses }) => `/expenses/vendors/${expenses.vendor}`,
    needs: 'finance.manage',
    controls: everyone('Merge', 'Save', 'Vendors'),
  },
  {
    path: ({ expenses }) => `/expenses/${expenses.waiting}`,
    needs: ['expenses.submit', 'expenses.readAll'],
    isSeenBy: 'expenses.readAll',
    controls: {
      Approve: 'expenses.approve',
      Reject: 'expenses.approve',
      ...everyone('Expenses', 'Receipt photo.jpg', 'Receipt again.png'),
    },
  },
  {
    path: ({ expenses }) => `/expenses/${expenses.paid}`,
    needs: ['expenses.submit', 'expenses.readAll'],
    isSeenBy: 'expenses.readAll',
    controls: { Reverse: 'finance.manage', Expenses: 'everybody' },
  },
  {
    path: '/month-end/2026-11',
    needs: 'reports.read',
    controls: {
      ...everyone('Print', 'PDF', 'XLSX', 'Previous month', 'Next month', '$3,743.20', '10 points are in order'),
      '14 things happened in this month that nobody has looked at yet.': 'everybody',
      'Edit the notes': 'statements.manage',
      // The points of the checklist lead to where they are settled.
      '$2,641.00 was not deposited within 10 days. The oldest part was received on Sun, Nov 8, 2026.': 'giving.read',
      '2 expenses of the month are still drafts: $114.40.': 'expenses.readAll',
      '3 approved expenses were not paid at the end of the month: $623.02.': 'finance.manage',
    },
  },
  {
    // A month that is over and not finalized yet.
    path: '/month-end/2026-10',
    needs: 'reports.read',
    controls: {
      ...everyone(
        'Print',
        'PDF',
        'XLSX',
        'Previous month',
        'Next month',
        'Checking',
        '$480.00',
        '17 points are in order',
      ),
      'Edit the notes': 'statements.manage',
      Finalize: 'statements.manage',
      'There is no offering on these Sundays:': ['giving.read', 'giving.write'],
      'Sun, Oct 4, 2026': ['giving.read', 'giving.write'],
      'Sun, Oct 11, 2026': ['giving.read', 'giving.write'],
      'Sun, Oct 18, 2026': ['giving.read', 'giving.write'],
      'Sun, Oct 25, 2026': ['giving.read', 'giving.write'],
    },
  },
  {
    path: ({ closedMonth }) => `/month-end/${closedMonth}`,
    needs: 'reports.read',
    controls: {
      ...everyone('Print', 'PDF', 'XLSX', 'Previous month', 'Next month', '$480.00'),
      Reopen: 'statements.reopen',
    },
  },
  { path: '/bank', needs: 'reports.read', controls: PARTS_OF_BANK },
  {
    path: '/bank/transfers',
    needs: 'reports.read',
    controls: { ...PARTS_OF_BANK, 'New transfer': 'statements.manage' },
  },
  {
    path: ({ bank }) => `/bank/${bank.checking}`,
    needs: 'reports.read',
    controls: {
      ...everyone('All bank accounts', 'Bank files', 'Rules', 'Reconciliations'),
      Match: 'statements.manage',
      'Match the 1 exact suggestion': 'statements.manage',
      'Match by hand': 'statements.manage',
      'Other income': 'statements.manage',
      Transfer: 'statements.manage',
      'Set aside': 'statements.manage',
      Mark: 'statements.manage',
      'Make a rule': 'statements.manage',
    },
  },
  {
    path: ({ bank }) => `/bank/${bank.checking}/imports`,
    needs: 'reports.read',
    controls: {
      ...everyone('All bank accounts', 'Bank files', 'Rules', 'Reconciliations'),
      Import: 'statements.manage',
    },
  },
  {
    path: ({ bank }) => `/bank/${bank.checking}/rules`,
    needs: 'reports.read',
    controls: {
      ...everyone('All bank accounts', 'Bank files', 'Rules', 'Reconciliations'),
      'New rule': 'statements.manage',
      'Show what the rules would do': 'statements.manage',
    },
  },
  {
    path: ({ bank }) => `/bank/${bank.checking}/reconciliations`,
    needs: 'reports.read',
    controls: everyone('All bank accounts', 'Bank files', 'Rules', 'Reconciliations'),
  },
  {
    path: ({ bank }) => `/bank/${bank.checking}/reconciliations/${bank.draft}`,
    needs: 'reports.read',
    controls: {
      ...everyone('All bank accounts', 'Bank files', 'Rules', 'Reconciliations', 'All reconciliations of this account'),
      'Correct the statement': 'statements.manage',
      Finish: 'statements.manage',
      'Delete draft': 'statements.manage',
    },
  },
  {
    path: ({ bank }) => `/bank/${bank.checking}/reconciliations/${bank.finished}`,
    needs: 'reports.read',
    controls: {
      ...everyone(
        'All bank accounts',
        'Bank files',
        'Rules',
        'Reconciliations',
        'All reconciliations of this account',
        'PDF',
      ),
      'Mark as reviewed': mayReview,
    },
  },
  {
    path: '/reports',
    needs: 'reports.read',
    controls: everyone(
      'What happened this month',
      'Income statement',
      'Statement of activities',
      'Balance sheet',
      'Fund balances',
      'Budget and actual',
      'Plan the budget',
      'General ledger',
      'Trial balance',
      'Payables',
      'Owed between funds',
      'Use of restricted money',
      'Payment register',
      'Giving tie-out',
      'Form 990, Part IX',
      'Fiscal years',
      'Years before the books',
      'Show as a table',
    ),
  },
  {
    path: '/reports/events/2026-11',
    needs: 'reports.read',
    controls: {
      ...everyone('PDF', 'All reports', 'Previous month', 'Next month'),
      // The super_admin made the accounts.
      'I have looked at this': (may) => may('reports.read') && !may('users.manage'),
    },
  },
  { path: '/reports/balance-sheet', needs: 'reports.read', controls: FILES },
  { path: '/reports/general-ledger', needs: 'reports.read', controls: FILES },
  { path: '/reports/fiscal-years', needs: 'reports.read', controls: everyone('All reports') },
  { path: '/settings/church', ...settings('profile.read', { Save: 'profile.write' }) },
  {
    path: '/settings/secondFactor',
    ...settings('users.manage', everyone('Save', 'Users, with who has a second factor')),
  },
  { path: '/settings/users', ...settings('users.manage', everyone('Add user')) },
  { path: '/settings/categories', ...settings('giving.read', { Add: 'giving.manage' }) },
  { path: '/settings/funds', ...settings('reports.read', { Add: 'statements.manage' }) },
  {
    path: '/settings/accounts',
    ...settings('reports.read', { Add: 'statements.manage', Save: 'statements.manage' }),
  },
  {
    path: '/settings/opening',
    ...settings('reports.read', {
      'Add bill': 'statements.manage',
      'Add check or deposit': 'statements.manage',
      'Add amount of the year': 'statements.manage',
      Save: 'statements.manage',
    }),
  },
  {
    path: '/settings/priorFigures',
    ...settings('reports.read', {
      'Add income': 'statements.manage',
      'Add expense': 'statements.manage',
      Save: 'statements.manage',
    }),
  },
  { path: '/settings/ministries', ...settings('reports.read', { Add: 'finance.manage' }) },
  { path: '/settings/limits', ...settings('expenses.readAll', { Save: 'users.manage' }) },
  { path: '/settings/mail', ...settings('users.manage', everyone('Save')) },
  { path: '/settings/backups', ...settings('users.manage', everyone('Save')) },
  { path: '/settings/webhooks', ...settings('users.manage', everyone('Add webhook')) },
  { path: '/settings/audit', ...settings('audit.read') },
  { path: '/settings/service', ...settings(['profile.read', 'audit.read']) },
  {
    path: '/account',
    needs: 'everybody',
    controls: everyone('Change password', 'Set up an app', 'Add a passkey', 'Make a key'),
  },
];
