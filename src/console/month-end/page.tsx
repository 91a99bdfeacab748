import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Redirect } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { churchQuery } from '../kit/church.ts';
import { Screen } from '../kit/page.tsx';
import { monthToClose } from './months.ts';
import { savedQuery } from './queries.ts';

/** Leads to the month to close. */
export function Page() {
  const { t } = useTranslation('month-end');
  const church = useQuery(churchQuery);
  return (
    <Answer query={useQuery(savedQuery)}>
      {(saved) =>
        church.data ? (
          <Redirect to={`/month-end/${monthToClose(saved, church.data.today)}`} replace />
        ) : (
          <Screen title={t('title')}>
            <Answer query={church}>{() => null}</Answer>
          </Screen>
        )
      }
    </Answer>
  );
}
