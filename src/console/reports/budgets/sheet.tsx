import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { dateText } from '../../kit/dates.ts';
import { Notice } from '../../kit/notice.tsx';
import { StaleNotice } from '../../kit/stale.tsx';
import { remember, remembered } from '../../kit/tab-memory.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { queryClient } from '../../session/query-client.ts';
import { announce } from '../../shell/status.ts';
import { AddLine } from './add-line.tsx';
import { AdoptDialog } from './adopt.tsx';
import { BudgetGrid, nowOf } from './grid.tsx';
import {
  budgetQuery,
  type Catalog,
  copyBudget,
  type CopiedBudget,
  saveBudget,
  type VersionedBudget,
} from './queries.ts';
import {
  bottomLines,
  changesOf,
  inOrder,
  type Line,
  linesOf,
  type Place,
  requestOf,
  withAmount,
  withKept,
  withPasted,
} from './sheet.ts';
import { columnsOf } from './years.ts';

type Props = {
  found: VersionedBudget;
  catalog: Catalog;
  today: string;
  /** Whether the person may change this budget. */
  isOpen: boolean;
};

/**
 * The latest version of a budget. What is typed is kept in this tab until it is saved. After a refusal because somebody
 * else saved, it stays, and each line that differs shows what is saved now.
 */
export function Sheet({ found, catalog, today, isOpen }: Props) {
  const { t } = useTranslation('reports');
  const typed = useTyped(found, catalog);
  const { lines, basis, isChanged } = typed;
  const [asked, setAsked] = useState<'adopt' | 'line' | 'budget' | 'actuals'>();
  const [trouble, setTrouble] = useState<string>();
  const [warnings, setWarnings] = useState<NonNullable<CopiedBudget['warnings']>>([]);
  const close = () => setAsked(undefined);
  const saved = (result: VersionedBudget) => {
    typed.restart(result, lines);
    close();
  };
  const { fault, isBusy, save } = useSaving<VersionedBudget>(saved, async () => {
    await typed.reload();
    close();
  });
  const { budget } = basis;
  const isAdopted = budget.kind !== 'Draft' && budget.version !== null;
  const columns = useMemo(() => columnsOf(budget, t('budgetYear')), [budget, t]);
  const paste = (place: Place, text: string) => {
    const pasted = withPasted(lines, place, text);
    if (pasted === 'outside') return setTrouble(t('pasteOutside'));
    if ('bad' in pasted) return setTrouble(t('pasteBad', { text: pasted.bad }));
    setTrouble(undefined);
    announce(t('pasted', { count: pasted.cells }));
    typed.set(pasted.lines);
  };
  const copy = (from: 'budget' | 'actuals') => async () => {
    const copied = await copyBudget(basis, from);
    setWarnings(copied.warnings ?? []);
    return copied;
  };
  return (
    <section className="screen-part">
      <p>{stateText(budget, bottomLines(lines, catalog), t)}</p>
      {isOpen && <p className="report-line no-print">{t('budgetHelp')}</p>}
      {asked === undefined && fault && <Notice tone="bad">{sentenceOf(fault)}</Notice>}
      {trouble !== undefined && <Notice tone="bad">{trouble}</Notice>}
      {warnings.map(({ message }) => (
        <Notice key={message} tone="warn">
          {message}
        </Notice>
      ))}
      <StaleNotice isStale={typed.fresh !== undefined} />
      {typed.wasKept && isChanged && typed.fresh === undefined && <Notice tone="plain">{t('keptBudget')}</Notice>}
      {isOpen && (
        <div className="screen-actions no-print">
          {isAdopted ? (
            <Button kind="primary" why={isChanged ? undefined : t('budgetUnchanged')} onClick={() => setAsked('adopt')}>
              {t('amendBudget')}
            </Button>
          ) : (
            <>
              <Button
                kind="primary"
                isBusy={isBusy}
                why={isChanged ? undefined : t('budgetUnchanged')}
                onClick={() => void save(() => saveBudget(basis, { lines: requestOf(lines) }), t('budgetSaved'))}
              >
                {t('saveBudget')}
              </Button>
              <Button onClick={() => setAsked('adopt')}>{t('adoptBudget')}</Button>
              <Button onClick={() => setAsked('budget')}>{t('copyBudget')}</Button>
              <Button onClick={() => setAsked('actuals')}>{t('copyActuals')}</Button>
            </>
          )}
          <Button onClick={() => setAsked('line')}>{t('addLine')}</Button>
          {isChanged && (
            <Button kind="quiet" onClick={() => typed.restart(basis)}>
              {t('undoTyped')}
            </Button>
          )}
        </div>
      )}
      <BudgetGrid
        lines={isOpen ? lines : lines.filter(({ months }) => months.some((amount) => amount !== 0))}
        catalog={catalog}
        columns={columns}
        now={typed.now}
        {...(isOpen && {
          onAmount: (place: Place, amount: Minor) => typed.set((before) => withAmount(before, place, amount)),
          onPaste: paste,
        })}
      />
      {asked === 'line' && (
        <AddLine
          lines={lines}
          catalog={catalog}
          onAdd={(line) => {
            typed.set(inOrder([...lines, line], catalog));
            close();
          }}
          onClose={close}
        />
      )}
      {asked === 'adopt' && (
        <AdoptDialog
          isAmendment={isAdopted}
          today={today}
          fault={fault}
          isBusy={isBusy}
          onClose={close}
          onAdopt={(change) =>
            void save(() => saveBudget(basis, { ...change, lines: requestOf(lines) }), t('budgetSaved'))
          }
        />
      )}
      {(asked === 'budget' || asked === 'actuals') && (
        <Confirm
          title={t(asked === 'budget' ? 'copyBudget' : 'copyActuals')}
          action={t('copy')}
          kind="primary"
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(copy(asked), t('budgetCopied'))}
          onClose={close}
        >
          <p>{t(asked === 'budget' ? 'copyBudgetHelp' : 'copyActualsHelp')}</p>
        </Confirm>
      )}
    </section>
  );
}

