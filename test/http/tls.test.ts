import { AREAS } from '../../src/routes.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bind } from '../../src/http/server.ts';
import { fileApp } from '../support/app.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/certificate.ts';

let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  const made = await fileApp();
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-tls-'));
  const [tlsCert, tlsKey] = [path.join(dir, 'cert.pem'), path.join(dir, 'key.pem')];
  writeFileSync(tlsCert, CERTIFICATE);
  writeFileSync(tlsKey, CERTIFICATE_KEY);
  const config = { ...made.app.config, port: 0, tlsCert, tlsKey };
  const listener = await bind(config);
  listener.serve({ ...made.app, config }, AREAS);
  port = Number(new URL(listener.localUrl).port);
  close = async () => {
    await listener.close();
    await made.close();
    rmSync(dir, { recursive: true });
  };
});
afterAll(() => close());

/** Connects as a client that offers only this TLS version. Returns the version of the connection, or the error code. */
function shakeHands(version: SecureVersion): Promise<string> {
  return new Promise((resolve) => {
    // Security level 0 lets this client offer outdated versions, so that the refusal comes from the service.
    const only = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' };
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...only }, () => {
      resolve(socket.getProtocol() ?? '');
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
}

test('a connection uses TLS 1.2 or 1.3, and never an older version', async () => {
  expect(await shakeHands('TLSv1.3')).toBe('TLSv1.3');
  expect(await shakeHands('TLSv1.2')).toBe('TLSv1.2');
  expect(await shakeHands('TLSv1.1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  expect(await shakeHands('TLSv1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
});

test('responses over TLS tell browsers to use only TLS for a year', async () => {
  const policy = await new Promise((resolve, reject) => {
    const target = { port, host: '127.0.0.1', path: '/api/health', rejectUnauthorized: false };
    https.get(target, (answer) => resolve(answer.resume().headers['strict-transport-security'])).on('error', reject);
  });
  expect(policy).toBe('max-age=31536000');
});
