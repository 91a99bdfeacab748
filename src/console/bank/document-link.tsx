import { Link } from 'wouter';
import { MarkedText } from '../kit/marked-text.tsx';
import { sourceOf } from '../reports/reports.ts';
import { useMe } from '../session/session.ts';
import { hasRoom } from '../shell/rooms.ts';
import type { BankDocument } from './queries.ts';
import { useDocumentName } from './use-document-name.ts';

/** The name of a document. It is a link to the document if there is a screen that the person may open. */
export function DocumentLink({
  document,
}: {
  document: Pick<BankDocument, 'type' | 'id' | 'description' | 'reference'> & { party?: string | null };
}) {
  const me = useMe();
  const name = useDocumentName()(document);
  const to = sourceOf({ type: document.type as 'Payment', id: document.id }, {});
  const isHidden = document.type === 'Giving' && !me.permissions.includes('giving.read');
  if (!to || !hasRoom(me, to.room) || isHidden) return <MarkedText text={name} />;
  return (
    <Link href={to.href}>
      <MarkedText text={name} />
    </Link>
  );
}
