/** The names of accounts, funds, categories and ministries, which a church may also name in Chinese. */
import { currentLanguage, type Language } from '../i18n/i18n.ts';

/** A record with its English name, and the Chinese one if the church has entered it. */
export type NamedRecord = { name: string; nameZh: string | null };

/** Returns the Chinese name in Chinese, if there is one, and otherwise the English name. */
export function nameOf({ name, nameZh }: NamedRecord, language: Language = currentLanguage()): string {
  return language === 'zh-TW' && nameZh ? nameZh : name;
}
