import type { ReactNode } from 'react';
import { Pager } from './pager.tsx';
import { useAddress } from './use-address.ts';

type Props = {
  list: { items: readonly unknown[]; page: number; totalPages: number };
  /** The sentence for an empty list. */
  empty: string;
  /** How many rows all pages have. */
  note: string;
  children: ReactNode;
};

/** A page of a list: its table below a note, or a sentence if there is nothing, and the buttons to the other pages. */
export function PagedRows({ list: { items, page, totalPages }, empty, note, children }: Props) {
  const address = useAddress();
  return (
    <>
      {items.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <>
          <p className="list-note">{note}</p>
          {children}
        </>
      )}
      <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
    </>
  );
}
