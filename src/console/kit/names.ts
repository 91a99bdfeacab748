/** Formats a person's name: `Shu-Fen Huang 黃淑芬` in English, `黃淑芬 Shu-Fen Huang` in Chinese. */
import { namesShown } from '../../lib/person-name.ts';
import type { Language } from '../i18n/i18n.ts';

export type Names = {
  firstName: string | null;
  lastName: string | null;
  chineseName: string | null;
  nickname?: string | null;
};

/** Returns the full name as one text. In Chinese, the Chinese name comes first. In English, it comes last. */
export function nameText(names: Names, language: Language): string {
  const { latin, chinese } = partsOf(names);
  return (language === 'zh-TW' ? [chinese, latin] : [latin, chinese]).filter(Boolean).join(' ');
}

const DECEASED = { en: (name: string) => `${name} (deceased)`, 'zh-TW': (name: string) => `${name}（已故）` };

/** Returns the full name as a box offers it. Somebody who died is marked, because a gift may still arrive late. */
export function choiceText(person: Names & { isDeceased?: boolean | undefined }, language: Language): string {
  const name = nameText(person, language);
  return person.isDeceased === true ? DECEASED[language](name) : name;
}

/**
 * Returns the name in Latin letters and the Chinese name. A name that the person does not have is returned as an empty
 * text. If the person has neither, `latin` is the nickname.
 */
export function partsOf(names: Names): { latin: string; chinese: string } {
  const { latin, chinese } = namesShown(names);
  return { latin: latin === '' && chinese === '' ? (names.nickname ?? '') : latin, chinese };
}

/** A name as the service writes it: the name in Latin letters, then the Chinese name. */
const WRITTEN = /^([\p{Script=Latin}\p{M}\p{P}\s]+) (\p{Script=Han}{2,4})$/u;

/** Returns names that the service wrote as one text, such as `Shu-Fen Huang 黃淑芬`, in the order of a language. */
export function inOrderOf(written: string, language: Language): string {
  if (language !== 'zh-TW') return written;
  return written
    .split(', ')
    .map((name) => name.replace(WRITTEN, '$2 $1'))
    .join(', ');
}
