import { type ReactNode, useEffect, useRef } from 'react';
import { MarkedText } from './marked-text.tsx';
import { isFirstScreen } from './arrival.ts';
import { usePageTitle } from './page-title.ts';
import './page.css';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** The frame of a screen: its heading, its action buttons, and its content. */
export function Screen({ title, actions, children }: Props) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => takeFocus(heading.current), []);
  return (
    <div className="screen">
      <header className="screen-head">
        <h1 ref={heading} tabIndex={-1}>
          <MarkedText text={title} />
        </h1>
        {actions && <div className="screen-actions no-print">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/**
 * Moves the focus to the heading of a screen, so that a screen reader reads the heading out. Does nothing on the first
 * screen after the page was loaded, or if a field of the screen already has the focus.
 */
function takeFocus(heading: HTMLElement | null): void {
  const hasField = document.activeElement?.closest('main') != null;
  if (!isFirstScreen() && !hasField) heading?.focus({ preventScroll: true });
}
