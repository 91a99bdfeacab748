/** The guide in each language. The build reads it from its Markdown, and the page loads it when it is first opened. */
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n/i18n.ts';
import type { Guide } from './blocks.ts';

const FILES = import.meta.glob<{ guide: Guide }>('../../../docs/guide*.md');

export const guideQuery = (language: Language) =>
  queryOptions({
    queryKey: ['guide', language],
    queryFn: async (): Promise<Guide> => {
      const load = FILES[`../../../docs/guide${language === 'en' ? '' : `.${language}`}.md`];
      if (!load) throw new Error(`There is no guide in ${language}.`);
      return (await load()).guide;
    },
    staleTime: Infinity,
  });
