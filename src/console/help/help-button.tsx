import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../kit/button.tsx';
import { later } from '../kit/later.ts';
import { asksForHelp, guideAt, topicOf } from './topics.ts';

const HelpDialog = later(() => import('./help-dialog.tsx'), 'HelpDialog');

/** The button that opens the help for the present room. The key `?` opens it, too. */
export function HelpButton() {
  const { t } = useTranslation('shell');
  const [path] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
      if (asksForHelp(event, isTyping)) setIsOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="?" onClick={() => setIsOpen(true)}>
        {t('help')}
      </Button>
      {isOpen && (
        <Suspense>
          <HelpDialog topic={topicOf(path)} guide={guideAt(path)} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
