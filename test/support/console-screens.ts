/** Every screen of the console, with its role, its address, and the steps to reach it. Each room has its own list. */
import { ACCOUNT } from './screens/account.ts';
import { ATTENDANCE } from './screens/attendance.ts';
import { BANK } from './screens/bank.ts';
import { GIVING } from './screens/giving.ts';
import { EXPENSES } from './screens/expenses.ts';
import { HOME } from './screens/home.ts';
import { MESSAGES } from './screens/messages.ts';
import { MONTH_END } from './screens/month-end.ts';
import { OFFERINGS } from './screens/offerings.ts';
import { PEOPLE } from './screens/people.ts';
import { REPORTS } from './screens/reports.ts';
import { SESSION } from './screens/session.ts';
import { SETTINGS } from './screens/settings.ts';
import { SHELL } from './screens/shell.ts';
import type { ScreenOfPage } from './screens/screen.ts';

/** The screens of Sunday and of people. */
export const SUNDAY: readonly ScreenOfPage[] = [
  ...SESSION,
  ...HOME,
  ...OFFERINGS,
  ...ATTENDANCE,
  ...PEOPLE,
  ...SHELL,
  ...ACCOUNT,
];

/** The screens of the back office. */
export const OFFICE: readonly ScreenOfPage[] = [
  ...GIVING,
  ...MESSAGES,
  ...EXPENSES,
  ...MONTH_END,
  ...REPORTS,
  ...BANK,
  ...SETTINGS,
];
