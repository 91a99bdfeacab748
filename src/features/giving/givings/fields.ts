/**
 * The one list of the fields of a giving. Import, export, search and the documents use it, and a field of `NewGiving`
 * that is missing here does not compile. It holds only values. A purge removes only the giver from a giving.
 */
import { METHOD_WORDS } from '../../../books/method-words.ts';
import { type ColumnName, columnsOf } from '../../../lib/fields.ts';
import type { FileColumn } from '../../../lib/import-columns.ts';
import { MEMBER_COLUMNS, type MemberColumnName } from '../../people/members/fields.ts';
import type { NewGiving } from './schema.ts';

type GivingField = {
  /**
   * Its columns in a file. The names of its category, giver or session in another church's records have columns beside
   * the id.
   */
  columns: Readonly<Record<string, FileColumn>>;
  /** Whether a search finds a giving by it; `db/search-texts.ts` has the same list for the index. */
  isSearched: boolean;
};

const YES_OR_NO = { true: ['yes', 'y', '1', 'x', '是'], false: ['no', 'n', '0', '否'] };

/** The headers that files of people use for a column. */
const asInPeople = (column: MemberColumnName): readonly string[] =>
  MEMBER_COLUMNS[column].aliases?.filter((alias) => alias !== 'id') ?? [];

/** In the order of the columns of a file. */
export const GIVING_FIELDS = {
  date: {
    columns: {
      date: {
        kind: 'date',
        isRecent: true,
        aliases: [
          'received date',
          'date received',
          'donation date',
          'gift date',
          'transaction date',
          '日期',
          '奉獻日期',
        ],
      },
    },
    isSearched: false,
  },
  amount: {
    columns: {
      amount: { kind: 'money', aliases: ['total', 'gift amount', 'donation amount', '金額', '金额'] },
    },
    isSearched: false,
  },
  categoryId: {
    columns: {
      categoryId: { only: 'export' },
      categoryName: {
        aliases: ['category', 'fund', 'fund(s)', 'fund name', 'designation', 'giving category', '類別', '奉獻類別'],
      },
      isTaxDeductible: { only: 'import', aliases: ['tax deductible', 'deductible'], words: YES_OR_NO },
    },
    isSearched: false,
  },
  parts: {
    columns: { parts: { isOwn: true } },
    isSearched: false,
  },
  method: {
    columns: {
      method: {
        ranked: true,
        aliases: ['method', 'payment method', 'payment type', 'type', 'source', '方式', '奉獻方式'],
        words: METHOD_WORDS,
      },
    },
    isSearched: false,
  },
  memberId: {
    columns: {
      memberId: { kind: 'id', isOwn: true },
      memberName: {
        aliases: [
          'name',
          'full name',
          'donor',
          'donor name',
          'giver',
          'giver name',
          'member',
          ...asInPeople('chineseName'),
        ],
      },
      memberEmail: { aliases: ['email', ...asInPeople('email')] },
      memberExternalId: { aliases: ['external id', ...asInPeople('externalId'), 'donor id', 'giver id'] },
      firstName: { only: 'import', aliases: asInPeople('firstName') },
      lastName: { only: 'import', aliases: asInPeople('lastName') },
    },
    isSearched: false,
  },
  offeringNumber: {
    columns: { offeringNumber: { aliases: asInPeople('offeringNumber') } },
    isSearched: false,
  },
  isAnonymous: {
    columns: { isAnonymous: { aliases: ['anonymous'], words: YES_OR_NO } },
    isSearched: false,
  },
  checkNumber: {
    columns: {
      checkNumber: { aliases: ['check #', 'check number', 'check no', 'cheque number', '支票號碼'] },
      reference: {
        only: 'import',
        aliases: ['reference number', 'ref', 'transaction id', 'confirmation number'],
      },
    },
    isSearched: true,
  },
  // A column called only Zelle or PayPal may hold amounts.
  zelleReference: {
    columns: { zelleReference: { aliases: ['zelle confirmation'] } },
    isSearched: true,
  },
  payPalReference: {
    columns: { payPalReference: { aliases: ['paypal transaction id'] } },
    isSearched: true,
  },
  note: {
    columns: {
      note: {
        ranked: true,
        aliases: ['note', 'notes', 'memo', 'comment', 'comments', '備註', '备注', 'details', 'batch', 'batch name'],
      },
    },
    isSearched: true,
  },
  sessionId: {
    columns: { sessionId: { only: 'export' }, sessionDate: { kind: 'date', isRecent: true } },
    isSearched: false,
  },
  giftDate: {
    columns: { giftDate: { kind: 'date', isRecent: true } },
    isSearched: false,
  },
  benefitAmount: {
    columns: { benefitAmount: { kind: 'money' } },
    isSearched: false,
  },
  nonCashDescription: {
    columns: { nonCashDescription: { aliases: ['in kind description'] } },
    isSearched: true,
  },
  // The key only protects against sending a gift twice, so it is not exported.
  entryKey: { columns: {}, isSearched: false },
} as const satisfies Record<keyof NewGiving, GivingField>;

/** The name of a column of a givings file. */
export type GivingColumnName = ColumnName<typeof GIVING_FIELDS>;

export const GIVING_COLUMNS = columnsOf<typeof GIVING_FIELDS, FileColumn>(GIVING_FIELDS);
