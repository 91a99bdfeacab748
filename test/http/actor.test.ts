import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress, isFromHere } from '../../src/http/actor.ts';

const request = (forwarded?: string) =>
  ({ socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  [0, '203.0.113.9', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  [2, '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [1, '203.0.113.9:40001', '203.0.113.9'],
  [1, '[2001:db8::1]:40001', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, 'whatever the client wrote', '10.0.0.1'],
  [3, '203.0.113.9', '10.0.0.1'],
])('with %i trusted proxies, a request with X-Forwarded-For %s comes from %s', (proxies, forwarded, address) => {
  expect(clientAddress(request(forwarded), proxies)).toBe(address);
});

test.each([
  ['127.0.0.1', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['192.168.1.5', {}, true],
  ['192.168.1.6', {}, false],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1, [::1]:40001' }, true],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, false],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' }, false],
  ['127.0.0.1', { 'x-forwarded-for': 'unknown' }, false],
  ['127.0.0.1', { 'x-real-ip': '203.0.113.9' }, false],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
  ['192.168.1.6', { 'x-forwarded-for': '127.0.0.1' }, false],
])('a request from %s with %j comes from this computer: %s', (remoteAddress, headers, isHere) => {
  const socket = { remoteAddress, localAddress: '192.168.1.5' };
  expect(isFromHere({ socket, headers } as unknown as IncomingMessage)).toBe(isHere);
});
