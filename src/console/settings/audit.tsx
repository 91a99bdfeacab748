import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { Pager } from '../kit/pager.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { readDate } from '../kit/dates.ts';
import { type AuditWords, auditWords, valueText } from './audit-names.ts';
import { auditNamesQuery, auditQuery, type Entry } from './queries.ts';

/** The audit log: who changed what and when, with the values before and after. Filters are part of the address. */
export function Audit() {
  const { t } = useTranslation('settings');
  const address = useAddress();
  const [action, entityType, entityId, from, to] = ['action', 'what', 'id', 'from', 'to'].map(address.get) as [
    string,
    string,
    string,
    string,
    string,
  ];
  // Until the Chinese names are there, the English ones are shown.
  const { data: names = null } = useQuery(auditNamesQuery(currentLanguage()));
  const words = auditWords(names);
  const day = (text: string) => readDate(text, text) ?? '';
  const log = useQuery(auditQuery({ action, entityType, entityId, from: day(from), to: day(to), page: address.page }));
  const filter = (name: string, label: string, value: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      autoComplete="off"
      value={value}
      onChange={(event) => address.set({ [name]: event.target.value.trim() })}
    />
  );
  return (
    <section className="screen-part">
      <h2>{t('part_audit')}</h2>
      <p className="settings-help">{t('auditHelp')}</p>
      <div className="settings-filters">
        {filter('action', t('action'), action, t('actionHelp'))}
        {filter('what', t('record'), entityType, t('recordHelp'))}
        {filter('id', t('recordId'), entityId)}
        {filter('from', t('from'), from, '2026-11-01')}
        {filter('to', t('to'), to, '2026-11-30')}
      </div>
      <Answer query={log}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 && <p className="empty">{t('noEntries')}</p>}
            {items.length > 0 && <Entries entries={items} words={words} />}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </section>
  );
}

function Entries({ entries, words }: { entries: readonly Entry[]; words: AuditWords }) {
  const { t } = useTranslation('settings');
  const columns: Column<Entry>[] = [
    { key: 'at', title: t('when'), kind: 'date', cell: ({ at }) => instantText(at, currentLanguage()) },
    { key: 'who', title: t('who'), cell: ({ actorName }) => actorName },
    { key: 'what', title: t('what'), cell: (entry) => <EntryCell entry={entry} words={words} /> },
  ];
  return <DataTable label={t('part_audit')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

/** What was done, and on request the fields that changed. */
function EntryCell({ entry, words }: { entry: Entry; words: AuditWords }) {
  const { t } = useTranslation('settings');
  const fields = Object.entries(entry.changes);
  const title = `${words.action(entry.action)} · ${words.entity(entry.entityType)} ${entry.entityId}`;
  if (fields.length === 0) return title;
  return (
    <details>
      <summary>{title}</summary>
      <table className="changes" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([field, [before, after]]) => (
            <tr key={field}>
              <th scope="row">{words.field(field)}</th>
              <td>
                <Value value={before} words={words} />
              </td>
              <td>
                <Value value={after} words={words} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entry.ipAddress !== null && <p className="field-help">{t('sentFrom', { address: entry.ipAddress })}</p>}
    </details>
  );
}

function Value({ value, words }: { value: unknown; words: AuditWords }) {
  const { t } = useTranslation('settings');
  return <MarkedText text={valueText(value, words, (isTrue) => t(isTrue ? 'yes' : 'no'))} />;
}
