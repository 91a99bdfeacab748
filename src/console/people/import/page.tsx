import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { FileField } from '../../kit/file-field.tsx';
import { Loading } from '../../kit/loading.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Screen } from '../../kit/page.tsx';
import { useFirstFocus } from '../../kit/use-first-focus.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { useSendKey } from '../../kit/use-send-key.ts';
import { useSettled } from '../../kit/use-settled.ts';
import { Refusal } from '../../session/api.ts';
import { Columns } from './columns.tsx';
import { type Check, type Draft, draftOf, isSendable, requestOf, type Sheet, withAsked } from './draft.ts';
import { EarlierImports, UndoButton } from './earlier.tsx';
import { FaultyRows } from './faulty-rows.tsx';
import { keepDraft, keptDraft } from './kept.ts';
import { Preview } from './preview.tsx';
import { checkRows, importRows, readFile, type Result } from './queries.ts';
import { SimilarPeople } from './similar-people.tsx';
import '../people.css';
import '../../imports/imports.css';

const LARGEST = 4 * 1024 * 1024;
const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv';

/** Imports people from a file: choose it, map its columns, correct its cells, decide about similar people, import. */
export function Page() {
  const { t } = useTranslation('people');
  const [kept] = useState(keptDraft);
  const [draft, setDraft] = useState(kept);
  const settled = useSettled(draft);
  useEffect(() => keepDraft(settled), [settled]);
  const close = () => {
    keepDraft(undefined);
    setDraft(undefined);
  };
  const [result, setResult] = useState<Result>();
  const reading = useSaving<Sheet>((sheet) => {
    setDraft(draftOf(sheet));
    setResult(undefined);
  });
  useWarning(draft !== undefined);
  const choose = ([file]: readonly File[]) => {
    if (file)
      void reading.save(
        () => readFile(file),
        ({ rows }) => t('fileRead', { count: rows.length }),
      );
  };
  return (
    <Screen title={t('importTitle')}>
      {result && <Outcome result={result} onUndone={() => setResult(undefined)} />}
      {kept && draft?.sheet === kept.sheet && <Notice tone="plain">{t('keptImport')}</Notice>}
      {draft ? (
        <Sheet
          draft={draft}
          onChange={setDraft}
          onClose={close}
          onDone={(done) => {
            close();
            setResult(done);
          }}
        />
      ) : (
        <>
          <section className="sheet screen-part">
            <FileField
              label={t('importFile')}
              help={t('importFileHelp')}
              accept={ACCEPTED}
              limit={LARGEST}
              files={[]}
              onChange={choose}
              fault={reading.fault?.sentence}
            />
            {reading.isBusy && <Loading />}
            <p>
              <Link href="/people/new">{t('addOneByOne')}</Link>
            </p>
          </section>
          <EarlierImports />
        </>
      )}
      <p className="no-print">
        <Link href="/people">{t('title')}</Link>
      </p>
    </Screen>
  );
}

/** Asks before the tab is closed while a file is open, because its corrections would be lost. */
function useWarning(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOpen]);
}

type Props = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onClose: () => void;
  onDone: (result: Result) => void;
};

