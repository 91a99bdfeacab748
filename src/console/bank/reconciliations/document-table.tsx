import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { dateText } from '../../kit/dates.ts';
import { amountText } from '../../kit/money.ts';
import { DocumentLink } from '../document-link.tsx';
import type { Row } from './ticks.ts';
import { useDocumentName } from '../use-document-name.ts';

type Props = {
  label: string;
  rows: readonly Row[];
  /** Ticks documents. Without it, the table only shows what is ticked. */
  onTick?: ((keys: readonly string[], isTicked: boolean) => void) | undefined;
};

/** The documents of a reconciliation, each with its tick. Up and Down move between the boxes. */
export function DocumentTable({ label, rows, onTick }: Props) {
  const { t } = useTranslation('bank');
  const nameOf = useDocumentName();
  const frame = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const boxes = [...(frame.current?.querySelectorAll<HTMLInputElement>('.bank-tick') ?? [])];
    const at = boxes.findIndex((box) => box === document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    boxes[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  if (rows.length === 0) return <p className="empty">{t('noDocuments')}</p>;
  const columns: Column<Row>[] = [
    {
      key: 'tick',
      title: t('onStatement'),
      cell: (row) =>
        row.isMatched ? (
          t('matchedTick')
        ) : onTick ? (
          <input
            type="checkbox"
            className="bank-tick"
            aria-label={t('tickNamed', { name: nameOf(row), amount: amountText(row.amount) })}
            checked={row.isTicked}
            onChange={() => onTick([row.key], !row.isTicked)}
          />
        ) : (
          t(row.isTicked ? 'ticked' : 'outstandingTick')
        ),
    },
    { key: 'date', title: t('date'), kind: 'date', cell: ({ date }) => dateText(date, currentLanguage()) },
    { key: 'document', title: t('document'), cell: (row) => <Named row={row} /> },
    { key: 'reference', title: t('reference'), isWideOnly: true, cell: ({ reference }) => reference },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return (
    <div ref={frame} className="bank-documents" onKeyDown={move}>
      <DataTable label={label} columns={columns} rows={rows} keyOf={({ key }) => key} />
    </div>
  );
}

/** A document. Where the column of the references is hidden, the reference stands below it, unless its name has it. */
function Named({ row }: { row: Row }) {
  const { reference, description } = row;
  return (
    <>
      <DocumentLink document={row} />
      {reference !== null && !description?.includes(reference) && (
        <span className="bank-line-hint bank-reference">{reference}</span>
      )}
    </>
  );
}
