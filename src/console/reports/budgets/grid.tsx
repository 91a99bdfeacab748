import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { isComposing } from '../../kit/composing.ts';
import { nameOf } from '../../kit/record-name.ts';
import { announceRefusal } from '../../shell/status.ts';
import type { Catalog } from './queries.ts';
import {
  amountAt,
  annualOf,
  bottomLines,
  cellText,
  COLUMNS,
  type Line,
  nextPlace,
  type Part,
  PARTS,
  type Place,
  readCell,
  sumsOf,
} from './sheet.ts';
import '../../kit/table.css';
import './budget.css';

export type Grid = {
  lines: readonly Line[];
  catalog: Catalog;
  /** The names of the columns: the year, then the months. */
  columns: readonly string[];
  /** What somebody else saved meanwhile for a line, by its key. */
  now: Readonly<Record<string, Minor>>;
  /** Without it, nothing can be typed. */
  onAmount?: (place: Place, amount: Minor) => void;
  onPaste?: (place: Place, text: string) => void;
};

const PART_WORDS = {
  categoryId: 'budgetGiving',
  incomeCategoryId: 'budgetIncome',
  subCategoryId: 'budgetExpenses',
  accountId: 'budgetCapital',
} as const;

/** The lines of a budget by month. Only the active cell has a text box, and only changed lines are drawn again. */
export function BudgetGrid({ lines, catalog, columns, now, onAmount, onPaste }: Grid) {
  const { t } = useTranslation('reports');
  const [active, setActive] = useState<Place & { isEntered: boolean }>({ line: 0, column: 0, isEntered: false });
  const activate = useCallback((line: number, column: number) => setActive({ line, column, isEntered: true }), []);
  const parts = PARTS.map((part) => ({ part, first: lines.findIndex((line) => line.part === part) })).filter(
    ({ first }) => first >= 0,
  );
  const count = lines.length;
  const act = useRef({ onAmount, onPaste, count });
  useEffect(() => {
    act.current = { onAmount, onPaste, count };
  });
  const leave = useCallback((place: Place, amount: Minor | undefined, way: Way | undefined) => {
    if (amount !== undefined) act.current.onAmount?.(place, amount);
    const next = way && nextPlace(place, way, act.current.count);
    if (next) setActive({ ...next, isEntered: true });
    return next !== undefined;
  }, []);
  const paste = useCallback((place: Place, text: string) => act.current.onPaste?.(place, text), []);
  const names = namesIn(catalog);
  const { operating, cash } = bottomLines(lines, catalog);
  const operatingRow = <Sums title={t('operatingResult')} sums={operating} />;
  return (
    // Without a text box inside, the frame takes the focus, so that the keyboard can scroll it.
    <div
      className="table-frame budget-frame"
      {...(!onAmount && { tabIndex: 0, role: 'group', 'aria-label': t('budgeted') })}
    >
      <table className="table budget" aria-label={t('budgeted')}>
        <thead>
          <tr>
            <th scope="col">{t('budgetLine')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(({ part, first }) => (
          <tbody key={part}>
            {part === 'accountId' && operatingRow}
            <Sums title={t(PART_WORDS[part])} sums={sumsOf(lines, part)} />
            {lines
              .filter((line) => line.part === part)
              .map((line, at) => (
                <Row
                  key={line.key}
                  line={line}
                  name={names.lineName(line)}
                  about={names.lineAbout(line)}
                  now={now[line.key]}
                  at={first + at}
                  columns={columns}
                  column={onAmount && active.line === first + at ? active.column : -1}
                  isEntered={active.isEntered}
                  isTyped={onAmount !== undefined}
                  onActivate={activate}
                  onLeave={leave}
                  onPaste={paste}
                />
              ))}
          </tbody>
        ))}
        {!parts.some(({ part }) => part === 'accountId') && <tbody>{operatingRow}</tbody>}
        <tfoot>
          <Sums title={t('changeInCash')} sums={cash} />
        </tfoot>
      </table>
    </div>
  );
}

/** Returns how lines are named in the language of the page. */
export function namesIn(catalog: Catalog) {
  const language = currentLanguage();
  const named = (field: Part | 'ministryId' | 'fundId', id: number | null) =>
    catalog[field].find((one) => one.id === id);
  return {
    lineName: ({ part, id, sent }: Line): string => {
      const item = named(part, id);
      return item ? nameOf(item, language) : sent;
    },
    lineAbout: ({ part, id, ministryId, fundId }: Line): string => {
      const about = [named(part, id)?.group, named('ministryId', ministryId), named('fundId', fundId)];
      return about.flatMap((one) => (one ? nameOf(one, language) : [])).join(' · ');
    },
  };
}

function Sums({ title, sums }: { title: string; sums: readonly Minor[] }) {
  return (
    <tr className="budget-sums">
      <th scope="row">{title}</th>
      {sums.map((sum, column) => (
        // eslint-disable-next-line react/no-array-index-key -- A column is identified only by its position.
        <td key={column} className="number">
          {formatMoney(sum)}
        </td>
      ))}
    </tr>
  );
}

