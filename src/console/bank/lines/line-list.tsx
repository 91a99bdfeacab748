import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { dateText } from '../../kit/dates.ts';
import { amountText } from '../../kit/money.ts';
import { BankText } from '../bank-text.tsx';
import type { Line } from './queries.ts';
import type { Bench } from './use-workbench.ts';
import { useDocumentName } from '../use-document-name.ts';

/** The list of lines. One of them is active and has the focus; the keys act on it. `onTap` is called when one is tapped. */
export function LineList({ lines, bench, onTap }: { lines: readonly Line[]; bench: Bench; onTap: () => void }) {
  const { t } = useTranslation('bank');
  const list = useRef<HTMLUListElement>(null);
  const { active, activate, marked, focusCount } = bench;
  const row = (id: number | undefined) => list.current?.querySelector<HTMLElement>(`[data-line="${id}"]`);
  useEffect(() => {
    row(active?.id)?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement)) row(active?.id)?.focus();
  }, [active?.id]);
  // On arrival, the keys act at once. A field that has the focus keeps it.
  useEffect(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.tagName === 'H1') row(active?.id)?.focus({ preventScroll: true });
  }, []);
  const focused = useRef(focusCount);
  useEffect(() => {
    if (focused.current === focusCount) return;
    focused.current = focusCount;
    row(active?.id)?.focus();
  }, [focusCount, active?.id]);
  return (
    <ul
      ref={list}
      className="bank-lines"
      role="listbox"
      aria-label={t('lines')}
      onKeyDown={bench.onKeyDown}
      onClick={(event) => {
        const id = (event.target as Element).closest('[data-line]')?.getAttribute('data-line');
        activate(lines.find((line) => String(line.id) === id));
        if (id !== null && id !== undefined) onTap();
      }}
    >
      {lines.map((line) => (
        <Row key={line.id} line={line} isActive={line.id === active?.id} isMarked={marked.has(line.id)} />
      ))}
    </ul>
  );
}

type RowProps = { line: Line; isActive: boolean; isMarked: boolean };

const Row = memo(function Row({ line, isActive, isMarked }: RowProps) {
  // Renders the row again in another language, although its line stays the same.
  useTranslation('bank');
  return (
    <li
      className="bank-line"
      role="option"
      data-line={line.id}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isActive}
      aria-checked={isMarked}
    >
      <span className="bank-line-date">{dateText(line.date, currentLanguage())}</span>
      <span className="bank-line-text">
        <BankText text={line.description} />
        <span className="bank-line-hint">
          <Hint line={line} />
        </span>
      </span>
      <span className="bank-line-amount">{amountText(line.amount)}</span>
    </li>
  );
});

/** The first suggestion for a line, or its status. */
function Hint({ line: { status, suggestions } }: { line: Line }) {
  const { t } = useTranslation('bank');
  const nameOf = useDocumentName();
  const [first] = suggestions;
  if (status !== 'Open') return t(`status_${status}`);
  if (!first) return t('noSuggestion');
  return t('suggested', { name: first.documents.map(nameOf).join(', ') });
}
