/** The columns of a people file, under the names that church programs and churches give them. */
import type { ImportField } from '../../../lib/import-columns.ts';

const STATUS_WORDS = {
  Active: ['member', 'active member', '會友', '会友'],
  Inactive: ['inactive member'],
  Visitor: ['guest', '訪客', '访客'],
  Transferred: ['transferred out', 'moved'],
  Deceased: ['died', '歿'],
};

const GENDER_WORDS = { Male: ['m', 'man', '男'], Female: ['f', 'woman', '女'] };

const FAMILY_ROLE_WORDS = {
  Head: ['head of household', 'householder'],
  Spouse: ['wife', 'husband'],
  Child: ['son', 'daughter'],
  Other: ['other adult'],
};

type Field<F extends string> = ImportField<F>;
const fields = <F extends string>(...list: Field<F>[]): Field<F>[] => list;

export const MEMBER_FIELDS = fields(
  { name: 'id', kind: 'id', isOwn: true },
  { name: 'firstName', aliases: ['first', 'fname', 'first name', 'given name', 'forename', '名', '名字'] },
  { name: 'lastName', aliases: ['last', 'lname', 'last name', 'surname', 'family name', '姓', '姓氏'] },
  { name: 'nickname', aliases: ['nick', 'goes by', 'preferred name'] },
  { name: 'chineseName', aliases: ['chinese', 'chinese name', '中文名', '中文姓名', '姓名'] },
  { name: 'gender', aliases: ['sex', '性別', '性别'], words: GENDER_WORDS },
  {
    name: 'birthDate',
    kind: 'date',
    aliases: ['birthday', 'birth date', 'date of birth', 'dob', 'born', '生日', '出生日期'],
  },
  { name: 'email', aliases: ['e-mail', 'email address', 'e-mail address', '電郵', '電子郵件', '电子邮件'] },
  {
    name: 'phone',
    ranked: true,
    aliases: [
      'cell phone',
      'mobile phone',
      'cell',
      'mobile',
      'cell number',
      'mobile number',
      '手機',
      '手机',
      'phone',
      'phone number',
      'telephone',
      '電話',
      '电话',
      'home phone',
      'work phone',
    ],
  },
  { name: 'addressLine1', aliases: ['address', 'street', 'address 1', 'street address', '地址', '住址'] },
  { name: 'addressLine2', aliases: ['address 2', 'street 2', 'apartment'] },
  { name: 'city', aliases: ['town'] },
  { name: 'state', aliases: ['province', 'region'] },
  { name: 'postalCode', aliases: ['zip', 'postal', 'zip code', 'postcode'] },
  { name: 'country' },
  { name: 'status', aliases: ['member status', 'membership status', 'membership'], words: STATUS_WORDS },
  { name: 'joinedOn', kind: 'date', aliases: ['joined', 'join date', 'date joined', 'member since'] },
  {
    name: 'baptizedOn',
    kind: 'date',
    aliases: ['baptism date', 'date of baptism', 'baptized on', 'baptised on', '受洗日期'],
  },
  { name: 'familyUnitId', kind: 'id' },
  { name: 'familyName', aliases: ['family', 'household', 'household name', 'family unit', '家庭'] },
  {
    name: 'familyRole',
    aliases: ['household role', 'family position', 'household position'],
    words: FAMILY_ROLE_WORDS,
  },
  { name: 'offeringNumber', aliases: ['envelope', 'envelope number', 'envelope no', 'envelope #', '奉獻編號'] },
  { name: 'externalId', aliases: ['person id', 'breeze id', 'user id', 'member id', 'individual id', 'id'] },
  { name: 'userId', kind: 'id' },
  { name: 'notes', aliases: ['note', 'comment', 'comments', 'memo', 'remarks', '備註', '备注'] },
);

export type MemberField = (typeof MEMBER_FIELDS)[number]['name'];

/** A row needs one of these sets of columns to have a name. */
export const NAME_FIELDS: readonly (readonly MemberField[])[] = [['firstName', 'lastName'], ['chineseName']];
