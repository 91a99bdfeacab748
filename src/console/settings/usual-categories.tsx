import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { listText } from '../kit/list-text.ts';
import { Notice } from '../kit/notice.tsx';
import { nameOf } from '../kit/record-name.ts';
import { useSaving } from '../kit/use-saving.ts';
import { addUsualCategories, usualCategoriesQuery } from './queries.ts';

/** Offers the categories of expenses that accountants often ask for, until the church has all of them. */
export function UsualCategories() {
  const { t } = useTranslation('settings');
  const { data = [] } = useQuery(usualCategoriesQuery);
  const { fault, isBusy, save } = useSaving<number>(() => {});
  const missing = data.filter(({ subCategoryId }) => subCategoryId === null);
  if (missing.length === 0) return null;
  const add = () => void save(addUsualCategories, (count) => t('usualAdded', { count }));
  const named = missing.map((one) => t('usualName', { name: nameOf(one), line: one.form990LineCode }));
  return (
    <section className="sheet screen-part" aria-label={t('usualTitle')}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <p className="settings-help">{t('usualHelp', { names: listText(named) })}</p>
      <div className="screen-actions">
        <Button isBusy={isBusy} onClick={add}>
          {t('usualAdd')}
        </Button>
      </div>
    </section>
  );
}
