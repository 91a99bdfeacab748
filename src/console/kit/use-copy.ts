import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../shell/status.ts';

/**
 * Returns a function that copies a text, and a ref for the element that shows it. If the browser refuses to copy, the
 * element is selected, and the status line asks the person to copy it by hand.
 */
export function useCopy<Shown extends HTMLElement>() {
  const { t } = useTranslation();
  const shown = useRef<Shown>(null);
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      announce(done);
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      announce(t('copyByHand'));
    }
  };
  return { shown, copy };
}
