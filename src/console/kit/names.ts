/** A person's name as it is shown: in English `Shu-Fen Huang 黃淑芬`, in Chinese `黃淑芬 Shu-Fen Huang`. */
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

/** The name in Latin letters and the one in Chinese, each empty where there is none. */
export function partsOf({ firstName, lastName, chineseName, nickname }: Names): { latin: string; chinese: string } {
  const latin = [firstName, lastName].filter(Boolean).join(' ');
  const chinese = chineseName ?? '';
  return {
    latin: latin === '' && chinese === '' ? (nickname ?? '') : latin,
    chinese: chinese === latin ? '' : chinese,
  };
}
