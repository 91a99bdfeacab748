import { useTranslation } from 'react-i18next';
import { changeLanguage, type Language, LANGUAGES } from '../i18n/i18n.ts';
import { MenuButton } from './menu-button.tsx';

/** The menu that changes the language of the page. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const choices = Object.entries(LANGUAGES).map(([id, label]) => ({
    id,
    label,
    lang: id === 'zh-TW' ? 'zh-Hant' : 'en',
    isChosen: i18n.language === id,
  }));
  return <MenuButton label={t('language')} choices={choices} onChoose={(id) => void changeLanguage(id as Language)} />;
}
