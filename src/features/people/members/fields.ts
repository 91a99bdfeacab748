/**
 * The single list of the fields of a member. It is used for import, export, merge, search, the flags of `vestry
 * member`, the form of the console and the documentation. The compiler reports a field of `NewMember` that is missing
 * here. The list contains only data, because the console loads it, too. All fields are personal data: a purge erases
 * the whole row, and the audit log masks every field.
 */
import { type ColumnName, columnsOf } from '../../../lib/fields.ts';
import type { FileColumn } from '../../../lib/import-columns.ts';
import type { Address } from '../../../lib/address.ts';
import { DEATH_FIELDS } from './death-fields.ts';
import { FAMILY_FIELDS } from './family-fields.ts';
import type { Estate, Gender, MemberStatus, NewMember } from './schema.ts';

/**
 * How the form of the console shows a field. In a group, the field with the lowest `place` comes first. Steps of ten
 * leave room for new fields.
 */
type FormField = {
  group: 'namesGroup' | 'contactGroup' | 'churchGroup' | 'estateGroup';
  place: number;
  label: { en: string; 'zh-TW': string };
  /** The kind of input. If left out, a date field has a date input, and any other field has a line of text. */
  input?: 'tel' | 'email' | 'lines' | 'choice';
};

type Part = keyof Address;

/** A column of a members file, with the same name in imports and exports. */
type MemberColumn = FileColumn & {
  /** The part of an address or an estate that the column contains, as `lib/parts.ts` names it. */
  part?: Part | keyof Omit<Estate, 'address'> | `address.${Part}`;
  /** The flag of a part. Its name is derived from the name of the column. */
  flag?: { says: string };
  /** Null if the form does not show the column. */
  form: FormField | null;
};

/** The properties of a field, apart from its schema in the API. */
export type MemberField = {
  columns: Readonly<Record<string, MemberColumn>>;
  /**
   * Whether a merge copies the value from the duplicate to the remaining record: `never`, `whenEmpty` (only if the
   * remaining record has no value), or `withFamily` (only together with the family).
   */
  merge: 'never' | 'whenEmpty' | 'withFamily';
  /**
   * How a search uses the field. `digits` counts only where people are found by telephone, too. `db/search-texts.ts`
   * repeats this for the search index.
   */
  search: 'name' | 'text' | 'digits' | null;
  /**
   * The flag of `vestry member create` and `update`, or null. Its name and argument are derived from the name of the
   * field unless they are given here.
   */
  flag: { says: string; name?: string; argument?: string } | null;
  /** Whether a user with only `members.add` may set the field for a new person. */
  isAddable?: true;
  /** Whether the field is a date that may not be in the future. */
  isPast?: true;
};

const STATUS_WORDS = {
  Active: ['member', 'active member', '會友', '会友'],
  Inactive: ['inactive member'],
  Visitor: ['guest', '訪客', '访客'],
  Transferred: ['transferred out', 'moved'],
  Deceased: ['died', '歿'],
} satisfies Record<MemberStatus, string[]>;

const GENDER_WORDS = { Male: ['m', 'man', '男'], Female: ['f', 'woman', '女'] } satisfies Record<Gender, string[]>;

/** The names of columns in files of other programs, best first. */
const EMAILS = (
  'e-mail, email address, e-mail address, 電郵, 電子郵件, 电子邮件, primary email, home email, personal email, ' +
  'work email'
).split(', ');
const PHONES = (
  'cell phone, mobile phone, cell, mobile, cell number, mobile number, mobile phone number, 手機, 手机, ' +
  'phone, phone number, telephone, 電話, 电话, primary phone, home phone, home phone number, home, work phone'
).split(', ');

