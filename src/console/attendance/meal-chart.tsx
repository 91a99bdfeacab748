import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Chart } from '../kit/chart.tsx';
import { dateText } from '../kit/dates.ts';
import { averageOf, FIELDS, GROUPS, type Meal } from './counts.ts';

/** The chart of the meals of a page of the list, from the earliest to the latest. The list has the same figures. */
export function MealChart({ meals }: { meals: readonly Meal[] }) {
  const { t } = useTranslation('attendance');
  const language = currentLanguage();
  const inOrder = useMemo(() => meals.toReversed(), [meals]);
  const labels = useMemo(() => inOrder.map(({ date }) => dateText(date, language, 'day')), [inOrder, language]);
  const series = useMemo(
    () => GROUPS.map((group) => ({ name: t(group), values: inOrder.map((meal) => meal[FIELDS[group]]) })),
    [inOrder, t],
  );
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <Chart
      title={t('meals')}
      sentence={t('mealSentence', {
        from: dateText(first.date, language),
        to: dateText(last.date, language),
        count: inOrder.length,
        average: averageOf(inOrder),
      })}
      pointTitle={t('date')}
      labels={labels}
      series={series}
      kind="stack"
      unit="count"
      hasTable={false}
    />
  );
}
