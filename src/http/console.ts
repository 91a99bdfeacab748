/**
 * The web app in the package: its page, for the address of every screen, and the files that the page loads. Browsers do not
 * store the page, and keep for good the files that it names, whose names have a hash.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { App } from '../app.ts';
import { AppError, notFound } from '../errors.ts';
import { builtFiles, readBuiltBytes } from '../package.ts';
import { adapt, type Request } from './handle.ts';
import { Fixed, type Route, route } from './route.ts';

const FOLDER = 'console';
const PAGE = 'index.html';

/** A style that react-aria adds to the page: `touch-action` for everything that can be pressed. */
const LIBRARY_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** Scripts, styles, pictures and calls come only from this service, and no inline script runs (CSP 3). */
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

/** The build puts a hash of the contents into these names, so a cached file is never out of date. */
const HASHED = /^assets\//;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The request listener for everything outside `/api`. */
export function createConsole(app: App): RequestListener {
  const page = adapt(app, fileRoute(PAGE, '/(page)'));
  const nothing = adapt(app, () => notFound('page'));
  const wrongMethod = adapt(app, () => {
    throw new AppError('method_not_allowed', 'This address accepts only GET, HEAD.', { extra: { allow: 'GET, HEAD' } });
  });
  let files: ReadonlyMap<string, ReturnType<typeof adapt>> | undefined;
  return (request, response: ServerResponse) => {
    const asked = asRequest(request as Request);
    // Read at the first request, so that a start does not look for them.
    files ??= new Map(builtFiles(FOLDER).map((name) => [`/${name}`, adapt(app, fileRoute(name, `/${name}`))]));
    const file = files.get(asked.path);
    const handler =
      asked.method !== 'GET' && asked.method !== 'HEAD' ? wrongMethod : (file ?? (wantsPage(asked) ? page : nothing));
    void handler(asked, response);
  };
}

/** Polka needs only the path of a request. The page ignores the query. */
function asRequest(request: Request): Request {
  const path = /^[^?#]*/.exec(request.url ?? '/')?.[0] ?? '/';
  return Object.assign(request, { path, search: null, query: {}, params: {} });
}

/**
 * A browser that opens or reloads a screen asks for HTML, while a missing script or picture is a 404. The root is
 * always the page.
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

/** Returns the better of the two compressed forms that the client accepts, or none. */
function encodingOf(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}

function read(name: string, encoding: Encoding, contentType: string): Fixed {
  const bytes = readBuiltBytes(`${FOLDER}/${name}.${encoding === 'br' ? 'br' : 'gz'}`);
  return new Fixed(encoding === 'identity' ? gunzipSync(bytes) : bytes, {
    contentType,
    ...(name === PAGE && { policy: POLICY, cacheControl: 'no-store' }),
    ...(HASHED.test(name) && { cacheControl: FOR_EVER }),
    headers: { Vary: 'Accept-Encoding', ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
  });
}
