/**
 * Finds the route of a request, with polka. To keep the start fast, the routes of an area are loaded at the first
 * request for that area. `cli/commands/serve.ts` loads the remaining areas soon after the start, so that the service
 * keeps working when a newer version is installed over its files.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import polka, { type Router } from 'polka';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { createConsole } from './console.ts';
import { adapt, type Request } from './handle.ts';
import { answerPreflight } from './headers.ts';
import { hostsOf } from './hosts.ts';
import { asRefusal } from './problem.ts';
import type { Route } from './route.ts';

/** Routes that are loaded together, and the words that their addresses begin with (`/api/WORD/...`). */
export type Area = { words: readonly string[]; load: () => Promise<readonly Route[]> };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

/** Returns the request listener of the service. */
export function createListener(app: App, areas: readonly Area[]): RequestListener {
  const byWord = new Map(areas.flatMap((area) => area.words.map((word) => [word, area] as const)));
  const handlers = new Map<Area | undefined, RequestListener>([[undefined, createHandler(app, [])]]);
  const load = async (area: Area): Promise<RequestListener> => {
    try {
      const handler = createHandler(app, await area.load());
      handlers.set(area, handler);
      return handler;
    } catch (error) {
      const refuse = adapt(app, () => asRefusal(error));
      return (request, response) => void refuse(request as Request, response);
    }
  };
  const isOurs = hostsOf(app.config);
  const showConsole = createConsole(app);
  return (request, response) => {
    takeAbsolute(request);
    // A preflight for a foreign host is refused below, like any other request for that host.
    if (isOurs(request.headers.host ?? '') && answerPreflight(app.config, request, response)) return;
    if (!isCall(request.url ?? '')) {
      showConsole(request, response);
      return;
    }
    const area = byWord.get(wordOf(request.url ?? ''));
    const handler = handlers.get(area);
    if (handler) handler(request, response);
    else if (area) void load(area).then((handle) => handle(request, response));
  };
}

/**
 * Converts a request address in absolute form, which proxies may send, to a path. Its host replaces the Host header
 * (RFC 9112 section 3.2.2).
 */
function takeAbsolute(request: IncomingMessage): void {
  const [all = '', host] = /^https?:\/\/([^/?]*)/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = request.url?.slice(all.length).replace(/^(?!\/)/, '/') ?? '/';
}

/** True if an address belongs to the API. All other addresses belong to the console. */
function isCall(address: string): boolean {
  return /^\/api(?:[/?]|$)/.test(address);
}

/** Returns the word after `/api/` in an address, which identifies the area. */
export function wordOf(address: string): string {
  return /^\/api\/([^/?]*)/.exec(address)?.[1] ?? '';
}

/** Returns the request listener for a route table. */
function createHandler(app: App, table: readonly Route[]): RequestListener {
  const refuse = adapt(app, (request) => refuseUnrouted(allowedAt(request.path)));
  const router = polka({ onNoMatch: refuse });
  const allowedAt = (path: string) =>
    METHODS.filter((method) => {
      const found = router.find(method, path);
      return found && !found.handlers.includes(refuse);
    });
  // A parameter must not match a fixed word: DELETE /expenses/mine gets 405, although DELETE /expenses/:id exists.
  for (const isFixed of [isWord, endsWithWord]) {
    const routes = table.filter(isFixed);
    for (const route of routes) register(app, router, route);
    for (const path of new Set(routes.map((route) => route.path))) {
      for (const method of METHODS) if (!router.find(method, path)) router.add(method, path, refuse);
    }
  }
  for (const route of table.filter((one) => !isWord(one) && !endsWithWord(one))) register(app, router, route);
  return (request, response) => router.handler(request, response);
}

const isWord = ({ path }: Route) => !path.includes(':');
const endsWithWord = ({ path }: Route) => path.includes(':') && !/\/:\w+$/.test(path);

function register(app: App, router: Router, route: Route): void {
  const handler = adapt(app, route);
  router.add(route.method, route.path, handler);
  if (route.method === 'GET') router.add('HEAD', route.path, handler);
}

function refuseUnrouted(allowed: readonly string[]): AppError {
  if (allowed.length === 0) return new AppError('not_found', 'There is nothing at this address.');
  const allow = allowed.join(', ');
  return new AppError('method_not_allowed', `This address accepts only ${allow}.`, { extra: { allow } });
}
