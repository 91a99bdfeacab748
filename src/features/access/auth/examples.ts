/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { type Examples, list, type RefusalExamples, type Said } from '../../../lib/examples.ts';
import { user } from '../users/examples.ts';

const STRANGER: Said = ['A page of another website may not use this sign-in.'];

export const EXAMPLES: Examples = {
  AcceptInvitation: { token: 'kq3J8mX0cTfW1pZr5uVb7yNd2hGs4aLe', newPassword: 'seven sparrows on the roof' },
  ChangePasswordRequest: { currentPassword: 'seven sparrows on the roof', newPassword: 'eight lilies of the field' },
  Login: { email: 'grace.lin@example.org', password: 'seven sparrows on the roof' },
  AccessGrant: {
    accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzIn0.c2lnbmF0dXJl',
    tokenType: 'Bearer',
    expiresIn: 900,
    user,
  },
  Me: {
    ...user,
    permissions: ['members.read', 'giving.read', 'giving.write', 'giving.manage', 'expenses.submit'],
    secondFactor: 'SetUp',
    key: null,
  },
  OpenInvitation: {
    email: 'grace.lin@example.org',
    displayName: 'Grace Lin 林恩慈',
    expiresAt: '2026-03-08T18:20:05.412Z',
  },
  SignInList: list({
    id: 88,
    createdAt: '2026-03-01T18:02:11.004Z',
    lastUsedAt: '2026-03-01T19:10:44.870Z',
    expiresAt: '2026-05-30T18:02:11.004Z',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    ipAddress: '192.0.2.17',
    current: true,
  }),
};

export const REFUSALS: RefusalExamples = {
  postAuthRefresh: { forbidden: STRANGER },
  postAuthLogout: { forbidden: STRANGER },
};
