/**
 * The languages of the page. Each room has its own words, which are loaded together with the room, and only in the
 * current language.
 */
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { untilLoaded } from '../kit/later.ts';

export const LANGUAGES = { en: 'English', 'zh-TW': '繁體中文' } as const;
export type Language = keyof typeof LANGUAGES;

const i18n = createInstance();
const STORAGE_KEY = 'vestry-language';

type Module = { words: Record<string, string> };
const modules = import.meta.glob<Module>('../*/words.{en,zh-TW}.ts');

/** The i18next backend that loads the words of a room when the page first needs them. */
const rooms = {
  type: 'backend' as const,
  init: () => {},
  // `read` may return a promise instead of calling a callback (i18next documentation, backend plugins).
  read: async (language: string, room: string) => {
    const load = modules[`../${room}/words.${language}.ts`];
    if (!load) throw new Error(`There are no words for ${room} in ${language}.`);
    return (await untilLoaded(load)).words;
  },
};

/** Starts i18next with the language that was last chosen in this browser, or else the browser's own language. */
export async function startLanguages(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language === 'zh-TW' ? 'zh-Hant' : 'en';
  });
  // A choice in another tab applies to this one, too.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && isLanguage(newValue)) void i18n.changeLanguage(newValue);
  });
  await i18n
    .use(rooms)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: false,
      supportedLngs: Object.keys(LANGUAGES),
      // The words of the sign-in page are loaded with those of the kit, so that it waits once instead of three times.
      ns: ['kit', 'session', 'problems'],
      defaultNS: 'kit',
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

function isLanguage(text: string | null): text is Language {
  return text !== null && text in LANGUAGES;
}

function firstLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) ? 'zh-TW' : 'en';
}

/** Changes the language of the whole page and of other tabs, and stores the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await i18n.changeLanguage(language);
}

/** Returns the name that the service has for a language. */
export function localeOf(language: Language): 'en-US' | 'zh-TW' {
  return language === 'en' ? 'en-US' : language;
}

/** Returns the current language. */
export function currentLanguage(): Language {
  return i18n.language as Language;
}
