import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { inOrderOf } from '../kit/names.ts';
import { useDocumentText } from '../reports/use-document-text.ts';
import { detailOf, type Named } from './names.ts';

/** Returns a function that names a document: its type, who gave or was paid, and what it is. */
export function useDocumentName(): (document: Named) => string {
  const { t } = useTranslation('bank');
  const textOf = useDocumentText();
  const wordsOf = (document: Named) => textOf({ type: document.type, description: detailOf(document) });
  const partyOf = ({ party }: Named) => inOrderOf(party ?? '', currentLanguage());
  return (document) => [t(`doc_${document.type}`), partyOf(document), wordsOf(document)].filter(Boolean).join(' · ');
}
