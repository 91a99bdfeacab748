import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { queryClient } from '../session/query-client.ts';
import type { Field } from './fields.ts';
import {
  rolesQuery,
  saveSecondFactorRules,
  secondFactorRulesQuery,
  type SecondFactorRules as Rules,
} from './queries.ts';
import { RecordForm } from './record-form.tsx';
import { roleName } from './role-names.ts';

/** Which roles need a second factor. */
export function SecondFactorRules() {
  const { t } = useTranslation('settings');
  const { data: roles = [] } = useQuery(rolesQuery);
  const options = (advised: readonly string[]) =>
    roles.map((role) => ({
      value: role.name,
      label: roleName(role),
      ...(advised.includes(role.name) && { help: t('advisedRole') }),
    }));
  const fields = (advised: readonly string[]): Field[] => [
    { name: 'requiredRoles', label: t('requiredRoles'), kind: 'list', options: options(advised) },
  ];
  return (
    <section className="screen-part">
      <h2>{t('part_secondFactor')}</h2>
      <p className="settings-help">{t('secondFactorHelp')}</p>
      <Answer query={useQuery(secondFactorRulesQuery)}>
        {(seen) => (
          <RecordForm<Rules>
            label={t('part_secondFactor')}
            groups={[{ fields: fields(seen.record.advisedRoles) }]}
            before={seen}
            readAgain={() => queryClient.fetchQuery({ ...secondFactorRulesQuery, staleTime: 0 })}
            save={(body, basis) => saveSecondFactorRules(body, (basis ?? seen).etag)}
            saidWhenDone={t('saved')}
            onDone={() => {}}
          />
        )}
      </Answer>
      <p>
        <Link href="/settings/users">{t('whoHasNone')}</Link>
      </p>
    </section>
  );
}