type Words = ReturnType<typeof useTranslation<'reports'>>['t'];

/** Says what the budget is, with both bottom lines of the year as they are typed. */
function stateText(
  { kind, version, adoptedOn, reason }: VersionedBudget['budget'],
  { operating, cash }: ReturnType<typeof bottomLines>,
  t: Words,
): string {
  if (version === null) return t('noBudget');
  const date = adoptedOn === null ? '' : dateText(adoptedOn, currentLanguage());
  const sums = { operating: formatMoney(operating[0] ?? ZERO), cash: formatMoney(cash[0] ?? ZERO) };
  return [t(`budgetIs_${kind}`, { date, ...sums }), reason].filter(Boolean).join(' ');
}

/** Returns the sentence of a refusal with those of its lines. */
const sentenceOf = ({ sentence, fields }: { sentence: string; fields: Readonly<Record<string, string>> }) =>
  [sentence, ...new Set(Object.values(fields))].join(' ');

/** The changed lines that this tab keeps, and the ETag of the version on which they were typed; null after a 412. */
type Kept = { etag: string | null; lines: readonly Line[] };

/**
 * What is typed into the lines of a budget. It is kept in this tab, so that a reload does not lose it. If somebody else
 * saved meanwhile, `fresh` has their lines.
 */
function useTyped(found: VersionedBudget, catalog: Catalog) {
  const name = `budget-${found.budget.fiscalYear}`;
  const [basis, setBasis] = useState(found);
  const before = useMemo(() => linesOf(basis.budget, catalog), [basis, catalog]);
  const [kept] = useState(() => remembered(name, undefined) as Kept | undefined);
  const [lines, setLines] = useState<readonly Line[]>(() => withKept(before, kept?.lines ?? [], catalog));
  const [fresh, setFresh] = useState<readonly Line[] | undefined>(
    kept && kept.etag !== found.etag ? before : undefined,
  );
  const changes = useMemo(() => changesOf(lines, before), [lines, before]);
  const isChanged = Object.keys(changes).length > 0;
  useEffect(() => {
    const changed = lines.filter(({ key }) => key in changes);
    const keep: Kept = { etag: fresh ? null : basis.etag, lines: changed };
    remember(name, isChanged ? keep : undefined);
  }, [name, isChanged, lines, changes, fresh, basis]);
  const put = (result: VersionedBudget, now: readonly Line[] | undefined, since: readonly Line[] | undefined) => {
    const saved = linesOf(result.budget, catalog);
    setBasis(result);
    setFresh(now);
    setLines((present) => {
      const typed = since ? changesOf(present, since) : {};
      return withKept(
        saved,
        present.filter(({ key }) => key in typed),
        catalog,
      );
    });
  };
  return {
    lines,
    basis,
    isChanged,
    /** True if this tab kept what was typed when the budget was left. */
    wasKept: kept !== undefined,
    fresh,
    now: useMemo(() => (fresh ? nowOf(lines, fresh) : {}), [lines, fresh]),
    set: setLines,
    /** Begins again with a version. What was typed since the lines `sent` stays. */
    restart: (result: VersionedBudget, sent?: readonly Line[]) => put(result, undefined, sent),
    /** Reads what is saved now. Only what was typed replaces it, and a line that somebody else added stays. */
    reload: async () => {
      const present = await queryClient.fetchQuery({ ...budgetQuery(basis.budget.fiscalYear), staleTime: 0 });
      put(present, linesOf(present.budget, catalog), before);
    },
  };
}
