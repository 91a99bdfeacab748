/** Finds people who have the name that is being typed. */
import { expect, test } from 'vitest';
import { doublesAmong, searchedName } from '../../../src/console/people/doubles.ts';

const named = (firstName: string, lastName: string, chineseName: string | null = null) => ({
  firstName,
  lastName,
  chineseName,
});

test('a name is searched once both parts or a Chinese name are typed', () => {
  expect(searchedName(named('Mei', ''))).toBe('');
  expect(searchedName(named(' Mei ', 'Lin'))).toBe('Mei Lin');
  expect(searchedName(named('Mei', 'Lin', '林美玲'))).toBe('林美玲');
  expect(searchedName(named('', '', '林'))).toBe('');
});

test('only people with the whole name in common are doubles', () => {
  const found = [named('Mei-Ling', 'Lin', '林美玲'), named('Mei', 'Linden')];
  expect(doublesAmong(found, named('Meiling', 'Lin'))).toEqual([found[0]]);
  expect(doublesAmong(found, named('M', 'L', '林美玲'))).toEqual([found[0]]);
  expect(doublesAmong(found, named('Mei', 'Lin'))).toEqual([]);
});
