import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Schemas } from '../../../client/client.ts';
import { useNames } from '../../expenses/names.ts';
import { Answer } from '../../kit/answer.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { amountText } from '../../kit/money.ts';
import { owedQuery } from './queries.ts';

type Owed = Schemas['Interfund']['items'][number];

/** What funds owe each other today. Shows nothing if no fund owes anything. */
export function OwedBetweenFunds({ today }: { today: string }) {
  const { t } = useTranslation('bank');
  const { fund } = useNames();
  const columns: Column<Owed>[] = [
    { key: 'to', title: t('borrower'), cell: (one) => fund({ fundId: one.toFundId, fundName: one.toFund }) },
    { key: 'from', title: t('lender'), cell: (one) => fund({ fundId: one.fromFundId, fundName: one.fromFund }) },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return (
    <Answer query={useQuery(owedQuery(today))}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section className="screen-part">
            <h2>
              <Link href="/reports/interfund">{t('owed')}</Link>
            </h2>
            <DataTable
              label={t('owed')}
              columns={columns}
              rows={items}
              keyOf={({ fromFundId, toFundId }) => `${fromFundId}/${toFundId}`}
            />
          </section>
        )
      }
    </Answer>
  );
}
