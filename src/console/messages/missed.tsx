import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { PersonName } from '../kit/person-name.tsx';
import type { Missed } from './types.ts';

/** The people who get no message, with their phone numbers, so that somebody can call them. */
export function MissedList({ missed }: { missed: readonly Missed[] }) {
  const { t } = useTranslation('messages');
  if (missed.length === 0) return null;
  const columns: Column<Missed>[] = [
    { key: 'name', title: t('person'), cell: (one) => <MissedName missed={one} /> },
    { key: 'reason', title: t('why'), cell: ({ reason }) => t(`why_${reason}`) },
    { key: 'phone', title: t('phone'), cell: ({ phone }) => phone },
  ];
  return (
    <section className="screen-part" aria-label={t('missed', { count: missed.length })}>
      <h2>{t('missed', { count: missed.length })}</h2>
      <DataTable label={t('missedTable')} columns={columns} rows={missed} keyOf={({ memberId }) => memberId} />
    </section>
  );
}

function MissedName({ missed: { memberId, memberName, chineseName } }: { missed: Missed }) {
  if (memberName === null) return `#${memberId}`;
  return <PersonName names={{ firstName: memberName, lastName: null, chineseName }} />;
}
