/** The languages of the page. Each room has its words, which are loaded with the room and in one language. */
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = { en: 'English', 'zh-TW': '繁體中文' } as const;
export type Language = keyof typeof LANGUAGES;

const i18n = createInstance();
const KEPT_AS = 'vestry-language';

type Module = { words: Record<string, string> };
const modules = import.meta.glob<Module>('../*/words.*.ts');

/** Loads the words of a room when they are first asked for. */
const rooms = {
  type: 'backend' as const,
  init: () => {},
  // i18next accepts a promise as well as a callback (documentation of backend plugins).
  read: async (language: string, room: string) => {
    const load = modules[`../${room}/words.${language}.ts`];
    if (!load) throw new Error(`There are no words of ${room} in ${language}.`);
    return (await load()).words;
  },
};

/** Starts with the language that was chosen last on this computer, or else the browser's. */
export async function startLanguages(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language === 'zh-TW' ? 'zh-Hant' : 'en';
  });
  await i18n
    .use(rooms)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: false,
      supportedLngs: Object.keys(LANGUAGES),
      ns: ['kit'],
      defaultNS: 'kit',
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept !== null && kept in LANGUAGES) return kept as Language;
  return navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) ? 'zh-TW' : 'en';
}

/** Switches every word at once, and remembers the choice on this computer. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT_AS, language);
  await i18n.changeLanguage(language);
}

/** The language in force. */
export function currentLanguage(): Language {
  return i18n.language as Language;
}
