/** Sends raw requests, reads the responses, and prints a request as a command that repeats it. */
import { Agent, request } from 'node:http';

export type Request = {
  method: string;
  /** The path and query as sent. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
};

export type Answer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The values of the Set-Cookie headers. */
  cookies: readonly string[];
  body: Buffer;
  /** The body parsed as JSON, or undefined if it is not JSON. */
  json: any; // eslint-disable-line typescript/no-explicit-any
};

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends one request. Rejects if the connection breaks before the response is complete. */
export function send(url: string, { method, target, headers, body }: Request): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = request(
      { hostname, port, path: target, method, headers: { ...headers, ...length }, agent },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const flat = Object.entries(answer.headersDistinct).map(([name, values]) => [
            name,
            (values ?? []).join(', '),
          ]);
          const all = Buffer.concat(chunks);
          const named = Object.fromEntries(flat) as Record<string, string>;
          const json = (named['content-type'] ?? '').includes('json') ? parsed(all) : undefined;
          const cookies = answer.headers['set-cookie'] ?? [];
          resolve({ status: answer.statusCode ?? 0, headers: named, cookies, body: all, json });
        });
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The service closes a connection after five idle seconds, possibly just as this request is sent.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, { method, target, headers, body }));
      else reject(error);
    });
    sent.end(body);
  });
}

/** Closes the idle connections. */
export function hangUp(): void {
  agent.destroy();
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

const LONGEST_SHOWN = 3000;

/** Returns a curl command for a request, after a comment line that names the role whose access token is `$TOKEN`. */
export function asCurl(url: string, { method, target, headers, body }: Request, role: string): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    const shown = name === 'authorization' && value.length > 100 ? 'Bearer $TOKEN' : value;
    return `-H ${name === 'authorization' ? `"${name}: ${shown}"` : quoted(Buffer.from(`${name}: ${shown}`, 'latin1'))}`;
  });
  const data = body === undefined ? [] : [`--data-binary ${quoted(body)}`];
  const how = method === 'HEAD' ? '-I' : `-i -X ${method}`;
  return [
    `# as ${role}`,
    ['curl', how, '--path-as-is', ...lines, ...data, quoted(Buffer.from(url + target))].join(' '),
  ].join('\n');
}

/** Quotes bytes as bash's `$'...'`, which allows escapes. */
function quoted(bytes: Buffer): string {
  const shown = bytes.subarray(0, LONGEST_SHOWN);
  const text = Array.from(shown, (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
  return `$'${text}'${bytes.length > shown.length ? ` # ${bytes.length} bytes in all` : ''}`;
}
