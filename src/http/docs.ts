/**
 * `GET /api/docs`: a page for reading the OpenAPI document and trying out the API. Its policy allows no other host. The
 * page is Swagger UI; the build copies the two files that it needs to `dist/docs`.
 */
import { readBuilt, readPage } from '../package.ts';
import { Fixed, type Route, route } from './route.ts';

/**
 * Allows only files of this service, and calls only to this service. `data:` is for the arrows of Swagger UI. React
 * sets styles through the CSSOM, which needs no permission.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

export const docsRoutes: readonly Route[] = [
  page(),
  file('docs.js', SCRIPT, () => readPage('api-docs.js')),
  file('docs.css', STYLE, () => readPage('api-docs.css')),
  file('swagger-ui-bundle.js', SCRIPT, () => readBuilt('docs/swagger-ui-bundle.js')),
  file('swagger-ui.css', STYLE, () => readBuilt('docs/swagger-ui.css')),
];

function page(): Route {
  let html: Fixed | undefined;
  return route({
    method: 'GET',
    path: '/api/docs',
    summary: 'Read and try out the API in a browser',
    tag: 'Documents',
    permission: 'public',
    produces: 'text/html',
    isShipped: true,
    handle: async () =>
      (html ??= new Fixed(readPage('api-docs.html'), { contentType: 'text/html; charset=utf-8', policy: POLICY })),
  });
}

/** Returns a route for one file. Each file has its own route, so no request can name another file on the disk. */
function file(name: string, contentType: string, read: () => string): Route {
  let kept: Fixed | undefined;
  return route({
    method: 'GET',
    path: `/api/docs/${name}`,
    summary: `Load a file of the API page: ${name}`,
    tag: 'Documents',
    permission: 'public',
    produces: contentType.replace(/;.*/, ''),
    isShipped: true,
    handle: async () => (kept ??= new Fixed(read(), { contentType })),
  });
}
