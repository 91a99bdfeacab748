import { Link } from 'wouter';
import type { FigureRow } from '../kit/figure-table.tsx';
import { useMe } from '../session/session.ts';
import { hasRoom } from '../shell/rooms.ts';
import { sourceOf } from './reports.ts';

type Days = { from?: string; to?: string };

/** Returns a function that links the name of a row to what is behind its figures in these days. */
export function linkTo(days: Days | ((type: string) => Days)) {
  return (row: FigureRow, text: string) => (
    <SourceLink source={row.source} days={typeof days === 'function' ? days(row.source?.type ?? '') : days}>
      {text}
    </SourceLink>
  );
}

type Props = { source: FigureRow['source']; days?: Days; children: string };

/** A text that is a link to an account, a fund, a category or a document, if the person may see it. */
export function SourceLink({ source, days = {}, children }: Props) {
  const me = useMe();
  const to = sourceOf(source, days);
  const isHidden = source?.type === 'Giving' && !me.permissions.includes('giving.read');
  return to && hasRoom(me, to.room) && !isHidden ? <Link href={to.href}>{children}</Link> : children;
}
