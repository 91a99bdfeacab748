import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { useFirstFault } from '../../kit/first-fault.ts';
import { FileField } from '../../kit/file-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useFaults } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';
import { useCan } from '../../session/session.ts';
import { announce } from '../../shell/status.ts';
import { AccountFrame } from '../frame.tsx';
import type { Account } from '../queries.ts';
import { Imports } from './imports.tsx';
import {
  type BadRow,
  badRowsIn,
  type Chosen,
  chosenOf,
  type ColumnName,
  COLUMNS,
  type Guess,
  guessIn,
  mappingOf,
  missingIn,
  unreadIn,
  withHeader,
} from './mapping.ts';
import { MappingFields } from './mapping-fields.tsx';
import { OtherCurrencies, Preview } from './preview.tsx';
import { type Imported, importFile, type Previewed, previewFile } from './queries.ts';
import { Unread } from './unread.tsx';

/** The largest file that the service reads. */
const LIMIT = 25 * 2 ** 20;

/** The files in which each value has its name, so that nobody is asked for columns. */
const WITHOUT_COLUMNS = /\.(?:ofx|qfx)$/i;

/** The files of a bank: the next one is imported, and earlier ones can be taken back. */
export function Page({ id }: { id: string }) {
  const mayManage = useCan('statements.manage');
  return (
    <AccountFrame id={id}>
      {(account) => (
        <>
          {mayManage && <ImportForm key={account.id} account={account} />}
          <Imports account={account} />
        </>
      )}
    </AccountFrame>
  );
}

type Columns = { guess: Guess; chosen: Chosen };

function ImportForm({ account }: { account: Account }) {
  const { t } = useTranslation('bank');
  const faults = useFaults();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [columns, setColumns] = useState<Columns>();
  // The columns that may matter, and those of them that somebody leaves out.
  const [unread, setUnread] = useState<readonly string[]>([]);
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<{ sentence: string; rows: readonly BadRow[] }>();
  const [imported, setImported] = useState<Imported>();
  const [isBusy, setBusy] = useState(false);
  const [asks, setAsks] = useState(0);
  // The button that had the focus is off until all columns are chosen.
  useFirstFault(asks);
  const [preview, setPreview] = useState<Previewed>();
  // Undefined until somebody says it; the account remembers it from earlier files.
  const [signs, setSigns] = useState<{ reversed: boolean }>();
  const [file] = files;
  const latest = useRef<File>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const choose = (next: readonly File[]) => {
    setFiles(next);
    setColumns(undefined);
    setUnread([]);
    setIgnored([]);
    setRefused(undefined);
    setImported(undefined);
    setPreview(undefined);
    setSigns(undefined);
    const [chosen] = next;
    latest.current = chosen;
    if (chosen && WITHOUT_COLUMNS.test(chosen.name)) void look(chosen);
  };
  const refuse = (error: unknown) => {
    const guess = error instanceof Refusal ? guessIn(error.problem) : undefined;
    const named = error instanceof Refusal ? unreadIn(error.problem) : [];
    setUnread((before) => [...new Set([...before, ...named])]);
    // The columns of a CSV file are asked for once. Later refusals keep what was chosen.
    if (guess && !columns) {
      const shown = withHeader(guess);
      setColumns({ guess: shown, chosen: chosenOf(shown) });
      setAsks((count) => count + 1);
      announce(t('columnsAsked'));
    }
    const { sentence, fields } = faults(error);
    const { rows, others } = badRowsIn(fields);
    // A refusal without rows only says that the columns are not known.
    if (guess && !columns && rows.length === 0 && named.length === 0) return;
    setRefused({ sentence: [sentence, ...others].join(' '), rows });
  };
  /** Shows what the import of a file would add, unless another file was chosen meanwhile. */
  const look = async (chosen: File, how?: { reversed: boolean }) => {
    try {
      const found = await previewFile(account.id, chosen, how);
      if (latest.current !== chosen) return;
      setPreview(found);
      announce(t('wouldImport', { count: found.imported }));
    } catch (error) {
      if (latest.current === chosen) refuse(error);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const mapping = columns ? mappingOf(columns.guess, columns.chosen) : signs;
      const answer = await importFile(account.id, file, mapping, ignored);
      choose([]);
      setImported(answer);
      form.current?.focus();
      announce(t('imported', { count: answer.imported }));
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const read = Object.values<unknown>(columns?.guess.mapping ?? {});
  const open = unread.filter((column) => !read.includes(column));
  const isMapped = !columns || missingIn(columns.chosen).length === 0;
  const why = file === undefined ? t('chooseFileFirst') : isMapped ? undefined : t('chooseColumnsFirst');
  return (
    <form
      ref={form}
      tabIndex={-1}
      className="sheet screen-part"
      aria-label={t('importTitle')}
      onSubmit={(event) => void submit(event)}
    >
      <h2>{t('importTitle')}</h2>
      {refused && <Refused refused={refused} />}
      {imported && <Result account={account} imported={imported} />}
      <FileField
        label={t('bankFile')}
        files={files}
        onChange={choose}
        accept=".ofx,.qfx,.csv,.txt"
        limit={LIMIT}
        help={t('bankFileHelp')}
      />
      {preview && <Preview preview={preview} />}
      {preview && file && (
        <Checkbox
          label={t('reversed')}
          help={t('reversedHelp')}
          isChecked={signs?.reversed ?? preview.reversed}
          onChange={(reversed) => {
            setSigns({ reversed });
            void look(file, { reversed });
          }}
        />
      )}
      {columns && (
        <MappingFields
          guess={columns.guess}
          chosen={columns.chosen}
          onChange={(changes) => setColumns({ ...columns, chosen: { ...columns.chosen, ...changes } })}
        />
      )}
      <Unread columns={open} ignored={ignored} onChange={setIgnored} />
      <div className="screen-actions">
        <Button type="submit" kind="primary" why={why} isBusy={isBusy}>
          {t('import')}
        </Button>
      </div>
    </form>
  );
}

/** How many bad rows are named at once. */
const SHOWN_ROWS = 50;

const isColumn = (field: string | undefined): field is ColumnName => COLUMNS.some((name) => name === field);

function Refused({ refused: { sentence, rows } }: { refused: { sentence: string; rows: readonly BadRow[] } }) {
  const { t } = useTranslation('bank');
  return (
    <Notice tone="bad">
      <p>{sentence}</p>
      {rows.length > 0 && (
        <ul className="bank-cells">
          {rows.slice(0, SHOWN_ROWS).map(({ line, field, message }) => (
            <li key={`${line} ${field} ${message}`}>
              {isColumn(field)
                ? t('badCell', { line, column: t(`column_${field}`), message })
                : t('badRow', { line, message })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

const COUNTS = ['skipped', 'changed', 'pending', 'empty', 'ruled'] as const;

function Result({ account, imported }: { account: Account; imported: Imported }) {
  const { t } = useTranslation('bank');
  return (
    <Notice tone="plain">
      <p>{t('imported', { count: imported.imported })}</p>
      {COUNTS.filter((name) => imported[name] > 0).map((name) => (
        <p key={name}>{t(`imported_${name}`, { count: imported[name] })}</p>
      ))}
      <OtherCurrencies list={imported.otherCurrencies} />
      <p>
        <Link href={`/bank/${account.id}`}>{t('toLines')}</Link>
      </p>
    </Notice>
  );
}
