import type { ReactNode } from 'react';
import './home.css';

/** A task on the home screen: what there is to do, and the link that leads to it. */
export function Task({ children }: { children: ReactNode }) {
  return <section className="sheet home-task">{children}</section>;
}
