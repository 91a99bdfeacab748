import { useTranslation } from 'react-i18next';

const COLUMNS = ['number', 'method', 'giver', 'reference', 'amount', 'category', 'note', 'by', 'status'];

/** The widths and headings of the columns in a table of gifts. */
export function GiftsHead() {
  const { t } = useTranslation('offerings');
  return (
    <>
      <colgroup>
        {COLUMNS.map((name) => (
          <col key={name} className={`gifts-${name}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="number">
            #
          </th>
          <th scope="col">{t('method')}</th>
          <th scope="col">{t('giver')}</th>
          <th scope="col">{t('checkNumber')}</th>
          <th scope="col" className="number">
            {t('amount')}
          </th>
          <th scope="col">{t('category')}</th>
          <th scope="col">{t('note')}</th>
          <th scope="col">{t('enteredBy')}</th>
          <th scope="col">{t('status')}</th>
        </tr>
      </thead>
    </>
  );
}
