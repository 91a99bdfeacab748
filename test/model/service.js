/** The service under test, on a data directory of its own, and a client that keeps its connections. */
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { Place } from '../torture/place.js';

const CLOCK = fileURLToPath(new URL('clock.js', import.meta.url));
/** Half past six in the evening in Chicago, and the next day in Taipei and Auckland. */
export const NOW = Date.parse('2026-11-18T23:30:00.000Z');
const CONNECTIONS = 8;
/** A run may last longer than an access token. */
const RENEWED_MS = 8 * 60_000;

export class Service {
  place = new Place();
  directory = this.place.directory();
  #agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #people = new Map();
  #sent = 0;

  /** Starts the service. Its process is in `zone`, which need not be the time zone of the church. */
  async start(zone) {
    const ahead = String(NOW - Date.now());
    this.env = { TZ: zone, NODE_OPTIONS: `--import ${CLOCK}`, MODEL_CLOCK_AHEAD_MS: ahead };
    this.process = this.place.service(this.directory, { env: this.env });
    this.port = await this.process.ready;
    this.addPerson('admin', { email: 'admin@vestry.local', password: 'Vestry-dev-1' });
    const { body } = await this.ask('admin', 'GET', '/api/openapi.json');
    const methods = Object.entries(body.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    this.routes = new Set(methods);
    this.document = body;
  }

  addPerson(name, { email, password }) {
    this.#people.set(name, { email, password, token: undefined, at: 0 });
  }

  /** Returns the number of requests that were sent. */
  get sent() {
    return this.#sent;
  }

  async #tokenOf(name) {
    const person = this.#people.get(name);
    if (person.token !== undefined && performance.now() - person.at < RENEWED_MS) return person.token;
    const { email, password } = person;
    const { status, body } = await this.#send({ method: 'POST', path: '/api/auth/login', body: { email, password } });
    if (status !== 200) throw new Error(`Signing in as ${email} returned status ${status}.`);
    Object.assign(person, { token: body.accessToken, at: performance.now() });
    return person.token;
  }

  /** Sends one request as this person and returns its status and body. */
  async ask(name, method, path, body) {
    return this.#send({ method, path, body, token: await this.#tokenOf(name) });
  }

  #send({ method, path, body, token }) {
    this.#sent += 1;
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    };
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.port, method, path, headers, agent: this.#agent };
      const request = http.request(options, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('error', reject);
        answer.once('end', () => {
          const text = Buffer.concat(parts).toString();
          const isJson = (answer.headers['content-type'] ?? '').includes('json');
          resolve({ status: answer.statusCode, body: isJson && text ? JSON.parse(text) : text });
        });
      });
      request.on('error', (error) => {
        // The service closes connections that were idle, for example while hledger was adding up.
        if (error.code === 'ECONNRESET' && request.reusedSocket) resolve(this.#send({ method, path, body, token }));
        else reject(error);
      });
      request.end(bytes);
    });
  }

  /** Runs a command on the data directory to its end and returns its exit code and output. */
  async command(...args) {
    const { child, ended } = this.place.vestry([...args, '--data-dir', this.directory], { env: this.env });
    // Place keeps only the last output.
    const parts = [];
    child.stdout.on('data', (text) => parts.push(text));
    const { code, stderr } = await ended;
    return { code, stdout: parts.join(''), stderr };
  }

  async stop() {
    this.#agent.destroy();
    const { code, stderr } = (await this.process?.stop()) ?? {};
    return { code, stderr };
  }

  remove() {
    this.#agent.destroy();
    this.place.remove();
  }
}