type Way = Parameters<typeof nextPlace>[1];
type Leave = (place: Place, amount: Minor | undefined, way: Way | undefined) => boolean;

type RowProps = {
  line: Line;
  name: string;
  about: string;
  now: Minor | undefined;
  at: number;
  columns: readonly string[];
  /** The active column of the line, or -1. */
  column: number;
  isEntered: boolean;
  isTyped: boolean;
  onActivate: (line: number, column: number) => void;
  onLeave: Leave;
  onPaste: (place: Place, text: string) => void;
};

const Row = memo(function Row(props: RowProps) {
  const { line, name, about, now, at, columns, column, isEntered, isTyped, onActivate, onLeave, onPaste } = props;
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">
        {name}
        {about !== '' && <span className="budget-about">{about}</span>}
        {now !== undefined && <span className="budget-now">{t('nowSays', { value: formatMoney(now) })}</span>}
      </th>
      {Array.from({ length: COLUMNS }, (_, one) =>
        one === column ? (
          <td key={one} className="number budget-active">
            <Editor
              label={`${name}, ${columns[one] ?? ''}`}
              text={cellText(amountAt(line, one))}
              isEntered={isEntered}
              onLeave={(amount, way) => onLeave({ line: at, column: one }, amount, way)}
              onPaste={(text) => onPaste({ line: at, column: one }, text)}
            />
          </td>
        ) : (
          <td
            key={one}
            className={isTyped ? 'number budget-cell' : 'number'}
            onClick={isTyped ? () => onActivate(at, one) : undefined}
          >
            {cellText(amountAt(line, one))}
          </td>
        ),
      )}
    </tr>
  );
});

type EditorProps = {
  label: string;
  text: string;
  /** Whether somebody came here, so that the cell takes the focus. */
  isEntered: boolean;
  onLeave: (amount: Minor | undefined, way: Way | undefined) => boolean;
  onPaste: (text: string) => void;
};

/** The text box of the active cell. While its text is no amount, no key leads out of it, and each says why. */
function Editor({ label, text, isEntered, onLeave, onPaste }: EditorProps) {
  const { t } = useTranslation('reports');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isFaultShown, setFaultShown] = useState(false);
  const [typed, setTyped] = useState<string>();
  const amount = typed === undefined ? undefined : readCell(typed);
  const isBad = typed !== undefined && amount === undefined;
  const fault = isBad && isFaultShown ? t('cellBad') : undefined;
  const take = (way: Way | undefined) => {
    setTyped(undefined);
    return onLeave(amount, way);
  };
  useEffect(() => {
    if (!isEntered) return;
    input.current?.focus();
    input.current?.select();
  }, [isEntered]);
  // What is typed next replaces the amount, also after Escape.
  useEffect(() => {
    if (typed === undefined && document.activeElement === input.current) input.current?.select();
  }, [typed]);
  return (
    <>
      <input
        ref={input}
        className="budget-input"
        aria-label={label}
        aria-invalid={isBad || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? text}
        onChange={(event) => {
          setTyped(event.target.value);
          setFaultShown(false);
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (isBad) setFaultShown(true);
          else take(undefined);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!/[\t\n]/.test(pasted.trimEnd())) return;
          event.preventDefault();
          setTyped(undefined);
          onPaste(pasted);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') setTyped(undefined);
          const way = wayOf(event.key, event.shiftKey, event.currentTarget);
          if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          if (isBad) {
            event.preventDefault();
            setFaultShown(true);
            announceRefusal(t('cellBad'));
          } else if (take(way) || event.key !== 'Tab') event.preventDefault();
        }}
      />
      {fault !== undefined && (
        <p className="budget-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </>
  );
}

/** Returns where a key leads. The arrows to the sides lead out of a text only from its edge, or if all of it is selected. */
function wayOf(key: string, isShifted: boolean, { selectionStart, selectionEnd, value }: HTMLInputElement) {
  if (key === 'Enter') return isShifted ? 'up' : 'down';
  if (key === 'Tab') return isShifted ? 'previous' : 'next';
  if (isShifted) return undefined;
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowLeft' && selectionStart === 0 && (isWhole || selectionEnd === 0)) return 'left';
  if (key === 'ArrowRight' && selectionEnd === value.length && (isWhole || selectionStart === value.length)) {
    return 'right';
  }
  return undefined;
}

/** Returns the annual amounts of what somebody else saved, for the lines that differ from what is typed. */
export function nowOf(lines: readonly Line[], fresh: readonly Line[]): Record<string, Minor> {
  const saved = new Map(fresh.map((line) => [line.key, line]));
  return Object.fromEntries(
    lines.flatMap((line) => {
      const other = saved.get(line.key);
      const isSame = other?.months.every((amount, month) => amount === line.months[month]) ?? true;
      return isSame || !other ? [] : [[line.key, annualOf(other)] as const];
    }),
  );
}
