import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { HelpButton } from '../help/help-button.tsx';
import { Button } from '../kit/button.tsx';
import { LanguageMenu } from '../kit/language-menu.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { clearStatus, dropOldWords, leaveScreen, useStatus } from './status.ts';
import './shell.css';

/** The frame of every screen after signing in: navigation, language menu, account menu and status line. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  // The outbox runs on every screen. It sends the unsent gifts, and it counts them when somebody wants to sign out. A
  // stored expense counts, too.
  useEffect(() => {
    void import('../offerings/entry/own-outbox.ts').then(({ startOutbox }) => startOutbox());
    void import('../expenses/hand-in/kept.ts').then(({ openKept }) => openKept());
  }, []);
  return (
    <div className="shell">
      <a className="shell-skip" href="#content">
        {t('skip')}
      </a>
      <header className="shell-rail no-print">
        <p className="shell-name">Vestry</p>
        <Navigation />
        <div className="shell-tools">
          <LanguageMenu />
          <AccountMenu />
          <HelpButton />
        </div>
      </header>
      <div className="shell-body">
        <Notices />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <StatusLine />
      </div>
    </div>
  );
}

function StatusLine() {
  const { t, i18n } = useTranslation();
  const { status, alert } = useStatus();
  const [path] = useLocation();
  useEffect(leaveScreen, [path]);
  const shownLanguage = useRef(i18n.language);
  useEffect(() => {
    if (shownLanguage.current !== i18n.language) dropOldWords();
    shownLanguage.current = i18n.language;
  }, [i18n.language]);
  return (
    <>
      <div className="shell-status no-print" role="status" data-empty={status === undefined || undefined}>
        {status && (
          <>
            <span>{typeof status.text === 'string' ? status.text : status.text()}</span>
            {status.undo && (
              <Button
                kind="quiet"
                onClick={() => {
                  status.undo?.();
                  clearStatus();
                }}
              >
                {t('undo')}
              </Button>
            )}
          </>
        )}
      </div>
      <div className="visually-hidden" aria-live="assertive">
        {alert}
      </div>
    </>
  );
}
