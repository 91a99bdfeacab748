import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Notice } from '../kit/notice.tsx';
import { PersonName } from '../kit/person-name.tsx';
import { useSettled } from '../kit/use-settled.ts';
import { useCan } from '../session/session.ts';
import { doublesAmong, searchedName } from './doubles.ts';
import type { Typed } from './fields.ts';
import { sameNameQuery } from './queries.ts';

/** Names the people who have the name that is being typed, once typing pauses. */
export function LikelyDoubles({ typed: { firstName, lastName, chineseName } }: { typed: Typed }) {
  const { t } = useTranslation('people');
  const mayRead = useCan('members.read');
  const named = { firstName, lastName, chineseName: chineseName.trim() || null };
  const search = useSettled(searchedName(named));
  const { data: found = [] } = useQuery(sameNameQuery(mayRead ? search : ''));
  const doubles = search === '' ? [] : doublesAmong(found, named);
  return (
    <div aria-live="polite">
      {doubles.length > 0 && (
        <Notice tone="warn">
          {t('likelyDouble')}
          <ul className="plain-people">
            {doubles.map((one) => (
              <li key={one.id}>
                <Link href={`/people/${one.id}`}>
                  <PersonName names={one} />
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
