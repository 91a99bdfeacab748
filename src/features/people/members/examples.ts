/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import {
  audited,
  type Examples,
  list,
  namesNothing,
  page,
  type RefusalExamples,
  type Said,
} from '../../../lib/examples.ts';
import { MEMBER_FIELDS } from './fields.ts';

const newMember = {
  firstName: 'En-Tzu',
  lastName: 'Lin',
  nickname: 'Grace',
  chineseName: '林恩慈',
  gender: 'Female',
  birthDate: '1984-05-17',
  email: 'grace.lin@example.org',
  phone: '+1 630 555 0118',
  status: 'Active',
  joinedOn: '2015-09-06',
  familyUnitId: 3,
  familyRole: 'Head',
  offeringNumber: '117',
};

export const address = {
  line1: '18 Cedar Court',
  city: 'Naperville',
  state: 'IL',
  postalCode: '60563',
  country: 'USA',
  line2: null,
};

export const member = {
  id: 7,
  // Every field that the example does not set is null.
  ...Object.fromEntries(Object.keys(MEMBER_FIELDS).map((field) => [field, null])),
  ...newMember,
  address,
  userId: 3,
  ...audited,
};

const LINKED: Said = ['Only those who manage users may link a member to a user.'];

export const EXAMPLES: Examples = {
  MemberMerge: { into: 7, confirm: false },
  MemberPurge: { confirm: false, eraseFamily: true },
  NewMember: newMember,
  EnteredMember: {
    ...member,
    warnings: [
      {
        code: 'likely_duplicate',
        message: 'There is already a member with this name. If both are the same person, merge them.',
        memberIds: [19],
      },
    ],
  },
  Member: member,
  MemberPage: page(member),
  DeletedMemberPage: page({ ...member, deletedAt: '2026-11-20T10:11:12.123Z' }),
  GiverList: list({
    id: 7,
    firstName: 'En-Tzu',
    lastName: 'Lin',
    nickname: 'Grace',
    chineseName: '林恩慈',
    offeringNumber: '118',
    familyName: 'Lin 林',
    isDeceased: false,
  }),
};

export const REFUSALS: RefusalExamples = {
  postMembers: { forbidden: LINKED, unknown_reference: namesNothing('familyUnitId', 'family unit') },
  putMembersId: { forbidden: LINKED, unknown_reference: namesNothing('familyUnitId', 'family unit') },
  postMembersIdRestore: { invalid_transition: ['This member is not deleted.'] },
  postMembersIdMerge: { unknown_reference: namesNothing('into', 'member') },
};
