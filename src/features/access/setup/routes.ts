import type { App } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { type Exchange, route } from '../../../http/route.ts';
import { granted } from '../auth/routes.ts';
import { AccessGrant } from '../auth/schema.ts';
import { OpenSetup, Setup } from './schema.ts';
import { readSetup, setUp } from './service.ts';

const WHERE =
  'Works only until there is a super_admin, from this computer, and while the link that `vestry init`, `start` or `serve` printed is good: one hour. At any other time the response is 404.';

/** Raises `not_found` for a request from another computer, or through a proxy. */
function refuseElsewhere({ isFromHere }: Exchange): void {
  if (!isFromHere()) throw notFound('resource');
}

export const setupRoutes = [
  route({
    method: 'GET',
    path: '/api/setup',
    summary: 'Read what is known about a church that is not set up yet',
    description: WHERE,
    tag: 'Sign-in',
    permission: 'public',
    answer: OpenSetup,
    errors: ['not_found'],
    handle: async (app: App, _input, exchange) => {
      refuseElsewhere(exchange);
      return readSetup(app);
    },
  }),
  route({
    method: 'POST',
    path: '/api/setup',
    summary: 'Set up a church with its first account, and sign in',
    description: `The account becomes a super_admin. The response is the same as for a sign-in. ${WHERE} Failed attempts count as failed sign-ins.`,
    tag: 'Sign-in',
    permission: 'public',
    setsCookie: true,
    body: Setup,
    answer: AccessGrant,
    errors: ['not_found', 'too_many_requests'],
    handle: async (app, { body }, exchange) => {
      refuseElsewhere(exchange);
      return granted(app, await setUp(app, body, { userAgent: exchange.userAgent }));
    },
  }),
];