function Sheet({ draft, onChange, onClose, onDone }: Props) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const [checked, setChecked] = useState<{ draft: Draft; check: Check }>();
  const [mayRepeat, setMayRepeat] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const { key, renew } = useSendKey();
  const checking = useSaving<Check>((check) => {
    const next = withAsked(draft, check);
    onChange(next);
    setChecked({ draft: next, check });
  });
  const importing = useSaving<Result>(onDone);
  const { sheet } = draft;
  const check = checked?.check;
  const isReady = checked?.draft === draft && checked.check.faults.length === 0 && checked.check.undecided.length === 0;
  const fault = checking.fault ?? importing.fault;
  const button = useRef<HTMLButtonElement>(null);
  // The last corrected cell disappears with the check, so the next step gets its focus.
  useEffect(() => {
    if (isReady) button.current?.focus();
  }, [isReady]);
  const submit = () => {
    const body = requestOf(draft, mayRepeat);
    setTooLarge(!isSendable(body));
    if (!isSendable(body)) return undefined;
    if (!isReady || !check) return void checking.save(() => checkRows(body), summaryOf);
    const act = () =>
      importRows(body, key).catch((error: unknown) => {
        // Without an answer, everybody may have been added, so the next attempt needs the same key.
        if (error instanceof Refusal) renew();
        throw error;
      });
    return void importing.save(act, ({ created }) => t('imported', { count: created }));
  };
  const summaryOf = ({ created, skipped, faults, undecided, birthDatesLeftEmpty }: Check) =>
    [
      t('wouldAdd', { count: created }),
      ...(skipped > 0 ? [t('wouldSkip', { count: skipped })] : []),
      ...leftEmpty(t, birthDatesLeftEmpty),
      ...(faults.length > 0 ? [t('toCorrect', { count: faults.length })] : []),
      ...(undecided.length > 0 ? [t('toDecide', { count: undecided.length })] : []),
    ].join(' ');
  return (
    <form
      className="import-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>
        <strong>{sheet.fileName}</strong> · {t('rowsInFile', { count: sheet.rows.length })}
        {sheet.encoding !== null && sheet.encoding !== 'utf-8' && ` · ${t('readAs', { encoding: sheet.encoding })}`}
      </p>
      {isTooLarge && <Notice tone="bad">{t('tooLargeToSend')}</Notice>}
      {fault && <Notice tone="bad">{fault.fields['columns'] ?? fault.sentence}</Notice>}
      <Columns draft={draft} faults={checking.fault?.fields ?? {}} isOpen={!check} onChange={onChange} />
      {check && (
        <>
          <Notice tone={isReady ? 'plain' : 'warn'}>{summaryOf(check)}</Notice>
          {check.importedBefore != null && (
            <Checkbox
              label={t('importAgain')}
              help={t('importAgainHelp', { id: check.importedBefore })}
              isChecked={mayRepeat}
              onChange={setMayRepeat}
            />
          )}
          <FaultyRows draft={draft} check={check} onChange={onChange} />
          <SimilarPeople draft={draft} onChange={onChange} />
          <Preview draft={draft} check={check} onChange={onChange} />
        </>
      )}
      {importing.isBusy && <progress aria-label={t('importing')} />}
      <div className="screen-actions">
        <Button ref={button} type="submit" kind="primary" isBusy={checking.isBusy || importing.isBusy}>
          {isReady && check ? t('importPeople', { count: check.created }) : t('checkRows')}
        </Button>
        <Button onClick={onClose}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

/** How many lines a sentence names. */
const NAMED_LINES = 20;

/** Returns the sentence about the dates of birth that are left empty, or nothing. */
function leftEmpty(t: TFunction<'people'>, cells: Result['birthDatesLeftEmpty']): string[] {
  if (cells.length === 0) return [];
  const named = cells.slice(0, NAMED_LINES).map(({ line, cell }) => t('lineWithCell', { line, cell }));
  const [rows, more] = [named.join(', '), cells.length - named.length];
  return [t('birthDatesLeftEmpty', { count: cells.length, rows: more > 0 ? t('andMore', { rows, more }) : rows })];
}

/** What an import added, with the button that undoes it. */
function Outcome({ result, onUndone }: { result: Result; onUndone: () => void }) {
  const { t } = useTranslation('people');
  const { importId, created, skipped, familiesCreated, birthDatesLeftEmpty } = result;
  const section = useFirstFocus<HTMLElement>();
  return (
    <section ref={section} tabIndex={-1} className="sheet screen-part" aria-label={t('importDone')}>
      <p>
        {[
          t('imported', { count: created }),
          ...(skipped > 0 ? [t('skipped', { count: skipped })] : []),
          ...(familiesCreated > 0 ? [t('familiesAdded', { count: familiesCreated })] : []),
          ...leftEmpty(t, birthDatesLeftEmpty),
        ].join(' ')}
      </p>
      {importId != null && (
        <div className="screen-actions">
          <UndoButton id={importId} people={created} onUndone={onUndone} />
        </div>
      )}
    </section>
  );
}
