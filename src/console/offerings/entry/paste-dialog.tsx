import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/notice.tsx';
import type { PastedColumn, PastedRow } from './paste.ts';
import type { Draft } from './row.ts';
import '../../kit/table.css';

type Props = { rows: readonly PastedRow[]; onAdd: (drafts: readonly Draft[]) => void; onClose: () => void };

const COLUMNS: readonly PastedColumn[] = ['method', 'giver', 'reference', 'amount', 'category', 'note'];
const REASONS = {
  giver: 'pasteUnknownGiver',
  category: 'pasteUnknownCategory',
  amount: 'pasteBadAmount',
  method: 'pasteUnknownMethod',
} as const;

/** What was copied from a table, before it is saved: good rows can be added while bad cells say what is wrong with them. */
export function PasteDialog({ rows, onAdd, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const good = rows.filter(({ faults }) => faults.length === 0);
  const columns = COLUMNS.filter((column) => rows.some(({ cells }) => (cells[column] ?? '') !== ''));
  return (
    <Dialog title={t('pasteTitle')} onClose={onClose}>
      {good.length < rows.length && <Notice tone="warn">{t('pasteFault')}</Notice>}
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // eslint-disable-next-line react/no-array-index-key -- A pasted row has no name but its place.
              <tr key={at}>
                {columns.map((column) => (
                  <PastedCell key={column} row={row} column={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button
          kind="primary"
          autoFocus
          disabled={good.length === 0}
          onClick={() => onAdd(good.map(({ draft }) => draft))}
        >
          {t('pasteAdd', { count: good.length })}
        </Button>
      </footer>
    </Dialog>
  );
}

function PastedCell({ row, column }: { row: PastedRow; column: PastedColumn }) {
  const { t } = useTranslation('offerings');
  const isBad = row.faults.includes(column);
  const reason = isBad && column in REASONS ? t(REASONS[column as keyof typeof REASONS]) : undefined;
  return (
    <td className={isBad ? 'pasted-bad' : undefined}>
      {row.cells[column]}
      {reason !== undefined && <span className="field-fault">{reason}</span>}
    </td>
  );
}
