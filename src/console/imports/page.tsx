import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../kit/button.tsx';
import { FileField } from '../kit/file-field.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useFirstFocus } from '../kit/use-first-focus.ts';
import { useSaving } from '../kit/use-saving.ts';
import { Columns } from './columns.tsx';
import { type Draft, draftOf, isReady, type Plan } from './draft.ts';
import { EarlierImports, TakeBackButton } from './earlier.tsx';
import { Faults } from './faults.tsx';
import { gifts, Outlook } from './outlook.tsx';
import { Questions } from './questions.tsx';
import { categoryNamesQuery, type Kind, sendFile, serviceAccountsQuery } from './queries.ts';
import './imports.css';

const LARGEST = 4 * 1024 * 1024;
const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv';

/** The file that is open. It stays open while another screen is visited. */
let open: Opened | undefined;

/** A file with what a person has said about it, and what its import would do. */
type Opened = { kind: Kind; draft: Draft; plan: Plan; planned: Draft };

/** Imports gifts, or what a payment service did, from a file: it is planned, its questions are answered, its cells corrected, and its rows stored. */
export function Page() {
  const { t } = useTranslation('imports');
  const [wasOpen] = useState(open !== undefined);
  const [opened, setOpened] = useState(open);
  const [result, setResult] = useState<Pick<Opened, 'kind' | 'plan'>>();
  const [kind, setKind] = useState<Kind>('givings');
  const [accountId, setAccountId] = useState<number | null>(null);
  const reading = useSaving<Opened>((read) => keep(read));
  const keep = (next: Opened | undefined) => {
    open = next;
    setOpened(next);
  };
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    setResult(undefined);
    const draft = draftOf(file, kind === 'payouts' ? accountId : null);
    void reading.save(async () => ({ kind, draft, planned: draft, plan: await sendFile(kind, draft, false) }));
  };
  return (
    <Screen title={t('title_givings')}>
      {result && (
        <Outcome
          result={result.plan}
          sentence={t(`imported_${result.kind}`, gifts(result.plan.plan.create, result.plan.plan.total))}
          onUndone={() => setResult(undefined)}
        />
      )}
      {wasOpen && opened && <Notice tone="plain">{t('kept')}</Notice>}
      {opened ? (
        <Sheet
          opened={opened}
          onChange={keep}
          onDone={(done) => {
            keep(undefined);
            setResult({ kind: opened.kind, plan: done });
          }}
        />
      ) : (
        <>
          <section className="sheet screen-part">
            <What kind={kind} onKind={setKind} accountId={accountId} onAccount={setAccountId} />
            {(kind === 'givings' || accountId !== null) && (
              <FileField
                label={t('file')}
                help={t('fileHelp')}
                accept={ACCEPTED}
                limit={LARGEST}
                files={[]}
                onChange={choose}
                fault={reading.fault?.sentence}
              />
            )}
            {reading.isBusy && <Loading />}
          </section>
          <EarlierImports kind={kind} />
        </>
      )}
      <p className="no-print">
        <Link href="/giving">{t('back')}</Link>
      </p>
    </Screen>
  );
}

type WhatProps = {
  kind: Kind;
  onKind: (kind: Kind) => void;
  accountId: number | null;
  onAccount: (id: number | null) => void;
};

/** Chooses what the file lists, and for a payment service the account in which it keeps the money. */
function What({ kind, onKind, accountId, onAccount }: WhatProps) {
  const { t } = useTranslation('imports');
  const { data: accounts = [] } = useQuery(serviceAccountsQuery);
  return (
    <>
      <SelectField
        label={t('whatIsIt')}
        value={kind}
        options={(['givings', 'payouts'] as const).map((value) => ({ value, label: t(`kind_${value}`) }))}
        onChange={(value) => onKind(value as Kind)}
      />
      {kind === 'payouts' && (
        <SelectField
          label={t('serviceAccount')}
          help={t('serviceAccountHelp')}
          value={accountId === null ? '' : String(accountId)}
          options={[
            { value: '', label: t('choose') },
            ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => onAccount(value === '' ? null : Number(value))}
        />
      )}
    </>
  );
}

type Props = { opened: Opened; onChange: (next: Opened | undefined) => void; onDone: (result: Plan) => void };

function Sheet({ opened, onChange, onDone }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const { kind, draft, plan, planned } = opened;
  const { data: categories = [] } = useQuery(categoryNamesQuery);
  const checking = useSaving<Plan>((next) => onChange({ kind, draft, plan: next, planned: draft }));
  const importing = useSaving<Plan>(onDone);
  const ready = planned === draft && isReady(plan) && plan.plan.create > 0;
  const fault = checking.fault ?? importing.fault;
  const button = useRef<HTMLButtonElement>(null);
  // The last answered question disappears with the check, so the next step gets its focus.
  useEffect(() => {
    if (ready) button.current?.focus();
  }, [ready]);
  const edit = (next: Draft) => onChange({ ...opened, draft: next });
  const submit = () => {
    if (!ready) return void checking.save(() => sendFile(kind, draft, false));
    const done = ({ plan: { create, total } }: Plan) => t(`imported_${kind}`, gifts(create, total));
    return void importing.save(() => sendFile(kind, draft, true), done);
  };
  return (
    <form
      className="import-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>
        <strong>{draft.file.name}</strong> · {t('rows', { count: plan.rows })}
        {plan.program !== null && ` · ${t('looksLike', { program: plan.program })}`}
      </p>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <Outlook kind={kind} draft={draft} plan={plan} onChange={edit} />
      <SelectField
        label={t('fallback')}
        value={draft.category}
        options={[{ value: '', label: '–' }, ...categories.map((name) => ({ value: name, label: name }))]}
        onChange={(category) => edit({ ...draft, category })}
      />
      <Questions draft={draft} plan={plan} onChange={edit} />
      <Faults draft={draft} plan={plan} onChange={edit} />
      <Columns draft={draft} plan={plan} onChange={edit} />
      {importing.isBusy && <progress aria-label={t('title_givings')} />}
      <div className="screen-actions">
        <Button ref={button} type="submit" kind="primary" isBusy={checking.isBusy || importing.isBusy}>
          {ready ? t(`importAll_${kind}`, { count: plan.plan.create }) : t('checkAgain')}
        </Button>
        <Button onClick={() => onChange(undefined)}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

type OutcomeProps = { result: Plan; sentence: string; onUndone: () => void };

/** What an import added, with the button that takes it back. */
function Outcome({ result: { importId, plan }, sentence, onUndone }: OutcomeProps) {
  const { t } = useTranslation('imports');
  const section = useFirstFocus<HTMLElement>();
  return (
    <section ref={section} tabIndex={-1} className="sheet screen-part" aria-label={t('done')}>
      <p>{sentence}</p>
      {importId != null && (
        <div className="screen-actions">
          <TakeBackButton id={importId} count={plan.create} onDone={onUndone} />
        </div>
      )}
    </section>
  );
}
