/**
 * A fetch that connects only to addresses that it accepts. It checks the address to which it really connects, so a host
 * name that resolves differently a moment later cannot bypass the check. It does not follow redirects, and does not
 * decompress responses.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { servesSecrets } from './network.ts';

const NO_CONTENT = new Set([204, 205, 304]);

type Accepts = (address: string) => boolean;

/** The host has no address that is accepted. */
export class AddressRefused extends Error {}

/**
 * A fetch that never connects to an address at which cloud providers serve secrets. Rejects for such an address, and if
 * the connection fails. If the request is aborted, rejects with the reason of its signal.
 */
export const directFetch = directFetchTo((address) => !servesSecrets(address));

/**
 * Returns a fetch that connects only to the IP addresses that `accepts` accepts. It rejects with AddressRefused for any
 * other address.
 */
export function directFetchTo(accepts: Accepts): typeof fetch {
  const lookup = lookupOf(accepts);
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Node does not call `lookup` for a host that is already an IP address.
    if (isIP(host) !== 0 && !accepts(host)) throw refused(url.hostname);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), 'content-length': body.length };
    // The signal of a Request is lost with the Request, which may be before the whole response was read.
    const signal = init?.signal ?? request.signal;
    const options = { method: request.method, headers, agent: false, lookup, signal };
    const sent = (url.protocol === 'https:' ? https : http).request(url, options).end(body);
    const answer = await answerTo(sent).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
    const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
    const stream = NO_CONTENT.has(status) ? null : (Readable.toWeb(answer) as ReadableStream);
    const lines = Object.entries(answer.headersDistinct).map(([name, values]): [string, string] => [
      name,
      values?.join(', ') ?? '',
    ]);
    return new Response(stream, { status, statusText, headers: lines });
  };
}

/** The number of interim responses (RFC 9110, 15.2) after which a server is cut off. */
const MOST_INTERIM = 8;

/**
 * Waits for the response. Rejects if the connection closes without one, also after an answer that switches to another
 * protocol (101), for which Node.js emits neither a response nor an error.
 */
function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  let interim = 0;
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.once('close', () => reject(new Error('The connection was closed without a response.')));
    sent.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM) sent.destroy(new Error('There were too many interim responses.'));
    });
  });
}

/** Returns a look-up that resolves a name to those of its addresses that are accepted. */
function lookupOf(accepts: Accepts): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[] | undefined) => {
      const usable = (found ?? []).filter(({ address }) => accepts(address));
      const [first] = usable;
      if (error || !first) done(error ?? refused(name), []);
      else if (options.all) done(null, usable);
      else done(null, first.address, first.family);
    });
  };
}

function refused(host: string): Error {
  return new AddressRefused(`${host} has no address to which Vestry may connect.`);
}
