/** The language of the messages of some commands. */
import { Option } from 'commander';

export const LANGUAGES = ['en', 'zh-TW'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The flag that chooses the language of the messages. */
export const languageOption = (): Option =>
  new Option('--lang <language>', 'the language of the messages (as LANG of the terminal)').choices(LANGUAGES);

/**
 * Returns the language that a flag names, or else that of the terminal. Chinese is Traditional Chinese, unless the
 * terminal uses simplified characters.
 */
export function languageOf({ lang }: { lang?: unknown }, environment: NodeJS.ProcessEnv = process.env): Language {
  if (lang === 'en' || lang === 'zh-TW') return lang;
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const locale = LC_ALL || LC_MESSAGES || LANG || '';
  return /^zh(?!.*(?:cn|sg|hans))/i.test(locale) ? 'zh-TW' : 'en';
}
