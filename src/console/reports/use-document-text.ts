import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { documentText } from './document-text.ts';
import { nameOf } from '../kit/record-name.ts';
import { partNamesQuery } from './queries.ts';

/** Returns a function that describes a document in the language of the page. In English, the service has done it. */
export function useDocumentText(): (document: { type: string; description: string }) => string {
  const { t } = useTranslation('reports');
  const { t: expenses } = useTranslation('expenses');
  const language = currentLanguage();
  const isEnglish = language === 'en';
  const { data } = useQuery({ ...partNamesQuery, enabled: !isEnglish });
  if (isEnglish) return ({ description }) => description;
  const words = {
    method: (name: string) => expenses(`method_${name}` as 'method_Cash'),
    category: (name: string) => {
      const found = data?.categories.find((one) => one.name === name);
      return found && nameOf(found, language);
    },
    phrase: (name: string, values = {}) => t(`said_${name}` as 'said_separator', values),
  };
  return (document) => documentText(document, words);
}
