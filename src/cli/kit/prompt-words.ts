/** What the questions of inquirer say by themselves, in each language. */
import type { Language } from './language.ts';

const en = {
  cancelled: 'Cancelled; nothing was changed.',
  yes: 'Yes',
  no: 'No',
  answer: 'Answer with Yes or No.',
  /** The keys of a list. In English, the library says what they do. */
  keys: {} as Readonly<Record<string, string>>,
};

const zhTW: typeof en = {
  cancelled: '已取消；沒有任何更動。',
  yes: '是',
  no: '否',
  answer: '請回答「是」或「否」，也可以按 y 或 n。',
  keys: {
    navigate: '移動',
    select: '選取',
    submit: '確定',
    all: '全選',
    invert: '反選',
    'toggle visibility': '顯示或隱藏',
  },
};

/** The words of each language. */
export const PROMPT_WORDS: Readonly<Record<Language, typeof en>> = { en, 'zh-TW': zhTW };

/** Returns the theme that gives the questions of the library the words of a language. */
export function themeIn(language: Language): object {
  const { yes, no, answer, keys } = PROMPT_WORDS[language];
  if (language === 'en') return {};
  const keysHelpTip = (tips: readonly [key: string, action: string][]) =>
    tips.map(([key, action]) => `${key} ${keys[action] ?? action}`).join(' • ');
  return { keywords: { yes, no, error: () => answer }, style: { keysHelpTip } };
}
