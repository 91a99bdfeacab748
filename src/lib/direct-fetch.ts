/**
 * A fetch that never connects to a link-local address. It checks the address to which it really connects, so a host
 * name that resolves differently a moment later cannot bypass the check. It does not follow redirects, and does not
 * decompress responses.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isLinkLocal } from './network.ts';

const NO_CONTENT = new Set([204, 205, 304]);

/**
 * Rejects if the address is link-local or the connection fails. If the request is aborted, rejects with the reason of
 * its signal.
 */
export const directFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  // Node does not call `lookup` for a host that is already an IP address.
  if (isLinkLocal(url.hostname.replace(/^\[|\]$/g, ''))) throw refused(url.hostname);
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), 'content-length': body.length };
  const options = { method: request.method, headers, agent: false, lookup, signal: request.signal };
  const sent = (url.protocol === 'https:' ? https : http).request(url, options).end(body);
  const [answer] = (await once(sent, 'response').catch((error: unknown) => {
    throw request.signal.aborted ? request.signal.reason : error;
  })) as [IncomingMessage];
  const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
  const stream = NO_CONTENT.has(status) ? null : (Readable.toWeb(answer) as ReadableStream);
  const lines = Object.entries(answer.headersDistinct).map(([name, values]): [string, string] => [
    name,
    values?.join(', ') ?? '',
  ]);
  return new Response(stream, { status, statusText, headers: lines });
};

/** Resolves a name to its addresses, without link-local ones. */
const lookup: LookupFunction = (name, options, done) => {
  resolve(name, { ...options, all: true }, (error, found: LookupAddress[] | undefined) => {
    const usable = (found ?? []).filter(({ address }) => !isLinkLocal(address));
    const [first] = usable;
    if (error || !first) done(error ?? refused(name), []);
    else if (options.all) done(null, usable);
    else done(null, first.address, first.family);
  });
};

function refused(host: string): Error {
  return new Error(`${host} is a link-local address.`);
}
