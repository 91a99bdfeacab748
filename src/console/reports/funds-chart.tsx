import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoney } from '../../lib/money.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Chart } from '../kit/chart.tsx';
import { minorOf, moneyText } from '../kit/money.ts';
import { nameOf } from '../kit/record-name.ts';
import { type FiscalYear, type FundBalances, fundsQuery, fundsOfYearQuery, type Named } from './queries.ts';
import { yearName } from './years.ts';

/** The chart of the balance of each fund at the beginning and at the end of a fiscal year. */
export function FundsChart({ year }: { year: FiscalYear }) {
  const names = useQuery(fundsQuery);
  return (
    <Answer query={useQuery(fundsOfYearQuery(year.year))}>
      {({ funds }) => <Answer query={names}>{(named) => <Funds {...{ year, funds, named }} />}</Answer>}
    </Answer>
  );
}

type Props = { year: FiscalYear; funds: FundBalances['funds']; named: readonly Named[] };

function Funds({ year, funds, named }: Props) {
  const { t } = useTranslation('reports');
  const language = currentLanguage();
  const shown = useMemo(() => funds.filter(({ opening, closing }) => opening !== 0 || closing !== 0), [funds]);
  const labels = useMemo(() => {
    const byId = new Map(named.map((one) => [one.id, nameOf(one, language)]));
    return shown.map(({ fundId, name }) => byId.get(fundId ?? 0) ?? name);
  }, [shown, named, language]);
  const series = useMemo(
    () => [
      { name: t('atBeginning'), values: shown.map(({ opening }) => minorOf(opening)) },
      { name: t('atEnd'), values: shown.map(({ closing }) => minorOf(closing)) },
    ],
    [shown, t],
  );
  if (shown.length === 0) return null;
  return (
    <Chart
      title={t('fundsOfYear')}
      sentence={t('fundsSentence', {
        year: yearName(year),
        opening: moneyText(addMoney(...(series[0]?.values ?? []))),
        closing: moneyText(addMoney(...(series[1]?.values ?? []))),
      })}
      pointTitle={t('fund')}
      labels={labels}
      points="names"
      series={series}
      kind="groups"
      unit="amount"
    />
  );
}
