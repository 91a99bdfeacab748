import { stringifySetCookie } from 'cookie';
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { type Exchange, Reply, route } from '../../../http/route.ts';
import type { CookieToken, Device, Grant } from './grants.ts';
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
  listSignIns,
  login,
  logout,
  me,
  readInvitation,
  refresh,
} from './service.ts';

const REFRESH_COOKIE = 'app_rt';
const DEVICE_COOKIE = 'app_device';

/** Returns the line that sets a cookie. An empty token with age zero clears it. */
function cookieLine({ config }: App, name: string, { token, maxAge }: CookieToken): string {
  const secure = config.env !== 'development';
  const cookie = { name, value: token, httpOnly: true, sameSite: 'strict', path: '/api/auth', secure, maxAge };
  return stringifySetCookie(cookie as never);
}

const cleared = (app: App) => ({ 'Set-Cookie': cookieLine(app, REFRESH_COOKIE, { token: '', maxAge: 0 }) });

/** Returns the response to a sign-in: the access token, and the cookies. */
export function granted(app: App, { access, refreshToken, maxAge, device }: Grant): Reply<AccessGrant> {
  const lines = [cookieLine(app, REFRESH_COOKIE, { token: refreshToken, maxAge })];
  if (device) lines.push(cookieLine(app, DEVICE_COOKIE, device));
  return new Reply(access, { headers: { 'Set-Cookie': lines } });
}

/** Returns what the browser of a request sends along. */
export function deviceOf({ userAgent, cookie, ownOrigin }: Exchange): Device {
  const origin = ownOrigin();
  const host = origin === undefined ? undefined : new URL(origin).hostname;
  return { userAgent, token: cookie(DEVICE_COOKIE), host };
}

/**
 * Returns the error to throw. If the sign-in has ended, this is an error whose response also clears the cookie. If only
 * the token was replaced, the browser has, or soon gets, the cookie of the other response, and keeps it.
 */
function clearingCookie(app: App, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_refresh_token') return error;
  if (error.details.extra?.['reason'] === 'Replaced') return error;
  return new AppError(error.code, error.message, { ...error.details, headers: cleared(app) });
}

export const authRoutes = [
  route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    description:
      'Returns an access token that is valid for 15 minutes, and sets the cookie `app_rt`. After 5 failures for one e-mail address within 15 minutes, or 30 from one network address, the response is 429 for a while. If the account has a second factor, the response is 401 `second_factor_required` with a `ticket` for `POST /api/auth/second-factor` and the `methods` that the account has.',
    tag: 'Sign-in',
    permission: 'public',
    setsCookie: true,
    body: Login,
    answer: AccessGrant,
    errors: ['invalid_credentials', 'second_factor_required', 'too_many_requests'],
    handle: async (app, { body }, exchange) => granted(app, await login(app, body, deviceOf(exchange))),
  }),
  route({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Renew the access token with the refresh cookie',
    description:
      'Send the cookie and no body. The response replaces the cookie. If a cookie is sent again more than ten seconds after it was replaced, the whole sign-in ends. Therefore, a client must not send two of these requests at once. Sooner, the response is 401 with the `reason` `Replaced`, and the cookie of the first response stays. Any other 401 clears the cookie, and the user must sign in again. A page of another origin that is not in `VESTRY_CORS_ORIGINS` gets 403, with or without a cookie.',
    tag: 'Sign-in',
    permission: 'public',
    security: [{ refreshCookie: [] }],
    setsCookie: true,
    answer: AccessGrant,
    errors: ['invalid_refresh_token'],
    handle: async (app, _input, { cookie }) => {
      const grant = await refresh(app, cookie(REFRESH_COOKIE)).catch((error: unknown) => {
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
    handle: async (app, _input, { cookie }) => {
      await logout(app, cookie(REFRESH_COOKIE));
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
    beforeSecondFactor: true,
    peopleOnly: true,
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
    beforeSecondFactor: true,
    answer: Me,
    handle: (app) => me(app),
  }),
  route({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: "List the caller's sign-ins",
    tag: 'Sign-in',
    permission: 'signed-in',
    beforeSecondFactor: true,
    peopleOnly: true,
    answer: SignIns,
    handle: (app) => listSignIns(app),
  }),
  route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    summary: "End one of the caller's sign-ins",
    tag: 'Sign-in',
    permission: 'signed-in',
    beforeSecondFactor: true,
    peopleOnly: true,
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
      'An invitation works once, within seven days. The response is the same as for a sign-in. If the invitation was used or has expired, the response is 404. If the account has a second factor, the password is set and the response is 401 `second_factor_required`, as for a sign-in.',
    tag: 'Sign-in',
    permission: 'public',
    setsCookie: true,
    body: AcceptInvitation,
    answer: AccessGrant,
    errors: ['not_found', 'second_factor_required'],
    handle: async (app, { body }, exchange) => granted(app, await acceptInvitation(app, body, deviceOf(exchange))),
  }),
];
