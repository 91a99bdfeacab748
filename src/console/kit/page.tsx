import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';
import './page.css';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A screen: its heading, what one can do on it, and what it shows. */
export function Screen({ title, actions, children }: Props) {
  usePageTitle(title);
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>{title}</h1>
        {actions && <div className="screen-actions no-print">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
