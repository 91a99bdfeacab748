import { stringifySetCookie } from 'cookie';
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { Reply, route } from '../../../http/route.ts';
import {
  AcceptInvitation,
  AccessGrant,
  ChangePasswordRequest,
  InvitationPath,
  Login,
  Me,
  OpenInvitation,
  SignInPath,
  SignIns,
} from './schema.ts';
import {
  acceptInvitation,
  changePassword,
  endSignIn,
  type Grant,
  listSignIns,
  login,
  logout,
  me,
  readInvitation,
  refresh,
} from './service.ts';

const COOKIE = 'app_rt';

/** Returns the refresh cookie. An empty token with age zero clears it. */
function cookieHeader({ config }: App, token: string, maxAge: number): Record<string, string> {
  const secure = config.env !== 'development';
  const cookie = { name: COOKIE, value: token, httpOnly: true, sameSite: 'strict', path: '/api/auth', secure, maxAge };
  return { 'Set-Cookie': stringifySetCookie(cookie as never) };
}

const cleared = (app: App) => cookieHeader(app, '', 0);

const granted = (app: App, { access, refreshToken, maxAge }: Grant) =>
  new Reply(access, { headers: cookieHeader(app, refreshToken, maxAge) });

/** The refusal of a sign-in that has ended clears its cookie, too. */
function clearingCookie(app: App, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_refresh_token') return error;
  return new AppError(error.code, error.message, { ...error.details, headers: cleared(app) });
}

export const authRoutes = [
  route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    description:
      'Answers an access token for 15 minutes and sets the cookie `app_rt`. After 5 failures for one e-mail address, or 30 from one network address, within 15 minutes, the answer is 429 for a while.',
    tag: 'Sign-in',
    permission: 'public',
    setsCookie: true,
    body: Login,
    answer: AccessGrant,
    errors: ['invalid_credentials', 'too_many_requests'],
    handle: async (app, { body }, { userAgent }) => granted(app, await login(app, body, { userAgent })),
  }),
  route({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Renew the access token with the refresh cookie',
    description:
      'Send the cookie and no body. The answer replaces the cookie. A token that was replaced more than ten seconds ago ends the whole sign-in, so a client must not send two of these calls at once. With 401 the cookie is cleared: sign in again. A page of a foreign origin that is not in `VESTRY_CORS_ORIGINS` gets 403, with or without a cookie.',
    tag: 'Sign-in',
    permission: 'public',
    security: [{ refreshCookie: [] }],
    setsCookie: true,
    answer: AccessGrant,
    errors: ['invalid_refresh_token', 'forbidden'],
    handle: async (app, _input, { cookie }) => {
      const grant = await refresh(app, cookie(COOKIE)).catch((error: unknown) => {
        throw clearingCookie(app, error);
      });
      return granted(app, grant);
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out; the answer is always 204',
    description:
      'Ends the sign-in of the cookie and clears the cookie. Without a valid cookie the answer is 204, too. A page of a foreign origin that is not in `VESTRY_CORS_ORIGINS` gets 403, and the sign-in continues.',
    tag: 'Sign-in',
    permission: 'public',
    security: [{ refreshCookie: [] }, {}],
    setsCookie: true,
    rawBody: 'ignored',
    errors: ['forbidden'],
    handle: async (app, _input, { cookie }) => {
      await logout(app, cookie(COOKIE));
      return new Reply(undefined, { headers: cleared(app) });
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: "Change the caller's password",
    description:
      'Ends all other sign-ins of the caller. A wrong current password is a `validation_failed` of `currentPassword`, and counts as a failed sign-in.',
    tag: 'Sign-in',
    permission: 'signed-in',
    body: ChangePasswordRequest,
    errors: ['too_many_requests'],
    handle: (app, { body }) => changePassword(app, body),
  }),
  route({
    method: 'GET',
    path: '/api/auth/me',
    summary: "Read the caller's account and permissions",
    tag: 'Sign-in',
    permission: 'signed-in',
    answer: Me,
    handle: (app) => me(app),
  }),
  route({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: "List the caller's sign-ins",
    tag: 'Sign-in',
    permission: 'signed-in',
    answer: SignIns,
    handle: (app) => listSignIns(app),
  }),
  route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    summary: "End one of the caller's sign-ins",
    tag: 'Sign-in',
    permission: 'signed-in',
    params: SignInPath,
    handle: (app, { params }) => endSignIn(app, params.id),
  }),
  route({
    method: 'GET',
    path: '/api/auth/invitations/:token',
    summary: 'Read who an invitation is for',
    tag: 'Sign-in',
    permission: 'public',
    params: InvitationPath,
    answer: OpenInvitation,
    handle: (app, { params }) => readInvitation(app, params.token),
  }),
  route({
    method: 'POST',
    path: '/api/auth/accept-invitation',
    summary: 'Set a password with an invitation, and sign in',
    description:
      'Works once, within seven days of the invitation; afterwards the answer is 404. It is answered like a sign-in.',
    tag: 'Sign-in',
    permission: 'public',
    setsCookie: true,
    body: AcceptInvitation,
    answer: AccessGrant,
    errors: ['not_found'],
    handle: async (app, { body }, { userAgent }) => granted(app, await acceptInvitation(app, body, { userAgent })),
  }),
];
