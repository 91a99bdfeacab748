import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRoute } from 'wouter';
import { Button } from '../kit/button.tsx';
import { LanguageMenu } from '../kit/language-menu.tsx';
import { useMe } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { NewerBuild } from './newer-build.tsx';
import { type Room, ROOMS, roomsOf } from './rooms.ts';
import { clearStatus, dropOldWords, useStatus } from './status.ts';
import './shell.css';

/** The frame of every screen after signing in: navigation, language menu, account menu and status line. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const rooms = roomsOf(useMe());
  // The outbox runs on every screen. It sends the unsent gifts, and it counts them when somebody wants to sign out.
  useEffect(() => void import('../offerings/entry/own-outbox.ts').then(({ startOutbox }) => startOutbox()), []);
  return (
    <div className="shell">
      <a className="shell-skip" href="#content">
        {t('skip')}
      </a>
      <header className="shell-rail no-print">
        <p className="shell-name">Vestry</p>
        <nav aria-label={t('navigation')}>
          <ul>
            {rooms.map((room) => (
              <li key={room}>
                <RoomLink room={room} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="shell-tools">
          <LanguageMenu />
          <AccountMenu />
        </div>
      </header>
      <div className="shell-body">
        <NewerBuild />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <StatusLine />
      </div>
    </div>
  );
}

function RoomLink({ room }: { room: Room }) {
  const { t } = useTranslation('shell');
  const { href } = ROOMS[room];
  const [isHere] = useRoute(href === '/' ? '/' : `${href}/*?`);
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined}>
      {t(room)}
    </Link>
  );
}

function StatusLine() {
  const { t, i18n } = useTranslation();
  const { status, alert } = useStatus();
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
