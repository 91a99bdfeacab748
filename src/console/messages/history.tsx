import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { Parts } from './parts.tsx';
import { type HistoryFilters, historyQuery, unfinishedQuery } from './queries.ts';
import './messages.css';

/** Every message that was sent or failed, the latest first, and the batches that were cut off. */
export function Page() {
  const { t } = useTranslation('messages');
  const address = useAddress();
  const history = useQuery(historyQuery(filtersOf(address.get, address.page)));
  const { data: unfinished = [] } = useQuery(unfinishedQuery);
  return (
    <Screen title={t('history')}>
      <Parts />
      {unfinished.length > 0 && (
        <Notice tone="warn">
          {t('unfinished')}
          {unfinished.map(({ id, subject, createdAt }) => (
            <Link key={id} href={`/messages/batches/${id}`}>
              {subject ?? instantText(createdAt, currentLanguage())}
            </Link>
          ))}
        </Notice>
      )}
      <Filters />
      <Answer query={history}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 ? <p className="empty">{t('noMessages')}</p> : <List entries={items} />}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

function filtersOf(get: (name: string) => string, page: number): HistoryFilters {
  const [channel, result, memberId] = [get('channel'), get('result'), Number(get('person'))];
  return {
    page,
    ...((channel === 'Email' || channel === 'Line') && { channel }),
    ...((result === 'sent' || result === 'failed' || result === 'unknown') && { result }),
    ...(Number.isInteger(memberId) && memberId > 0 && { memberId }),
  };
}

function Filters() {
  const { t } = useTranslation('messages');
  const address = useAddress();
  const { memberId = null } = filtersOf(address.get, 1);
  const all = { value: '', label: t('all') };
  return (
    <div className="message-filters no-print">
      <PersonBox label={t('person')} personId={memberId} onChange={(person) => address.set({ person })} />
      <SelectField
        label={t('way')}
        value={address.get('channel')}
        options={[all, { value: 'Email', label: t('channelEmail') }, { value: 'Line', label: t('channelLine') }]}
        onChange={(channel) => address.set({ channel })}
      />
      <SelectField
        label={t('result')}
        value={address.get('result')}
        options={[
          all,
          { value: 'sent', label: t('resultSent') },
          { value: 'failed', label: t('resultFailed') },
          { value: 'unknown', label: t('resultUnknown') },
        ]}
        onChange={(result) => address.set({ result })}
      />
    </div>
  );
}

type Entry = {
  id: number;
  batchId: string;
  channel: 'Email' | 'Line';
  recipient: string;
  subject: string | null;
  result: 'sent' | 'failed' | 'unknown';
  error: string | null;
  sentAt: string;
};

const RESULTS = { failed: 'resultFailed', unknown: 'resultUnknown' } as const;

/** A table of messages, each with its result. */
export function List({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('messages');
  const columns: Column<Entry>[] = [
    {
      key: 'at',
      title: t('time'),
      kind: 'date',
      cell: ({ batchId, sentAt }) => (
        <Link href={`/messages/batches/${batchId}`}>{instantText(sentAt, currentLanguage())}</Link>
      ),
    },
    { key: 'to', title: t('to'), cell: ({ recipient }) => <span className="message-address">{recipient}</span> },
    { key: 'way', title: t('way'), isWideOnly: true, cell: ({ channel }) => t(`channel${channel}`) },
    { key: 'subject', title: t('subject'), isWideOnly: true, cell: ({ subject }) => subject },
    {
      key: 'result',
      title: t('result'),
      cell: ({ result, error }) => (result === 'sent' ? t('resultSent') : `${t(RESULTS[result])}: ${error ?? ''}`),
    },
  ];
  return <DataTable label={t('history')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
