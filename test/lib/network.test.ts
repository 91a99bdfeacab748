import { expect, test } from 'vitest';
import { networkOf } from '../../src/lib/network.ts';

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
])('%s counts with its /64, %s, however it is written', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:203.0.113.5', '::ffff:cb00:7105', '0:0:0:0:0:ffff:cb00:7105'])(
  '%s counts as 203.0.113.5',
  (address) => {
    expect(networkOf(address)).toBe('203.0.113.5');
  },
);

test('what is no address counts as it is', () => {
  expect(networkOf('unknown')).toBe('unknown');
});
