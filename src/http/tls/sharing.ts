/**
 * Serves the certificate of the authority over plain HTTP, because a device cannot use HTTPS before it trusts the
 * authority. Everything here is public. There are only two addresses, and no request changes anything.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { certificateIn, holderNamed, namesOf } from '../../lib/certificate.ts';
import { STYLE_SOURCE, trustPage } from './trust-page.ts';
import type { TrustLanguage } from './trust-words.ts';

/** What is shared: the authority and the server certificate as PEM texts, and the address of the service. */
export type Shared = { authority: string; server: string; url: string };

type Place = { host: string; port: number };

const LIMITS = { requestTimeout: 10_000, headersTimeout: 5000, maxHeaderSize: 8192 };
const MOST_CONNECTIONS = 100;
/** The origin to which the target of a request belongs. Only its path and its query matter. */
const DEVICE = 'http://device';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Starts to share. Returns the port, and a function that ends it. Throws a SetupError if the port is taken. */
export async function shareAuthority(shared: Shared, { host, port }: Place) {
  const server = http.createServer(LIMITS, responder(shared));
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `Cannot listen on ${host}:${port} (${error.code}). Choose another port with --port.`;
      reject(new SetupError(message, EXIT.inTheWay, error));
    });
    server.listen(port, host, resolve);
  });
  const close = async () => {
    const closed = new Promise((resolve) => void server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close };
}

function responder({ authority, server, url }: Shared): http.RequestListener {
  const certificate = certificateIn(authority);
  const names = namesOf(certificateIn(server));
  const name = holderNamed(certificate);
  return (request, response) => {
    const answer = (status: number, type: string, body: string | Buffer) => {
      response.writeHead(status, { ...HEADERS, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const target = request.url ?? '/';
    if (!URL.canParse(target, DEVICE)) {
      answer(400, 'text/plain', 'This is no address\n');
      return;
    }
    const { pathname, searchParams } = new URL(target, DEVICE);
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, 'text/plain', 'GET only\n');
    else if (pathname === '/ca.crt') answer(200, 'application/x-x509-ca-cert', certificate.raw);
    else if (pathname === '/') {
      const facts = { name, url: addressFor(request.headers.host, names, url) };
      const language = languageFor(searchParams.get('lang'), request.headers['accept-language']);
      answer(200, 'text/html; charset=utf-8', trustPage(facts, language, request.headers['user-agent'] ?? ''));
    } else answer(404, 'text/plain', 'Not found\n');
  };
}

/** Returns the address of the service with the name that the device used, if the certificate is for it. */
function addressFor(host: string | undefined, names: readonly string[], url: string): string {
  const asked = `http://${host}`;
  if (host === undefined || !URL.canParse(asked)) return url;
  const { hostname } = new URL(asked);
  if (!names.includes(hostname.replace(/^\[|\]$/g, ''))) return url;
  const address = new URL(url);
  address.hostname = hostname;
  return address.origin;
}

function languageFor(chosen: string | null, accepted = ''): TrustLanguage {
  if (chosen === 'en' || chosen === 'zh-TW') return chosen;
  return /^\s*zh/i.test(accepted) ? 'zh-TW' : 'en';
}
