import type { ReactNode } from 'react';
import './notice.css';

type Props = { tone: 'bad' | 'warn' | 'plain'; children: ReactNode };

/** A message in its place. Errors are read out at once. */
export function Notice({ tone, children }: Props) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      {children}
    </div>
  );
}
