import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Screen } from '../kit/page.tsx';
import type { Guide, Section } from './blocks.ts';
import { Blocks } from './drawn.tsx';
import { guideQuery } from './queries.ts';
import { SECTIONS } from './sections.ts';
import '../kit/table.css';
import './guide.css';

/** The guide through a first year, with its sections as a table of contents. The address names a section. */
export function Page() {
  const { t } = useTranslation('guide');
  return (
    <Screen title={t('title')}>
      <Answer query={useQuery(guideQuery(currentLanguage()))}>{(guide) => <Chapters guide={guide} />}</Answer>
    </Screen>
  );
}

function Chapters({ guide }: { guide: Guide }) {
  const { t } = useTranslation('guide');
  // The browser has looked for the section of the address before the guide was there.
  useEffect(() => {
    const section = document.getElementById(location.hash.slice(1));
    section?.focus({ preventScroll: true });
    section?.scrollIntoView();
  }, []);
  return (
    <div className="guide">
      <nav className="guide-contents no-print" aria-labelledby="guide-contents">
        <h2 id="guide-contents">{t('contents')}</h2>
        <ol>
          {guide.sections.map(({ title }, index) => (
            <li key={title}>
              <a href={`#${SECTIONS[index]}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="guide-text">
        <Blocks blocks={guide.blocks} />
        {guide.sections.map((section, index) => (
          <Chapter key={section.title} section={section} name={SECTIONS[index]} />
        ))}
      </article>
    </div>
  );
}

function Chapter({ section: { title, blocks }, name }: { section: Section; name: string | undefined }) {
  return (
    <section aria-labelledby={name}>
      <h2 id={name} tabIndex={-1}>
        {title}
      </h2>
      <Blocks blocks={blocks} />
    </section>
  );
}
