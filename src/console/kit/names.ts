/** A person's name as it is shown: `Shu-Fen Huang 黃淑芬` in English, `黃淑芬 Shu-Fen Huang` in Chinese. */
import type { Language } from '../i18n/i18n.ts';

export type Names = {
  firstName: string | null;
  lastName: string | null;
  chineseName: string | null;
  nickname?: string | null;
};

/** The name as one text. */
export function nameText(names: Names, language: Language): string {
  const { latin, chinese } = partsOf(names);
  return (language === 'zh-TW' ? [chinese, latin] : [latin, chinese]).filter(Boolean).join(' ');
}

/** Returns the names in Latin letters and in Chinese, each empty if there is none. */
export function partsOf({ firstName, lastName, chineseName, nickname }: Names): { latin: string; chinese: string } {
  const latin = [firstName, lastName].filter(Boolean).join(' ');
  const chinese = chineseName ?? '';
  return {
    latin: latin === '' && chinese === '' ? (nickname ?? '') : latin,
    chinese: chinese === latin ? '' : chinese,
  };
}
