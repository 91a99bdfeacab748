import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Button } from '../kit/button.tsx';
import { FileField } from '../kit/file-field.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useFirstFocus } from '../kit/use-first-focus.ts';
import { useSaving } from '../kit/use-saving.ts';
import { Columns } from './columns.tsx';
import { Fallback, What } from './details.tsx';
import { answeredOf, type Details, type Draft, draftOf, isReady, type Plan, type Question } from './draft.ts';
import { EarlierImports, TakeBackButton } from './earlier.tsx';
import { Faults } from './faults.tsx';
import { type Kind, NEEDED, type Place, PLACES } from './kinds.ts';
import { Outlook } from './outlook.tsx';
import { Questions } from './questions.tsx';
import { sendFile } from './queries.ts';
import { useSummary } from './summary.ts';
import './imports.css';

const LARGEST = 4 * 1024 * 1024;
const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv';

/** A file with what a person has said about it, and what its import would do. */
type Opened = { kind: Kind; draft: Draft; plan: Plan; planned: Draft; answered: readonly Question[] };

/** The files that are open, by the address of their screen. They stay open while another screen is visited. */
const files = new Map<string, Opened>();

/** Imports a file: it is planned, its questions are answered, its cells corrected, and its rows stored. The address says what it lists. */
export function Page() {
  const [path] = useLocation();
  const place = PLACES[path];
  return place && <Import key={path} path={path} place={place} />;
}

function Import({ path, place: { kinds, back } }: { path: string; place: Place }) {
  const { t } = useTranslation('imports');
  const [wasOpen] = useState(files.has(path));
  const [opened, setOpened] = useState(files.get(path));
  const [result, setResult] = useState<Pick<Opened, 'kind' | 'plan'>>();
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const address = useAddress();
  const [details, setDetails] = useState<Details>({ year: address.get('year') });
  const keep = (next: Opened | undefined) => {
    if (next) files.set(path, next);
    else files.delete(path);
    setOpened(next);
  };
  const reading = useSaving<Opened>(keep);
  useWarning(opened !== undefined);
  const needed = NEEDED[kind];
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    setResult(undefined);
    const draft = draftOf(file, needed ? { [needed]: details[needed] } : {});
    void reading.save(async () => {
      return { kind, draft, planned: draft, plan: await sendFile(kind, draft, false), answered: [] };
    });
  };
  return (
    <Screen title={t(`title_${kinds[0]}`)}>
      {result && <Outcome {...result} onUndone={() => setResult(undefined)} />}
      {wasOpen && opened && <Notice tone="plain">{t('kept')}</Notice>}
      {opened ? (
        <Sheet
          opened={opened}
          onChange={keep}
          onDone={(plan) => {
            keep(undefined);
            setResult({ kind: opened.kind, plan });
          }}
        />
      ) : (
        <>
          <section className="sheet screen-part">
            <What kinds={kinds} kind={kind} onKind={setKind} details={details} onDetails={setDetails} />
            {(!needed || details[needed]) && (
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
            {kind === 'members' && (
              <p>
                <Link href="/people/new">{t('addOneByOne')}</Link>
              </p>
            )}
          </section>
          {kind !== 'budgets' && <EarlierImports kind={kind} />}
        </>
      )}
      <p className="no-print">
        <Link href={back}>{t(`back_${kinds[0]}`)}</Link>
      </p>
    </Screen>
  );
}

/** Asks before the tab is closed while a file is open, because its answers and corrections would be lost. */
function useWarning(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOpen]);
}

type Props = { opened: Opened; onChange: (next: Opened | undefined) => void; onDone: (result: Plan) => void };

function Sheet({ opened, onChange, onDone }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const summaryOf = useSummary(opened.kind);
  const { kind, draft, plan, planned, answered } = opened;
  const isPlanned = planned === draft && isReady(plan) && plan.plan.create > 0;
  const sending = useSaving<Plan>((next) => {
    if (ready) return onDone(next);
    const asked = [...answered, ...plan.questions];
    return onChange({ kind, draft, plan: next, planned: draft, answered: answeredOf(draft, asked, next) });
  });
  // After a refusal, the file is checked again: the books may have changed, or the answer was lost.
  const ready = isPlanned && !sending.fault;
  const button = useRef<HTMLButtonElement>(null);
  // The last answered question disappears with the check, so the next step gets its focus.
  useEffect(() => {
    if (ready) button.current?.focus();
  }, [ready]);
  const edit = (next: Draft) => onChange({ ...opened, draft: next });
  const submit = () =>
    void sending.save(
      () => sendFile(kind, draft, ready),
      (next) => summaryOf(next, ready),
    );
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
        {plan.encoding !== null && plan.encoding !== 'utf-8' && ` · ${t('readAs', { encoding: plan.encoding })}`}
      </p>
      {sending.fault && <Notice tone="bad">{sending.fault.sentence}</Notice>}
      <Outlook kind={kind} draft={draft} plan={plan} onChange={edit} />
      <Fallback kind={kind} details={draft.details} onDetails={(details) => edit({ ...draft, details })} />
      <Questions kind={kind} draft={draft} plan={plan} answered={answered} onChange={edit} />
      <Faults kind={kind} draft={draft} plan={plan} onChange={edit} />
      <Columns kind={kind} draft={draft} plan={plan} onChange={edit} />
      {ready && sending.isBusy && <progress aria-label={t('importing')} />}
      <div className="screen-actions">
        <Button ref={button} type="submit" kind="primary" isBusy={sending.isBusy}>
          {ready ? t(`importAll_${kind}`, { count: plan.plan.create }) : t('checkAgain')}
        </Button>
        <Button onClick={() => onChange(undefined)}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

type OutcomeProps = { kind: Kind; plan: Plan; onUndone: () => void };

/** What an import added, with the button that takes it back. */
function Outcome({ kind, plan, onUndone }: OutcomeProps) {
  const { t } = useTranslation('imports');
  const section = useFirstFocus<HTMLElement>();
  const { importId } = plan;
  return (
    <section ref={section} tabIndex={-1} className="sheet screen-part" aria-label={t('done')}>
      <p>{useSummary(kind)(plan, true)}</p>
      {importId !== null && kind !== 'budgets' && (
        <div className="screen-actions">
          <TakeBackButton id={importId} kind={kind} count={plan.plan.create} onDone={onUndone} />
        </div>
      )}
    </section>
  );
}