/** All fields, in the order of the columns of a file and of the flags of a command. */
export const MEMBER_FIELDS = {
  firstName: {
    columns: {
      firstName: {
        ranked: true,
        aliases: ['first name', 'first', 'fname', 'given name', 'forename', '名', '名字'],
        form: { group: 'namesGroup', place: 10, label: { en: 'First name', 'zh-TW': '名（英文）' } },
      },
      fullName: {
        only: 'import',
        aliases: ['full name', 'name', 'member name', 'donor', 'donor name', 'giver', '會友姓名', '英文姓名'],
        form: null,
      },
    },
    merge: 'never',
    search: 'name',
    flag: { says: 'first name' },
    isAddable: true,
  },
  lastName: {
    columns: {
      lastName: {
        aliases: ['last', 'lname', 'last name', 'surname', 'family name', '姓', '姓氏'],
        form: { group: 'namesGroup', place: 20, label: { en: 'Last name', 'zh-TW': '姓（英文）' } },
      },
    },
    merge: 'never',
    search: 'name',
    flag: { says: 'last name' },
    isAddable: true,
  },
  nickname: {
    columns: {
      nickname: {
        aliases: ['nick', 'goes by', 'preferred name'],
        form: { group: 'namesGroup', place: 40, label: { en: 'Nickname', 'zh-TW': '暱稱' } },
      },
    },
    merge: 'whenEmpty',
    search: 'text',
    flag: { says: 'nickname' },
    isAddable: true,
  },
  chineseName: {
    columns: {
      chineseName: {
        aliases: ['chinese', 'chinese name', '中文名', '中文姓名', '姓名'],
        form: { group: 'namesGroup', place: 30, label: { en: 'Chinese name', 'zh-TW': '中文姓名' } },
      },
    },
    merge: 'whenEmpty',
    search: 'text',
    flag: { says: 'Chinese name' },
    isAddable: true,
  },
  gender: {
    columns: {
      gender: {
        aliases: ['sex', '性別', '性别'],
        words: GENDER_WORDS,
        form: { group: 'churchGroup', place: 30, label: { en: 'Gender', 'zh-TW': '性別' }, input: 'choice' },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'the gender' },
  },
  birthDate: {
    columns: {
      birthDate: {
        kind: 'date',
        isBirth: true,
        aliases: ['birthday', 'birth date', 'date of birth', 'dob', 'born', '生日', '出生日期'],
        form: { group: 'churchGroup', place: 40, label: { en: 'Date of birth', 'zh-TW': '生日' } },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'birth date, as YYYY-MM-DD' },
    isPast: true,
  },
  email: {
    columns: {
      email: {
        ranked: true,
        aliases: EMAILS,
        form: { group: 'contactGroup', place: 20, label: { en: 'E-mail', 'zh-TW': '電子郵件' }, input: 'email' },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'e-mail address' },
    isAddable: true,
  },
  phone: {
    columns: {
      phone: {
        ranked: true,
        isShared: true,
        aliases: PHONES,
        form: { group: 'contactGroup', place: 10, label: { en: 'Phone', 'zh-TW': '電話' }, input: 'tel' },
      },
    },
    merge: 'whenEmpty',
    search: 'digits',
    flag: { says: 'telephone number' },
    isAddable: true,
  },
  address: {
    columns: {
      addressLine1: {
        part: 'line1',
        aliases: [
          'address',
          'street',
          'address 1',
          'line 1',
          'street 1',
          'street address',
          'home address street line 1',
          '地址',
          '住址',
        ],
        form: { group: 'contactGroup', place: 30, label: { en: 'Street', 'zh-TW': '街道' } },
      },
      addressLine2: {
        part: 'line2',
        aliases: ['address 2', 'line 2', 'street 2', 'home address street line 2', 'apartment'],
        form: { group: 'contactGroup', place: 40, label: { en: 'Apartment', 'zh-TW': '樓室' } },
      },
      city: {
        part: 'city',
        aliases: ['town', 'home address city'],
        form: { group: 'contactGroup', place: 50, label: { en: 'City', 'zh-TW': '城市' } },
      },
      state: {
        part: 'state',
        aliases: ['province', 'region', 'home address state'],
        form: { group: 'contactGroup', place: 60, label: { en: 'State', 'zh-TW': '州' } },
      },
      postalCode: {
        part: 'postalCode',
        aliases: ['zip', 'postal', 'zip code', 'postcode', 'home address zip code', '郵遞區號'],
        form: { group: 'contactGroup', place: 70, label: { en: 'Postal code', 'zh-TW': '郵遞區號' } },
      },
      country: {
        part: 'country',
        form: { group: 'contactGroup', place: 80, label: { en: 'Country', 'zh-TW': '國家' } },
      },
    },
    merge: 'whenEmpty',
    search: null,
    // An address is entered in the console or imported from a file.
    flag: null,
    isAddable: true,
  },
  status: {
    columns: {
      status: {
        // Planning Center has two columns: the membership says more than the status there, which is active or inactive.
        ranked: true,
        aliases: ['member status', 'membership status', 'membership', 'status', '會友狀態', '会友状态', '狀態', '状态'],
        words: STATUS_WORDS,
        form: { group: 'churchGroup', place: 20, label: { en: 'Status', 'zh-TW': '狀態' }, input: 'choice' },
      },
    },
    merge: 'never',
    search: null,
    flag: { says: 'the status' },
  },
  joinedOn: {
    columns: {
      joinedOn: {
        kind: 'date',
        aliases: ['joined', 'join date', 'date joined', 'member since', 'membership date'],
        form: { group: 'churchGroup', place: 50, label: { en: 'Member since', 'zh-TW': '入會日期' } },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'date of joining, as YYYY-MM-DD' },
  },
  baptizedOn: {
    columns: {
      baptizedOn: {
        kind: 'date',
        aliases: ['baptism date', 'date of baptism', 'baptized on', 'baptised on', '受洗日期'],
        form: { group: 'churchGroup', place: 60, label: { en: 'Baptized on', 'zh-TW': '受洗日期' } },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'date of baptism, as YYYY-MM-DD' },
    isPast: true,
  },
  ...DEATH_FIELDS,
  ...FAMILY_FIELDS,
  offeringNumber: {
    columns: {
      offeringNumber: {
        aliases: [
          'envelope',
          'envelope number',
          'envelope no',
          'envelope #',
          'env',
          'env #',
          'env no',
          'fam_envelope',
          '奉獻編號',
          '奉獻封號碼',
        ],
        form: { group: 'churchGroup', place: 10, label: { en: 'Envelope number', 'zh-TW': '奉獻袋號碼' } },
      },
    },
    merge: 'whenEmpty',
    search: 'text',
    flag: { says: 'envelope number' },
    isAddable: true,
  },
  externalId: {
    columns: {
      externalId: { aliases: ['person id', 'breeze id', 'user id', 'member id', 'individual id', 'id'], form: null },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'number in the program that the church used before' },
  },
  userId: {
    columns: { userId: { kind: 'id', form: null } },
    merge: 'whenEmpty',
    search: null,
    flag: null,
  },
  notes: {
    columns: {
      notes: {
        aliases: ['note', 'comment', 'comments', 'memo', 'remarks', '備註', '备注'],
        form: { group: 'churchGroup', place: 70, label: { en: 'Notes', 'zh-TW': '備註' }, input: 'lines' },
      },
    },
    merge: 'whenEmpty',
    search: null,
    flag: { says: 'notes' },
  },
} as const satisfies Record<keyof NewMember, MemberField>;

type Fields = typeof MEMBER_FIELDS;
/** The name of a column of a members file. */
export type MemberColumnName = ColumnName<Fields>;

/** The name of a column that the form shows. */
export type ShownColumn = {
  [F in keyof Fields]: {
    [C in keyof Fields[F]['columns']]: Fields[F]['columns'][C] extends { form: null } ? never : C;
  }[keyof Fields[F]['columns']];
}[keyof Fields];

export const MEMBER_COLUMNS = columnsOf<Fields, MemberColumn>(MEMBER_FIELDS);

/** Returns the names of the fields in which `property` has this value, in the order of `MEMBER_FIELDS`. */
export function memberFields<P extends keyof MemberField, V extends NonNullable<MemberField[P]>>(
  property: P,
  value: V,
): FieldsWith<P, V>[] {
  const fields = Object.entries<MemberField>(MEMBER_FIELDS).filter(([, field]) => field[property] === value);
  return fields.map(([name]) => name as FieldsWith<P, V>);
}

type FieldsWith<P extends keyof MemberField, V> = {
  [F in keyof Fields]: Fields[F] extends Readonly<Record<P, V>> ? F : never;
}[keyof Fields];
