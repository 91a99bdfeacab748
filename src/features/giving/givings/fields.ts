/**
 * The fields of a giving. The columns of imports and exports are generated from this list. If a field of `NewGiving` is
 * missing here, the code does not compile. Purging a member clears `memberId` in that member's givings, and no other
 * field.
 */
import { METHOD_WORDS } from '../../../books/method-words.ts';
import { type ColumnName, columnsOf } from '../../../lib/fields.ts';
import type { FileColumn } from '../../../lib/import-columns.ts';
import { MEMBER_COLUMNS, type MemberColumnName } from '../../people/members/fields.ts';
import type { NewGiving } from './schema.ts';
import type { GivingSource, NonCashKind } from './source-schema.ts';

type GivingField = {
  /**
   * The columns of the field in a file. A category, giver or session also has columns such as a name or a date, because
   * another church has different ids.
   */
  columns: Readonly<Record<string, FileColumn>>;
  /** Whether a search finds a giving by this field. The index has the same list in `db/search-texts.ts`. */
  isSearched: boolean;
};

const KIND_WORDS = {
  Stock: ['stocks', 'securities', 'shares', '股票'],
  Vehicle: ['car', 'truck', '車輛'],
  Goods: ['things', '物品'],
} satisfies Record<NonCashKind, string[]>;

const SOURCE_WORDS = {
  Personal: ['individual', '個人'],
  IRA: ['qcd', 'qualified charitable distribution'],
  DAF: ['donor advised fund'],
  Business: ['company', '公司'],
} satisfies Record<GivingSource, string[]>;

export const YES_OR_NO = { true: ['yes', 'y', '1', 'x', '是'], false: ['no', 'n', '0', '否'] };

/** Returns the headers by which an import of members recognizes a column, except `id`. */
const asInPeople = (column: MemberColumnName): readonly string[] =>
  MEMBER_COLUMNS[column].aliases?.filter((alias) => alias !== 'id') ?? [];

/** The fields of a giving, in the order of their columns in a file. */
export const GIVING_FIELDS = {
  date: {
    columns: {
      date: {
        kind: 'date',
        isRecent: true,
        aliases: [
          'received date',
          'date received',
          'received at',
          'donation date',
          'paid on',
          'gift date',
          'transaction date',
          'plg_date',
          '日期',
          '奉獻日期',
          '奉献日期',
        ],
      },
    },
    isSearched: false,
  },
  amount: {
    columns: {
      amount: {
        kind: 'money',
        ranked: true,
        aliases: ['amount', 'total', 'gift amount', 'donation amount', 'plg_amount', '金額', '金额'],
      },
    },
    isSearched: false,
  },
  categoryId: {
    columns: {
      categoryId: { only: 'export' },
      categoryName: {
        aliases: [
          'category',
          'fund',
          'fund(s)',
          'fund name',
          'designation',
          'giving category',
          'fun_Name',
          '類別',
          '类别',
          '奉獻類別',
          '奉献类别',
        ],
      },
      isTaxDeductible: {
        only: 'import',
        aliases: ['tax deductible', 'is tax deductible', 'deductible', 'tax ded', '可抵稅', '可抵税'],
        words: YES_OR_NO,
      },
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
        aliases: [
          'method',
          'payment method',
          'payment type',
          'type',
          'source',
          'payment source',
          'plg_method',
          '方式',
          '奉獻方式',
          '奉献方式',
        ],
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
          'payer',
          'payer name',
          'contributor',
          'contributor name',
          'member',
          ...asInPeople('chineseName'),
        ],
      },
      memberEmail: {
        aliases: ['email', ...asInPeople('email'), 'donor email', 'giver email', 'payer email', 'contributor email'],
      },
      memberExternalId: {
        aliases: ['external id', ...asInPeople('externalId'), 'donor id', 'giver id', 'payer id', 'contributor id'],
      },
      firstName: { only: 'import', aliases: asInPeople('firstName') },
      lastName: { only: 'import', aliases: asInPeople('lastName') },
      // ChurchCRM records gifts by family.
      familyName: { only: 'import', aliases: [...asInPeople('familyName'), 'fam_Name'] },
      familyNumber: { only: 'import', aliases: ['fam_ID'] },
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
      checkNumber: {
        aliases: ['check #', 'check number', 'check no', 'cheque number', 'plg_CheckNo', '支票號碼', '支票号码'],
      },
      reference: {
        only: 'import',
        aliases: ['reference number', 'ref', 'transaction id', 'confirmation number'],
      },
    },
    isSearched: true,
  },
  // "Zelle" and "PayPal" alone are not aliases, because such columns may contain amounts.
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
        aliases: [
          'note',
          'notes',
          'memo',
          'comment',
          'comments',
          'plg_comment',
          '備註',
          '备注',
          'details',
          'batch',
          'batch name',
        ],
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
  nonCashKind: {
    columns: { nonCashKind: { words: KIND_WORDS } },
    isSearched: false,
  },
  // Other programs use this header for the payment method.
  source: {
    columns: { source: { isOwn: true, words: SOURCE_WORDS } },
    isSearched: false,
  },
  // Other programs use such a header for the employer of a giver.
  companyName: {
    columns: { companyName: { isOwn: true } },
    isSearched: true,
  },
  // The key is not exported. It only prevents a gift from being stored twice.
  entryKey: { columns: {}, isSearched: false },
} as const satisfies Record<keyof NewGiving, GivingField>;

/** The name of a column of a givings file. */
export type GivingColumnName = ColumnName<typeof GIVING_FIELDS>;

export const GIVING_COLUMNS = columnsOf<typeof GIVING_FIELDS, FileColumn>(GIVING_FIELDS);
