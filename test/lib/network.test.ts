import { expect, test } from 'vitest';
import { isLinkLocal, networkOf } from '../../src/lib/network.ts';

test.each([
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['2001:db8::5:5:5:5', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:ffff:0:0:9', '2001:db8:0:0'],
  ['2001:db8::9:0:0:0:1', '2001:db8:0:9'],
  ['2001::9:1:2:3:4', '2001:0:0:9'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
])('%s is counted as its /64 network %s, in any spelling', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:203.0.113.5', '::ffff:cb00:7105', '0:0:0:0:0:ffff:cb00:7105'])(
  '%s is counted as 203.0.113.5',
  (address) => {
    expect(networkOf(address)).toBe('203.0.113.5');
  },
);

test('text that is not an address is counted unchanged', () => {
  expect(networkOf('unknown')).toBe('unknown');
});

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '::ffff:169.254.169.254',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::1',
  'fe80::1',
  'FE80::1',
  'febf:ffff::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
])('%s is link-local', (address) => {
  expect(isLinkLocal(address)).toBe(true);
});

test.each([
  '169.253.255.255',
  '169.255.0.0',
  '127.0.0.1',
  '10.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  'fd00::1',
  'fec0::1',
  'a.b',
])('%s is not link-local', (address) => {
  expect(isLinkLocal(address)).toBe(false);
});
