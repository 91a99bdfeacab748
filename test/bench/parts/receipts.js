import http from 'node:http';
import { memoryOf, peakOver } from '../memory.js';
import { daemonArguments, request } from '../process.js';

const MIB = 1024 * 1024;
const SIZE = 10 * MIB;
const AT_ONCE = 20;
const ROUNDS = 3;
const BOUNDARY = 'vestry-bench';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
/** The greatest allowed growth of the daemon's memory, in MiB. */
const LIMIT = 50;

/** Measures the memory of the daemon while 20 receipts of 10 MiB are uploaded or downloaded at once, on Linux only. */
export async function measurePart(workspace) {
  if (process.platform !== 'linux') return [];
  const daemon = await workspace.start(daemonArguments(workspace.directory(), 'development'));
  const { port, child } = daemon;
  const body = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  const { accessToken: token } = await request(port, 'POST', '/api/auth/login', { body });
  const paths = [];
  for (let n = 0; n < AT_ONCE; n++) paths.push(await addExpense(port, token));
  const bytes = Buffer.alloc(SIZE, 'a receipt ');
  bytes.write('%PDF-1.7\n');
  const upload = (path) => transfer(port, { method: 'PUT', path, token, body: bytes, type: 'application/pdf' });
  const form = (path) => transfer(port, { method: 'PUT', path, token, body: inForm(bytes), type: FORM });
  const download = (path) => transfer(port, { method: 'GET', path, token });
  // The first requests also load code, which is not measured.
  await upload(paths[0]);
  await form(paths[0]);
  await download(paths[0]);
  const idle = memoryOf(child.pid, 'VmRSS');
  const growth = (work) => peakOver(idle, child.pid, () => Promise.all(paths.map(work)));
  const growths = { upload: [], 'form upload': [], download: [] };
  for (let round = 0; round < ROUNDS; round++) {
    growths.upload.push(await growth(upload));
    growths['form upload'].push(await growth(form));
    growths.download.push(await growth(download));
  }
  await daemon.stop();
  return Object.entries(growths).map(([what, rounds]) => result(what, rounds));
}

function result(what, rounds) {
  const most = Math.max(...rounds);
  return {
    name: `receipts: memory that ${AT_ONCE} ${what}s of 10 MiB at once add / the limit`,
    ours: most,
    floor: LIMIT,
    unit: 'MiB',
    ratio: most / LIMIT,
    ratios: rounds.map((round) => round / LIMIT),
    atMost: 1,
    atLeast: 0,
    isMet: most <= LIMIT,
  };
}

async function addExpense(port, token) {
  const body = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-01-04', amount: 12.5, description: 'Lunch' };
  const { id } = await request(port, 'POST', '/api/expenses', { token, body });
  return `/api/expenses/${id}/receipt`;
}

function inForm(bytes) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="receipt.pdf"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Sends one request on a new connection. Fails unless the status is 200 and a download has the length of a receipt. */
function transfer(port, { method, path, token, body, type }) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': type, 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      let length = 0;
      answer.on('data', (chunk) => (length += chunk.length));
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200 && (body || length === SIZE)) resolve();
        else reject(new Error(`${method} ${path} answered ${answer.statusCode} with ${length} bytes`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
