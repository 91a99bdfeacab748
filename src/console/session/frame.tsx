import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../kit/language-menu.tsx';
import { noteScreen } from '../kit/arrival.ts';
import { usePageTitle } from '../kit/page-title.ts';
import './frame.css';

/** The frame of a page before signing in: the name of the program, the language menu, and a card with a title. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('session');
  usePageTitle(title);
  useEffect(noteScreen, []);
  return (
    <div className="frame">
      <header className="frame-top">
        <p className="frame-name">
          Vestry <span>{t('tagline')}</span>
        </p>
        <LanguageMenu />
      </header>
      <main className="frame-card">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
