import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { hasIrs, rulingCountry } from '../../lib/country.ts';
import { Button } from '../kit/button.tsx';
import { useHasIrs } from '../kit/church.ts';
import { answerOf, client } from '../session/api.ts';

const HIDDEN = 'vestry-set-up-hidden';
const WAYS = {
  church: '/settings/church',
  opening: '/settings/opening',
  people: '/people/import',
  team: '/settings/users/new',
} as const;

/** Which steps after the set-up of a church are done: its address and, in the United States, its EIN, the opening, people, and more accounts. */
const stepsQuery = queryOptions({
  queryKey: ['set-up-steps'],
  queryFn: async () => {
    const [profile, { date }, members, users] = await Promise.all([
      answerOf(client.GET('/api/church-profile')),
      answerOf(client.GET('/api/books/opening')),
      answerOf(client.GET('/api/members', { params: { query: { pageSize: 1 } } })),
      answerOf(client.GET('/api/users', { params: { query: { pageSize: 1 } } })),
    ]);
    const needsEin = hasIrs(rulingCountry(profile));
    return {
      church: profile.address !== null && (profile.ein !== null || !needsEin),
      opening: date !== null,
      people: members.totalCount > 0,
      team: users.totalCount > 1,
    };
  },
});

/** What is still to do after a church was set up. The list goes away when everything is done, or when it is hidden. */
export function SetUpSteps() {
  const { t } = useTranslation('home');
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) !== null);
  const { data: done } = useQuery({ ...stepsQuery, enabled: !isHidden });
  const needsEin = useHasIrs();
  const stepText = (name: keyof typeof WAYS) =>
    t(name === 'church' && !needsEin ? 'step_churchElsewhere' : `step_${name}`);
  const names = Object.keys(WAYS) as (keyof typeof WAYS)[];
  if (isHidden || !done || names.every((name) => done[name])) return null;
  const hide = () => {
    localStorage.setItem(HIDDEN, 'yes');
    setHidden(true);
  };
  return (
    <section className="sheet home-steps">
      <h2>{t('steps')}</h2>
      <ol>
        {names.map((name) => (
          <li key={name} data-done={done[name] || undefined}>
            {done[name] ? (
              <>
                <span aria-hidden="true">✓ </span>
                {t('stepDone', { step: stepText(name) })}
              </>
            ) : (
              <Link href={WAYS[name]}>{stepText(name)}</Link>
            )}
          </li>
        ))}
      </ol>
      <Button kind="quiet" onClick={hide}>
        {t('hideSteps')}
      </Button>
    </section>
  );
}
