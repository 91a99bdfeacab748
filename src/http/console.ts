/**
 * Serves the console, the web app in this package. It consists of one page, which is the response for every screen, and
 * the files that the page loads. Browsers never store the page. They may keep the other files forever, because the
 * names of these files contain a hash of their contents.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { App } from '../app.ts';
import { AppError, notFound } from '../errors.ts';
import { builtFiles, readBuiltBytes } from '../package.ts';
import { adapt, type Request } from './handle.ts';
import { asRefusal } from './problem.ts';
import { Fixed, type Route, route } from './route.ts';

const FOLDER = 'console';
const PAGE = 'index.html';

/** The hash of a style element that react-aria adds to the page: `touch-action` for everything that can be pressed. */
const LIBRARY_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/**
 * Allows only scripts, styles, fonts and pictures of this service, and calls only to this service. Also allows pictures
 * at `blob:` and `data:` addresses. Inline scripts are refused (CSP 3).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${LIBRARY_STYLE}`,
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The names of files in this folder contain a hash of their contents, so a cached file is never out of date. */
const HASHED = /^assets\//;
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Returns the request listener for all addresses outside `/api`. */
export function createConsole(app: App): RequestListener {
  const page = adapt(app, fileRoute(PAGE, '/(page)'));
  const nothing = adapt(app, () => notFound('page'));
  const wrongMethod = adapt(app, () => {
    throw new AppError('method_not_allowed', 'This address accepts only GET, HEAD.', { extra: { allow: 'GET, HEAD' } });
  });
  let files: ReadonlyMap<string, ReturnType<typeof adapt>> = new Map();
  const list = () => new Map(builtFiles(FOLDER).map((name) => [`/${name}`, adapt(app, fileRoute(name, `/${name}`))]));
  return (request, response: ServerResponse) => {
    const asked = asRequest(request as Request);
    // The files are listed at the first request, to keep the start fast, and again if there were none.
    try {
      if (files.size === 0) files = list();
    } catch (error) {
      void adapt(app, () => asRefusal(error))(asked, response);
      return;
    }
    const file = files.get(asked.path);
    const handler =
      asked.method !== 'GET' && asked.method !== 'HEAD' ? wrongMethod : (file ?? (wantsPage(asked) ? page : nothing));
    void handler(asked, response);
  };
}

/**
 * Returns the request with the fields that polka would add. The query stays empty, because the console does not use it.
 */
function asRequest(request: Request): Request {
  const path = /^[^?#]*/.exec(request.url ?? '/')?.[0] ?? '/';
  return Object.assign(request, { path, search: null, query: {}, params: {} });
}

/**
 * True if the response is the page. A browser that opens or reloads a screen accepts HTML. Any other request for an
 * unknown address, such as for a missing script, gets 404. The root is always the page.
 */
function wantsPage({ headers, path }: Request): boolean {
  return path === '/' || (headers.accept?.includes('text/html') === true && !path.startsWith('/assets/'));
}

function fileRoute(name: string, path: string): Route {
  const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const kept = new Map<string, Fixed>();
  return route({
    method: 'GET',
    path,
    summary: 'A file of the web page',
    tag: 'Documents',
    permission: 'public',
    isShipped: true,
    produces: contentType,
    handle: async (_app, _input, { header }) => {
      const encoding = encodingOf(header('accept-encoding') ?? '');
      const known = kept.get(encoding) ?? read(name, encoding, contentType);
      kept.set(encoding, known);
      return known;
    },
  });
}

type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the best encoding that the client accepts. */
function encodingOf(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}

function read(name: string, encoding: Encoding, contentType: string): Fixed {
  const bytes = readBuiltBytes(`${FOLDER}/${name}.${encoding === 'br' ? 'br' : 'gz'}`);
  return new Fixed(encoding === 'identity' ? gunzipSync(bytes) : bytes, {
    contentType,
    ...(name === PAGE && { policy: POLICY, cacheControl: 'no-store' }),
    ...(HASHED.test(name) && { cacheControl: FOR_GOOD }),
    headers: { Vary: 'Accept-Encoding', ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
  });
}
