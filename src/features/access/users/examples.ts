/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { audited, changed, type Examples, list, page, type RefusalExamples, type Said } from '../../../lib/examples.ts';

export const user = {
  id: 3,
  email: 'grace.lin@example.org',
  displayName: 'Grace Lin 林恩慈',
  roles: ['treasurer'],
  memberId: 7,
  isActive: true,
  mustChangePassword: false,
  hasSecondFactor: true,
  lastLoginAt: '2026-03-01T18:02:11.004Z',
  ...audited,
};

const invitation = {
  url: 'https://vestry.example.org/accept-invitation?token=kq3J8mX0cTfW1pZr5uVb7yNd2hGs4aLe',
  expiresAt: '2026-03-08T18:20:05.412Z',
};

const NOT_FINISHED: Said = ['The first request with this Idempotency-Key has not finished yet.'];

export const EXAMPLES: Examples = {
  NewUser: { email: 'grace.lin@example.org', displayName: 'Grace Lin 林恩慈', roles: ['treasurer'], memberId: 7 },
  CreatedUser: {
    user: { ...user, mustChangePassword: true, hasSecondFactor: false, lastLoginAt: null },
    temporaryPassword: 'wX4k-9TqM-bZ7r-Lh2v',
    invitation,
  },
  Invitation: invitation,
  ResetPassword: { temporaryPassword: 'wX4k-9TqM-bZ7r-Lh2v' },
  RoleList: list({
    name: 'auditor',
    nameZh: '稽核',
    description: 'Reads the books and the audit log, and changes nothing.',
    permissions: ['giving.read', 'expenses.readAll', 'reports.read', 'audit.read'],
  }),
  User: user,
  UserPage: page(user),
  postUsersIdDeactivate: { ...user, ...changed, isActive: false },
  postUsersIdResetSecondFactor: { ...user, ...changed, hasSecondFactor: false },
};

export const REFUSALS: RefusalExamples = {
  postUsers: { idempotency_in_progress: NOT_FINISHED },
  postUsersIdResetPassword: { idempotency_in_progress: NOT_FINISHED },
};
