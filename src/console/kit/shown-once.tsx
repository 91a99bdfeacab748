import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { useCopy } from './use-copy.ts';
import './shown-once.css';

type Props = {
  label: string;
  text: string;
  /** What to say below it. */
  children: ReactNode;
  /** False if the screen that shows it takes the focus itself. */
  takesFocus?: boolean;
};

/** A key, a link or another text that is shown only once, with a button to copy it. It gets the focus when it appears. */
export function ShownOnce({ label, text, children, takesFocus = true }: Props) {
  const { t } = useTranslation();
  const { shown, copy } = useCopy<HTMLElement>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus, text]);
  return (
    <Notice tone="warn">
      <div className="shown-once" role="group" aria-label={label} ref={place} tabIndex={-1}>
        <strong>{label}</strong> <code ref={shown}>{text}</code>
        <Button onClick={() => void copy(text, t('copied'))}>{t('copy')}</Button>
      </div>
      {children}
    </Notice>
  );
}
