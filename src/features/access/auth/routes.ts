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

/** Returns the header that sets the refresh cookie. An empty token with age zero clears the cookie. */
function cookieHeader({ config }: App, token: string, maxAge: number): Record<string, string> {
  const secure = config.env !== 'development';
  const cookie = { name: COOKIE, value: token, httpOnly: true, sameSite: 'strict', path: '/api/auth', secure, maxAge };
  return { 'Set-Cookie': stringifySetCookie(cookie as never) };
}

const cleared = (app: App) => cookieHeader(app, '', 0);

/** Returns the response to a sign-in: the access token, and the cookie. */
export const granted = (app: App, { access, refreshToken, maxAge }: Grant) =>
  new Reply(access, { headers: cookieHeader(app, refreshToken, maxAge) });

/** Returns the error to raise. If the sign-in has ended, this is an error whose response also clears the cookie. */
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
      'Returns an access token that is valid for 15 minutes, and sets the cookie `app_rt`. After 5 failures for one e-mail address within 15 minutes, or 30 from one network address, the response is 429 for a while.',
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
      'Send the cookie and no body. The response replaces the cookie. If a cookie is sent again more than ten seconds after it was replaced, the whole sign-in ends. Therefore, a client must not send two of these requests at once. A response of 401 clears the cookie, and the user must sign in again. A page of another origin that is not in `VESTRY_CORS_ORIGINS` gets 403, with or without a cookie.',
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
    summary: 'Sign out',
    description:
      'Ends the sign-in to which the cookie belongs, and clears the cookie. The response is 204 even without a valid cookie. A page of another origin that is not in `VESTRY_CORS_ORIGINS` gets 403, and the sign-in continues.',
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
      'Ends all other sign-ins of the caller. A wrong current password gets `validation_failed` for the field `currentPassword`, and counts as a failed sign-in.',
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
      'An invitation works once, within seven days. The response is the same as for a sign-in. If the invitation was used or has expired, the response is 404.',
    tag: 'Sign-in',
    permission: 'public',
    setsCookie: true,
    body: AcceptInvitation,
    answer: AccessGrant,
    errors: ['not_found'],
    handle: async (app, { body }, { userAgent }) => granted(app, await acceptInvitation(app, body, { userAgent })),
  }),
];
