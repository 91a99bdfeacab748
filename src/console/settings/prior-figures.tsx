import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { DataTable } from '../kit/data-table.tsx';
import { amountText } from '../kit/money.ts';
import { SelectField } from '../kit/select-field.tsx';
import { StaleNotice } from '../kit/stale.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { yearsQuery } from '../reports/queries.ts';
import { yearName } from '../reports/years.ts';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { Balance } from './opening-balance.tsx';
import {
  type Box,
  boxKey,
  type FiguresTyped,
  figuresOf,
  figuresTyped,
  type List,
  type OwnRow,
  withRow,
} from './prior-rows.ts';
import { priorFiguresQuery, savePriorFigures } from './queries.ts';
import type { Versioned } from './store.ts';
import { useBoxes } from './use-prior-boxes.ts';

type Figures = Schemas['PriorFigures'];

/** How many years before the books can be chosen. */
const YEARS = 10;

/** The figures of fiscal years before the books, with which reports compare. */
export function PriorFigures() {
  const { t } = useTranslation('settings');
  const { data: church } = useQuery(churchQuery);
  return (
    <section className="screen-part">
      <h2>{t('part_priorFigures')}</h2>
      <p className="settings-help">{t('priorHelp')}</p>
      <Answer query={useQuery(yearsQuery)}>
        {(years) => {
          const first = years.at(-1) ?? { year: Number(church?.today.slice(0, 4) ?? 0), from: '-01-01' };
          return church && <Years first={first.year} monthDay={first.from.slice(-6)} />;
        }}
      </Answer>
    </section>
  );
}

/** The years before the first year of the books. `monthDay` is the end of the date on which fiscal years begin. */
function Years({ first, monthDay }: { first: number; monthDay: string }) {
  const { t } = useTranslation('settings');
  const address = useAddress();
  const years = Array.from({ length: YEARS }, (_, index) => first - 1 - index);
  const year = years.find((one) => String(one) === address.get('year')) ?? first - 1;
  const mayWrite = useCan('statements.manage');
  return (
    <>
      <div className="settings-filters">
        <SelectField
          label={t('priorYear')}
          value={String(year)}
          options={years.map((one) => ({
            value: String(one),
            label: yearName({ year: one, from: `${one}${monthDay}` }),
          }))}
          onChange={(next) => address.set({ year: next })}
        />
      </div>
      <Answer query={useQuery({ ...priorFiguresQuery(year), refetchOnWindowFocus: false })}>
        {(seen) => (mayWrite ? <FiguresForm key={year} seen={seen} /> : <FiguresFacts figures={seen.record} />)}
      </Answer>
    </>
  );
}

function FiguresFacts({ figures }: { figures: Figures }) {
  const { t } = useTranslation('settings');
  if (figures.createdAt === null) return <p className="empty">{t('noPriorFigures')}</p>;
  const totals = (['assets', 'liabilities', 'netAssets'] as const).flatMap((total) => {
    const amount = figures[total];
    return amount === null ? [] : [{ name: t(`prior_${total}`), amount }];
  });
  const rows = [...figures.income, ...figures.expenses, ...totals].map((row, key) => ({ ...row, key }));
  return (
    <DataTable
      label={t('part_priorFigures')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'name', title: t('name'), cell: ({ name }) => name },
        { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
      ]}
    />
  );
}

function FiguresForm({ seen }: { seen: Versioned<Figures> }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { fiscalYear } = seen.record;
  const { typed, basis, isStale, set, reload, take } = useRevision(
    seen,
    (one) => figuresTyped(one?.record),
    () => queryClient.fetchQuery({ ...priorFiguresQuery(fiscalYear), staleTime: 0 }),
  );
  const { fault, isBusy, save } = useSaving<Versioned<Figures>>(take, reload);
  const sections = useBoxes(typed.amounts);
  const { record, etag } = basis ?? seen;
  const boxes = sections.flatMap((section) => section.boxes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(() => savePriorFigures(fiscalYear, figuresOf(typed, boxes, record), etag), t('saved'));
  };
  return (
    <form className="record-form sheet" aria-label={t('part_priorFigures')} onSubmit={submit}>
      {fault && (
        <FaultNotice fault={{ ...fault, sentence: [fault.sentence, ...Object.values(fault.fields)].join(' ') }} />
      )}
      <StaleNotice isStale={isStale} />
      {sections.map(({ title, boxes: own }) => (
        <Boxes key={title} title={title} boxes={own} typed={typed} onAmounts={(amounts) => set('amounts', amounts)} />
      ))}
      <OwnRows rows={typed.own} onRows={(rows) => set('own', rows)} />
      <fieldset>
        <legend>{t('priorEnd')}</legend>
        {(['assets', 'liabilities', 'netAssets'] as const).map((total) => (
          <Balance key={total} label={t(`prior_${total}`)} text={typed[total]} onText={(text) => set(total, text)} />
        ))}
        <p className="field-help opening-all">{t('priorEndHelp')}</p>
      </fieldset>
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
      </div>
    </form>
  );
}

type BoxesProps = {
  title: string;
  boxes: readonly Box[];
  typed: FiguresTyped;
  onAmounts: (amounts: FiguresTyped['amounts']) => void;
};

function Boxes({ title, boxes, typed: { amounts }, onAmounts }: BoxesProps) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {boxes.map((box) => (
        <Balance
          key={boxKey(box)}
          label={box.name}
          text={amounts[boxKey(box)] ?? ''}
          onText={(text) => onAmounts({ ...amounts, [boxKey(box)]: text })}
        />
      ))}
    </fieldset>
  );
}

/** The rows that are for no category of the church. */
function OwnRows({ rows, onRows }: { rows: readonly OwnRow[]; onRows: (rows: readonly OwnRow[]) => void }) {
  const { t } = useTranslation('settings');
  const change = (row: OwnRow, changes: Partial<OwnRow>) =>
    onRows(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)));
  const kinds: readonly List[] = ['income', 'expenses'];
  return (
    <fieldset>
      <legend>{t('priorOwn')}</legend>
      <p className="field-help opening-all">{t('priorOwnHelp')}</p>
      {rows.map((row, index) => (
        <div key={row.key} role="group" aria-label={t('priorRow', { number: index + 1 })} className="opening-row">
          <TextField
            label={t(`priorName_${row.list}`)}
            value={row.name}
            required
            maxLength={200}
            onChange={(event) => change(row, { name: event.target.value })}
          />
          <Balance label={t('amount')} text={row.amount} isRequired onText={(amount) => change(row, { amount })} />
          <Button
            kind="quiet"
            aria-label={t('removePriorRow', { number: index + 1 })}
            onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div className="screen-actions opening-all">
        {kinds.map((list) => (
          <Button key={list} onClick={() => onRows(withRow(rows, list))}>
            {t(`addPrior_${list}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
