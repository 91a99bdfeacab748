/**
 * Uses libfaketime to set the clock of a running service back one year and forward ten years, as an empty battery or a
 * mistake could. The service must continue, no sign-in may last for years, a request must not be carried out twice
 * before its idempotency key expires, and the audit log must still verify.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBooks } from '../books.js';
import { call, signIn } from '../call.js';

const LIBRARIES = '/usr/lib';
const BACK = '-365d';
const FORWARD = '+3650d';
const RIGHT = '+0';
const ROUNDS = 3;

export async function torturePart({ place, findings, rounds = ROUNDS }) {
  const library = findLibrary();
  if (!library) {
    findings.skip('libfaketime is not installed');
    return;
  }
  const directory = place.directory();
  const hand = path.join(place.directory(), 'clock');
  const setClock = (offset) => writeFileSync(hand, offset);
  setClock(RIGHT);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: hand,
    FAKETIME_NO_CACHE: '1',
    // Timers use the monotonic clock, which does not jump.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const service = place.service(directory, { env });
  const port = await service.ready;
  for (let round = 0; round < rounds; round += 1) {
    for (const offset of [BACK, FORWARD])
      await jump({ findings, port, setClock, offset, key: `clock-${round}${offset}` });
    findings.count('rounds');
  }
  const { code, stderr } = await service.stop();
  findings.expect(code === 0, `the service ended with ${code}: ${stderr}`);
  for (const fault of readBooks(directory).faults) findings.complain(fault);
  const proof = await place.vestry(['audit', 'verify', '--data-dir', directory]).ended;
  findings.expect(proof.code === 0, `the audit log is broken: ${proof.stdout}`);
}

/** Returns the path of libfaketime. On Debian, the folder is named after the processor type. */
function findLibrary() {
  if (process.platform !== 'linux') return undefined;
  const places = readdirSync(LIBRARIES).map((kind) => path.join(LIBRARIES, kind, 'faketime', 'libfaketimeMT.so.1'));
  return places.find((file) => existsSync(file));
}

/** Sets the clock to a wrong time and back to the right time, and checks the responses at each time. */
async function jump({ findings, port, setClock, offset, key }) {
  const ask = (token, method, route, options) => call(port, method, route, { token, ...options });
  const expectStatus = async (what, wanted, asked) => {
    const { status, body, headers } = await asked;
    findings.expect(status === wanted, `${what} at ${offset} answered ${status} ${JSON.stringify(body)}`);
    return { body, headers };
  };
  const refresh = (cookie) => call(port, 'POST', '/api/auth/refresh', { headers: { cookie } });
  setClock(RIGHT);
  const before = await signIn(port);
  const gift = {
    body: { categoryId: 1, amount: 5, date: '2024-03-01', method: 'Cash' },
    headers: { 'idempotency-key': key },
  };
  const first = await expectStatus('a giving', 201, ask(before.token, 'POST', '/api/givings', gift));
  setClock(offset);
  await expectStatus('health', 200, call(port, 'GET', '/api/health'));
  const there = await signIn(port);
  const again = await expectStatus('the same giving', 201, ask(there.token, 'POST', '/api/givings', gift));
  const isSame = again.body.id === first.body.id;
  findings.expect(isSame === (offset === BACK), `the idempotency key is ${isSame ? '' : 'not '}known at ${offset}`);
  await expectStatus('a statement', 200, ask(there.token, 'GET', '/api/monthly-statements/2024/3'));
  setClock(RIGHT);
  if (offset === FORWARD) {
    await expectStatus('a token of the future', 401, ask(there.token, 'GET', '/api/auth/me'));
    await expectStatus('a sign-in of the future', 401, refresh(there.cookie));
  }
  await expectStatus('the first token', 200, ask(before.token, 'GET', '/api/auth/me'));
  await expectStatus('the first sign-in', 200, refresh(before.cookie));
}
