import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { instantText } from '../../kit/dates.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { type Import, importQuery, importsQuery, undoImport } from './queries.ts';

/** The imports so far. Each can be undone as a whole. */
export function EarlierImports() {
  const { t } = useTranslation('people');
  const { data: imports = [] } = useQuery(importsQuery);
  if (imports.length === 0) return null;
  const columns: Column<Import>[] = [
    { key: 'file', title: t('importFile'), cell: ({ fileName }) => <span className="import-file">{fileName}</span> },
    { key: 'people', title: t('peopleAdded'), kind: 'number', cell: ({ created }) => created['members'] ?? 0 },
    {
      key: 'at',
      title: t('importedAt'),
      kind: 'date',
      isWideOnly: true,
      cell: ({ at }) => instantText(at, currentLanguage()),
    },
    { key: 'by', title: t('importedBy'), isWideOnly: true, cell: ({ byName }) => byName },
    {
      key: 'undo',
      title: t('actions'),
      cell: ({ id, undoneAt, fileName, created }) =>
        undoneAt === null ? <UndoButton id={id} people={created['members'] ?? 0} file={fileName} /> : t('undone'),
    },
  ];
  return (
    <section className="screen-part" aria-label={t('earlierImports')}>
      <h2>{t('earlierImports')}</h2>
      <DataTable label={t('earlierImports')} rows={imports} keyOf={({ id }) => id} columns={columns} />
    </section>
  );
}

type Props = { id: number; people: number; file?: string; onUndone?: () => void };

/** The button that undoes an import. It first says how many people are deleted. */
export function UndoButton({ id, people, file, onUndone = () => {} }: Props) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const { data: record } = useQuery({ ...importQuery(id), enabled: isAsked });
  const { fault, isBusy, save } = useSaving<unknown>(() => {
    setAsked(false);
    onUndone();
  });
  const title = file === undefined ? t('undoImport') : t('undoImportOf', { file });
  return (
    <>
      <Button kind={file === undefined ? 'plain' : 'quiet'} aria-label={title} onClick={() => setAsked(true)}>
        {file === undefined ? t('undoImport') : common('undo')}
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          action={common('undo')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(() => undoImport(id), t('importUndone'))}
          onClose={() => setAsked(false)}
        >
          <p>{t('undoImportHelp', { count: people })}</p>
          {record && record.changed > 0 && <p>{t('undoChanged', { count: record.changed })}</p>}
        </Confirm>
      )}
    </>
  );
}
