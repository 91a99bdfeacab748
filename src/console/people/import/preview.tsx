import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Pager } from '../../kit/pager.tsx';
import { type Check, type Draft, leaveOut, type PreviewRow, previewOf } from './draft.ts';

type Props = { draft: Draft; check: Check; onChange: (draft: Draft) => void };

const PAGE_SIZE = 50;

/** All rows of a file, and what becomes of each. */
export function Preview({ draft, check, onChange }: Props) {
  const { t } = useTranslation('people');
  const [page, setPage] = useState(1);
  const rows = previewOf(draft, check);
  const columns: Column<PreviewRow>[] = [
    { key: 'line', title: t('row'), kind: 'number', cell: ({ line }) => line },
    { key: 'name', title: t('name'), cell: ({ name }) => name },
    { key: 'phone', title: t('phone'), isWideOnly: true, cell: ({ phone }) => phone },
    { key: 'email', title: t('email'), isWideOnly: true, cell: ({ email }) => email },
    { key: 'family', title: t('family'), isWideOnly: true, cell: ({ family }) => family },
    { key: 'state', title: t('whatHappens'), cell: ({ state }) => t(`state_${state}`) },
  ];
  return (
    <section className="screen-part" aria-label={t('allRows')}>
      <h2>{t('allRows')}</h2>
      {draft.leftOut.size > 0 && (
        <p>
          {t('leftOutRows', { count: draft.leftOut.size })}{' '}
          <Button kind="quiet" onClick={() => onChange(leaveOut(draft))}>
            {t('takeBackIn')}
          </Button>
        </p>
      )}
      <DataTable
        label={t('allRows')}
        rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        keyOf={({ line }) => line}
        columns={columns}
      />
      <Pager page={page} pages={Math.ceil(rows.length / PAGE_SIZE)} onPage={setPage} />
    </section>
  );
}
