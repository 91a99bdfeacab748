import { stringifySetCookie } from 'cookie';
import type { App } from '../../../app.ts';
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

export const authRoutes = [
  route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    tag: 'Sign-in',
    permission: 'public',
    body: Login,
    answer: AccessGrant,
    errors: ['invalid_credentials', 'too_many_requests'],
    handle: async (app, { body }, { userAgent }) => granted(app, await login(app, body, { userAgent })),
  }),
  route({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Renew the access token with the refresh cookie',
    tag: 'Sign-in',
    permission: 'public',
    answer: AccessGrant,
    errors: ['invalid_refresh_token', 'forbidden'],
    refusalHeaders: (app, { code }) => (code === 'invalid_refresh_token' ? cleared(app) : {}),
    handle: async (app, _input, { cookie }) => granted(app, await refresh(app, cookie(COOKIE))),
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out; the answer is always 204',
    tag: 'Sign-in',
    permission: 'public',
    ignoresBody: true,
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
    tag: 'Sign-in',
    permission: 'public',
    body: AcceptInvitation,
    answer: AccessGrant,
    errors: ['not_found'],
    handle: async (app, { body }, { userAgent }) => granted(app, await acceptInvitation(app, body, { userAgent })),
  }),
];
