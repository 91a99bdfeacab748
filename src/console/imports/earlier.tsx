import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { useSaving } from '../kit/use-saving.ts';
import type { Recorded } from './kinds.ts';
import { type Import, importQuery, importsQuery, takeBack } from './queries.ts';

/** The imports so far. Each can be taken back as a whole. */
export function EarlierImports({ kind }: { kind: Recorded }) {
  const { t } = useTranslation('imports');
  const { data: imports = [] } = useQuery(importsQuery(kind));
  if (imports.length === 0) return null;
  const madeBy = ({ created }: Import) => created[kind === 'payouts' ? 'givings' : kind] ?? 0;
  const columns: Column<Import>[] = [
    { key: 'file', title: t('file'), cell: ({ fileName }) => <span className="import-examples">{fileName}</span> },
    { key: 'added', title: t('added'), kind: 'number', cell: madeBy },
    {
      key: 'at',
      title: t('when'),
      kind: 'date',
      isWideOnly: true,
      cell: ({ at }) => instantText(at, currentLanguage()),
    },
    { key: 'by', title: t('by'), isWideOnly: true, cell: ({ byName }) => byName },
    {
      key: 'undo',
      title: t('takeBack'),
      cell: (one) =>
        one.undoneAt === null ? (
          <TakeBackButton id={one.id} kind={kind} count={madeBy(one)} file={one.fileName} />
        ) : (
          t('takenBackAt')
        ),
    },
  ];
  return (
    <section className="screen-part" aria-label={t('earlier')}>
      <h2>{t('earlier')}</h2>
      <DataTable label={t('earlier')} rows={imports} keyOf={({ id }) => id} columns={columns} />
    </section>
  );
}

type Props = { id: number; kind: Recorded; count: number; file?: string; onDone?: () => void };

/** The button that takes an import back. It first says how much is removed. */
export function TakeBackButton({ id, kind, count, file, onDone = () => {} }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const { data: record } = useQuery({ ...importQuery(id), enabled: isAsked });
  const { fault, isBusy, save } = useSaving<unknown>(() => {
    setAsked(false);
    onDone();
  });
  const title = file === undefined ? t('takeBack') : t('takeBackOf', { file });
  return (
    <>
      <Button kind={file === undefined ? 'plain' : 'quiet'} aria-label={title} onClick={() => setAsked(true)}>
        {file === undefined ? t('takeBack') : common('undo')}
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          action={common('undo')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(() => takeBack(id), t('takenBack'))}
          onClose={() => setAsked(false)}
        >
          <p>{t(`takeBackHelp_${kind}`, { count })}</p>
          {record && record.changed > 0 && <p>{t('takeBackChanged', { count: record.changed })}</p>}
        </Confirm>
      )}
    </>
  );
}
