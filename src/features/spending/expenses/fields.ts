/**
 * The only list of the fields of an expense. Import, export, search and the documentation use it, and the program does
 * not compile if a field of `NewExpense` is missing here. The list contains only values, no functions. Purging a member
 * clears `memberId` in that member's expenses and changes no other field.
 */
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { METHOD_WORDS } from '../../../books/method-words.ts';
import { type ColumnName, columnsOf } from '../../../lib/fields.ts';
import type { FileColumn } from '../../../lib/import-columns.ts';
import type { NewExpense } from './schema.ts';

type ExpenseField = {
  /**
   * The columns of the field in a file. A reference has columns for names as well as one for the id, because another
   * church's records have different ids.
   */
  columns: Readonly<Record<string, FileColumn>>;
  /** Whether a search looks in this field. `db/search-texts.ts` has the same list for the search index. */
  isSearched: boolean;
};

const CLASS_WORDS = {
  ProgramServices: ['program', 'programs', 'program service', 'ministry'],
  ManagementAndGeneral: ['management', 'management & general', 'administration', 'admin', 'general', 'm&g'],
  Fundraising: ['fund raising', 'development'],
} satisfies Record<FunctionalClass, string[]>;

/** The fields, in the order of their columns in a file. */
export const EXPENSE_FIELDS = {
  expenseDate: {
    columns: {
      expenseDate: {
        kind: 'date',
        isRecent: true,
        aliases: ['date', 'expense date', 'transaction date', 'date of expense', '日期', '支出日期'],
      },
    },
    isSearched: false,
  },
  amount: {
    columns: { amount: { kind: 'money', aliases: ['total', 'expense amount', 'cost', '金額', '金额'] } },
    isSearched: false,
  },
  subCategoryId: {
    columns: {
      subCategoryId: { kind: 'id' },
      subCategoryName: {
        ranked: true,
        aliases: [
          'subcategory',
          'subcategory name',
          'category',
          'expense category',
          'account',
          'account name',
          '類別',
          '科目',
        ],
      },
      groupName: { aliases: ['category group', 'expense group'] },
      form990LineCode: { only: 'export' },
    },
    isSearched: false,
  },
  ministryId: {
    columns: {
      ministryId: { kind: 'id' },
      ministryName: { aliases: ['ministry', 'department', '事工', '部門'] },
    },
    isSearched: false,
  },
  splits: {
    columns: { splits: { isOwn: true } },
    isSearched: false,
  },
  vendor: {
    columns: {
      vendor: {
        aliases: ['payee', 'paid to', 'vendor name', 'payee name', 'supplier', 'merchant', 'name', '廠商', '收款人'],
      },
    },
    isSearched: true,
  },
  // An import looks for the vendor in the list by name.
  vendorId: { columns: { vendorId: { only: 'export' } }, isSearched: false },
  description: {
    columns: {
      description: {
        ranked: true,
        aliases: ['description', 'memo', 'memo/description', 'purpose', 'details', '說明', '摘要'],
      },
    },
    isSearched: true,
  },
  functionalClass: {
    columns: {
      functionalClass: { aliases: ['functional class', 'functional expense class'], words: CLASS_WORDS },
      effectiveFunctionalClass: { only: 'export' },
    },
    isSearched: false,
  },
  memberId: {
    columns: {
      memberId: { kind: 'id', isOwn: true },
      memberName: {
        aliases: ['member', 'member name', 'reimburse', 'reimburse to', 'reimbursed to', 'pay back to'],
      },
      memberEmail: { aliases: ['member email', 'reimburse email'] },
      memberExternalId: { aliases: ['person id', 'breeze id', 'member id', 'individual id'] },
    },
    isSearched: false,
  },
  fundId: {
    columns: {
      fundId: { kind: 'id' },
      fundName: { aliases: ['fund', 'restricted fund', 'fund category name', '基金'] },
    },
    isSearched: false,
  },
  paymentMethod: {
    columns: {
      paymentMethod: { aliases: ['method', 'payment type', 'paid with', '付款方式'], words: METHOD_WORDS },
    },
    isSearched: false,
  },
  paymentReference: {
    columns: {
      paymentReference: {
        ranked: true,
        aliases: [
          'check #',
          'check number',
          'check no',
          'cheque number',
          'payment reference',
          'reference',
          'reference number',
          'ref',
          'transaction id',
          'num',
          '支票號碼',
        ],
      },
    },
    isSearched: true,
  },
  // Payments are not imported.
  settled: { columns: {}, isSearched: false },
  notes: {
    columns: { notes: { aliases: ['note', 'comment', 'comments', 'remarks', '備註', '备注'] } },
    isSearched: true,
  },
} as const satisfies Record<keyof NewExpense, ExpenseField>;

/** The name of a column of an expenses file. */
export type ExpenseColumnName = ColumnName<typeof EXPENSE_FIELDS>;

export const EXPENSE_COLUMNS = columnsOf<typeof EXPENSE_FIELDS, FileColumn>(EXPENSE_FIELDS);
