import { currentLanguage } from '../i18n/i18n.ts';

/** Returns several texts as one, with the comma of the language of the page: `A, B` in English, `A、B` in Chinese. */
export function listText(texts: readonly string[]): string {
  return texts.join(currentLanguage() === 'zh-TW' ? '、' : ', ');
}
