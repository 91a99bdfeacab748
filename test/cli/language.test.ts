import { expect, test } from 'vitest';
import { languageOf } from '../../src/cli/kit/language.ts';

test.each([
  [{ LANG: 'zh_TW.UTF-8' }, 'zh-TW'],
  [{ LANG: 'zh_HK.UTF-8' }, 'zh-TW'],
  [{ LANG: 'zh_CN.UTF-8' }, 'en'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{}, 'en'],
  [{ LANG: 'zh_TW.UTF-8', LC_ALL: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: '', LC_MESSAGES: 'zh_TW.UTF-8' }, 'zh-TW'],
])('the environment %j means %s', (environment, language) => {
  expect(languageOf({}, environment)).toBe(language);
});

test('the flag wins over the environment', () => {
  expect(languageOf({ lang: 'en' }, { LANG: 'zh_TW.UTF-8' })).toBe('en');
  expect(languageOf({ lang: 'zh-TW' }, { LANG: 'en_US.UTF-8' })).toBe('zh-TW');
});
