import { expect, test } from 'vitest';
import { isLinkLocal, networkOf, servesSecrets } from '../../src/lib/network.ts';

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
])('%s is link-local, where cloud providers serve secrets', (address) => {
  expect(isLinkLocal(address)).toBe(true);
  expect(servesSecrets(address)).toBe(true);
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
  expect(servesSecrets(address)).toBe(false);
});

test.each([
  ['Alibaba Cloud', '100.100.100.200'],
  ['Alibaba Cloud', '::ffff:100.100.100.200'],
  ['Alibaba Cloud', '64:ff9b::6464:64c8'],
  ['Azure', '168.63.129.16'],
  ['Azure', '::ffff:a83f:8110'],
  ['Oracle', '192.0.0.192'],
  ['Oracle', '::c000:c0'],
  ['Oracle', '2002:c000:c0::1'],
  ['Oracle', 'fd00:c1::a9fe:a9fe'],
  ['Oracle', 'fd00:c1::169.254.169.254'],
  ['AWS', 'fd00:ec2::254'],
  ['AWS', 'FD00:0EC2:0:0:0:0:0:0254'],
  ['AWS', 'fd00:ec2::23'],
  ['Google', 'fd20:ce::254'],
  ['Scaleway', 'fd00:42::42'],
])('%s serves secrets at %s', (_, address) => {
  expect(servesSecrets(address)).toBe(true);
  expect(isLinkLocal(address)).toBe(false);
});

test.each([
  '100.100.100.201',
  '100.64.0.1',
  '168.63.129.17',
  '192.0.0.193',
  'fd00:ec2::255',
  'fd20:ce::1',
  'fd00:c1::1',
])('no cloud provider is known to serve secrets at %s', (address) => {
  expect(servesSecrets(address)).toBe(false);
});
