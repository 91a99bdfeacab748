import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { MarkedText } from '../../kit/marked-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { fold } from '../../../lib/fold.ts';
import { formatMoney } from '../../../lib/money.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import type { PastedColumn, PastedRow } from './paste.ts';
import type { Draft } from './row.ts';
import { type GiftWords, whoText } from './words-of.ts';
import '../../kit/table.css';

type Props = {
  rows: readonly PastedRow[];
  words: GiftWords;
  onAdd: (drafts: readonly Draft[]) => void;
  onClose: () => void;
};

const COLUMNS: readonly PastedColumn[] = ['method', 'giver', 'reference', 'amount', 'category', 'note'];
/**
 * The columns that the preview always shows. Every gift has these fields, even if the pasted table has no such columns.
 */
const ALWAYS: ReadonlySet<PastedColumn> = new Set(['method', 'giver', 'amount', 'category']);
const REASONS = {
  giver: 'pasteUnknownGiver',
  category: 'pasteUnknownCategory',
  amount: 'pasteBadAmount',
  method: 'pasteUnknownMethod',
} as const;

/** The preview of pasted gifts. Rows without faults can be added. Each faulty cell shows what is wrong. */
export function PasteDialog({ rows, words, onAdd, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const good = rows.filter(({ faults }) => faults.length === 0);
  const columns = COLUMNS.filter(
    (column) => ALWAYS.has(column) || rows.some(({ cells }) => (cells[column] ?? '') !== ''),
  );
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
              // eslint-disable-next-line react/no-array-index-key -- A pasted row is identified only by its position.
              <tr key={at}>
                {columns.map((column) => (
                  <PastedCell key={column} row={row} column={column} words={words} />
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
          why={good.length === 0 ? t('pasteNothing') : undefined}
          onClick={() => onAdd(good.map(({ draft }) => draft))}
        >
          {t('pasteAdd', { count: good.length })}
        </Button>
      </footer>
    </Dialog>
  );
}

function PastedCell({ row, column, words }: { row: PastedRow; column: PastedColumn; words: GiftWords }) {
  const { t } = useTranslation('offerings');
  const text = row.cells[column] ?? '';
  if (row.faults.includes(column)) {
    return (
      <td className="pasted-bad">
        {text}
        {column in REASONS && <span className="field-fault">{reasonOf(column as keyof typeof REASONS, text, t)}</span>}
      </td>
    );
  }
  const said = savedAs(row.draft, column, words);
  return (
    <td>
      <MarkedText text={said} />
      {text !== '' && fold(text) !== fold(said) && <span className="field-help">{text}</span>}
    </td>
  );
}

function reasonOf(column: keyof typeof REASONS, text: string, t: TFunction<'offerings'>): string {
  if (column === 'giver' && text === '') return t('pasteNoGiver', { looseCash: t('looseCash') });
  return t(REASONS[column]);
}

/** Returns the text that the grid will show for a cell without a fault. */
function savedAs(draft: Draft, column: PastedColumn, words: GiftWords): string {
  switch (column) {
    case 'method':
      return words.method(draft.method);
    case 'giver':
      return whoText(draft.who, words);
    case 'category':
      return draft.categoryId === null ? '' : words.category(draft.categoryId);
    case 'amount': {
      const amount = readAmount(draft.amount);
      return 'minor' in amount ? formatMoney(amount.minor) : '';
    }
    default:
      return draft[column];
  }
}
