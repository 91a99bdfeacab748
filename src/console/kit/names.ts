/** Formats a person's name: `Shu-Fen Huang 黃淑芬` in English, `黃淑芬 Shu-Fen Huang` in Chinese. */
import type { Language } from '../i18n/i18n.ts';

export type Names = {
  firstName: string | null;
  lastName: string | null;
  chineseName: string | null;
  nickname?: string | null;
};

/** Returns the name as one text, in the order of the language. */
export function nameText(names: Names, language: Language): string {
  const { latin, chinese } = partsOf(names);
  return (language === 'zh-TW' ? [chinese, latin] : [latin, chinese]).filter(Boolean).join(' ');
}

/**
 * Returns the name in Latin letters and the Chinese name. Each is empty if the person has none. A person with neither
 * name is shown with the nickname. If both names are equal, the Chinese one is returned as empty.
 */
export function partsOf({ firstName, lastName, chineseName, nickname }: Names): { latin: string; chinese: string } {
  const latin = [firstName, lastName].filter(Boolean).join(' ');
  const chinese = chineseName ?? '';
  return {
    latin: latin === '' && chinese === '' ? (nickname ?? '') : latin,
    chinese: chinese === latin ? '' : chinese,
  };
}
