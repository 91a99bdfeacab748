import type { ReactNode } from 'react';
import './notice.css';

type Props = { tone: 'bad' | 'warn' | 'plain'; children: ReactNode };

/** A message on the page. If its tone is `bad`, a screen reader reads it out at once. */
export function Notice({ tone, children }: Props) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      {children}
    </div>
  );
}
