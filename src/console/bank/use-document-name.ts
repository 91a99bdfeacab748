import { useTranslation } from 'react-i18next';
import { useDocumentText } from '../reports/use-document-text.ts';
import { detailOf, type Named } from './names.ts';

/** Returns a function that names a document: its type, who gave or was paid, and what it is. */
export function useDocumentName(): (document: Named) => string {
  const { t } = useTranslation('bank');
  const textOf = useDocumentText();
  const wordsOf = (document: Named) => textOf({ type: document.type, description: detailOf(document) });
  return (document) => [t(`doc_${document.type}`), document.party, wordsOf(document)].filter(Boolean).join(' · ');
}
