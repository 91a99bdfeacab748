import { useTranslation } from 'react-i18next';

/** How many lines are named. */
export const NAMED = 12;

/** Returns a function that names the rows of a file, such as `Rows 2, 5 and 7`; of many rows, the first ones. */
export function useLinesText() {
  const { t } = useTranslation('imports');
  return (lines: readonly number[]) => {
    const named = lines.slice(0, NAMED).join(', ');
    const more = lines.length - NAMED;
    return t('inLines', { count: lines.length, lines: more > 0 ? t('andMore', { lines: named, count: more }) : named });
  };
}
