import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../kit/button.tsx';
import { useHasIrs } from '../kit/church.ts';
import { stepsQuery } from './queries.ts';

const HIDDEN = 'vestry-set-up-hidden';
const WAYS = {
  church: '/settings/church',
  opening: '/settings/opening',
  people: '/people/import',
  team: '/settings/users/new',
} as const;

/** What is still to do after a church was set up. The list goes away when everything is done, or when it is hidden. */
export function SetUpSteps() {
  const { t } = useTranslation('home');
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) !== null);
  const { data: done } = useQuery({ ...stepsQuery, enabled: !isHidden });
  const hasIrs = useHasIrs();
  const stepText = (name: keyof typeof WAYS) =>
    t(name === 'church' && !hasIrs ? 'step_churchElsewhere' : `step_${name}`);
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
