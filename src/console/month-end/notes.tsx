import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { SaveOrCancel } from '../kit/save-or-cancel.tsx';
import { StaleNotice, useNowText } from '../kit/stale.tsx';
import { TextArea } from '../kit/text-area.tsx';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { saveNotes, type Statement, statementQuery, type VersionedStatement } from './queries.ts';

type Props = { month: string; known: VersionedStatement };

/** The button and the form to change the notes below the statement of a month that is not finalized. */
export function Notes({ month, known }: Props) {
  const { t } = useTranslation('month-end');
  const mayWrite = useCan('statements.manage');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite || known.statement.status !== 'Draft') return null;
  if (isOpen) return <NotesForm month={month} known={known} onClose={() => setOpen(false)} />;
  return (
    <div className="screen-actions no-print">
      <Button onClick={() => setOpen(true)}>{t('editNotes')}</Button>
    </div>
  );
}

function NotesForm({ month, known, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('month-end');
  const { typed, basis, isStale, set, nowOf, reload } = useRevision(
    known,
    (seen) => ({ notes: seen?.statement.notes ?? '' }),
    () => queryClient.fetchQuery({ ...statementQuery(month), staleTime: 0 }),
  );
  const { fault, isBusy, save } = useSaving<Statement>(onClose, reload);
  const nowText = useNowText();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(() => saveNotes(month, typed.notes.trim(), basis ?? known), t('notesSaved'));
  };
  return (
    <form className="sheet record-form no-print" aria-label={t('notes')} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <StaleNotice isStale={isStale} />
      <TextArea
        label={t('notes')}
        help={nowText(nowOf('notes')) ?? t('notesHelp')}
        rows={4}
        maxLength={4000}
        autoFocus
        value={typed.notes}
        fault={fault?.fields['notes']}
        onChange={(event) => set('notes', event.target.value)}
      />
      <SaveOrCancel isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}
