import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Answer } from '../kit/answer.tsx';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { Facts } from './facts.tsx';
import type { Field } from './fields.ts';
import { type Rules, rulesQuery, saveRules } from './queries.ts';
import { RecordForm } from './record-form.tsx';

/** The limits above which an expense needs more than one person. */
export function Limits() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('users.manage');
  const fields: Field[] = [
    { name: 'secondApprovalAbove', label: t('secondApproval'), kind: 'amount', help: t('secondApprovalHelp') },
    { name: 'payerMayApproveUpTo', label: t('payerMayApprove'), kind: 'amount', help: t('payerMayApproveHelp') },
  ];
  return (
    <section className="screen-part">
      <h2>{t('part_limits')}</h2>
      <p className="settings-help">{t('limitsHelp')}</p>
      <Answer query={useQuery(rulesQuery)}>
        {(seen) =>
          mayWrite ? (
            <RecordForm<Rules>
              label={t('part_limits')}
              groups={[{ fields }]}
              before={seen}
              readAgain={() => queryClient.fetchQuery({ ...rulesQuery, staleTime: 0 })}
              save={(body, basis) => saveRules(body, (basis ?? seen).etag)}
              saidWhenDone={t('saved')}
              onDone={() => {}}
            />
          ) : (
            <>
              <Facts record={seen.record} fields={fields} />
              {seen.record.secondApprovalAbove === null && seen.record.payerMayApproveUpTo === null && (
                <p>{t('noLimits')}</p>
              )}
            </>
          )
        }
      </Answer>
    </section>
  );
}
