/**
 * The tests that `.ci/run` never repeats: if one of them fails once, the run fails. They are the tests of money,
 * crashes, attacks, permissions and the model, and all that might be one of these. Each entry is the beginning of the
 * path of one file or of many.
 */
const NEVER_REPEATED = {
  money: [
    'test/bank-year/',
    'test/books/',
    'test/cli/expense',
    'test/cli/export-',
    'test/cli/import',
    'test/cli/report-',
    'test/cli/seed',
    'test/cli/session',
    'test/cli/statement',
    'test/cli/treasurer-month',
    'test/console/bank',
    'test/console/budget',
    'test/console/entry',
    'test/console/expenses',
    'test/console/giving',
    'test/console/month-end',
    'test/console/offerings/',
    'test/console/reports/',
    'test/console/submit',
    'test/console/sunday',
    'test/console/to-pay',
    'test/console/typed-keys',
    'test/console/typist',
    'test/contract/',
    'test/e2e/installed',
    'test/e2e/month',
    'test/effects/',
    'test/features/',
    'test/lib/currency',
    'test/lib/money',
    'test/lib/typed-amount',
    'test/year/',
  ],
  crash: [
    'test/app',
    'test/cli/backup',
    'test/cli/database-fault',
    'test/cli/process',
    'test/cli/scheduled-backup',
    'test/cli/tampering',
    'test/console/trouble',
    'test/db/',
    'test/smoke/',
    'test/storage',
    'test/torture/',
  ],
  attack: ['test/cli/https', 'test/fuzz/', 'test/http/'],
  permission: [
    'test/cli/user',
    'test/client/',
    'test/console/approvals',
    'test/console/refused',
    'test/console/roles',
    'test/console/second-factor',
    'test/console/session',
  ],
  model: ['test/model/'],
};

export const BEGINNINGS = Object.values(NEVER_REPEATED).flat();

/** True if a failure of a test in this file, whose path is relative to the repository, may be due to chance. */
export const mayBeRepeated = (file) => !BEGINNINGS.some((beginning) => file.startsWith(beginning));
