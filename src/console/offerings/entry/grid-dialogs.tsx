import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { bodyOfGift } from './gift.ts';
import type { Church } from '../../kit/church.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { AddPerson } from './add-person.tsx';
import type { GiverIndex } from '../../../lib/giver-index.ts';
import { FindDialog } from './find-dialog.tsx';
import { MoreDialog } from './more-dialog.tsx';
import type { PastedRow } from './paste.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { refusedAs } from './refused.ts';
import { bodyOf, type Draft, fieldAfter } from './row.ts';
import type { Row } from './rows.ts';
import { canCorrect, type Grid } from './use-grid.ts';
import type { GiftWords } from './words-of.ts';

/** The dialog that is open over the grid. */
export type Open =
  | { kind: 'person'; typed: string }
  | { kind: 'find' }
  | { kind: 'more' }
  | { kind: 'delete'; row: Row }
  | { kind: 'paste'; rows: readonly PastedRow[] };

type Props = {
  open: Open;
  close: () => void;
  grid: Grid;
  index: GiverIndex;
  words: GiftWords;
  church: Church;
};

/** The dialogs of the grid: adding a person, finding a gift, more details, confirming a deletion, and pasted rows. */
export function GridDialogs({ open, close, grid, index, words, church }: Props) {
  const { active } = grid;
  const { draft, typed } = grid.now();
  return (
    <>
      {open.kind === 'person' && (
        <AddPerson
          typed={open.typed}
          index={index}
          onClose={close}
          onDone={(giver) => {
            grid.keepDraft({ ...draft, who: { kind: 'member', id: giver.id } }, '');
            close();
            grid.open(active.key, fieldAfter('giver', draft));
          }}
        />
      )}
      {open.kind === 'find' && (
        <FindDialog
          rows={grid.rows.filter(canCorrect)}
          words={words}
          onClose={close}
          onFound={(key) => {
            close();
            grid.open(key, 'amount');
          }}
        />
      )}
      {open.kind === 'more' && (
        <MoreDialog
          extras={draft.extras}
          today={church.today}
          date={grid.date}
          onClose={close}
          onDone={(extras) => {
            grid.keepDraft({ ...draft, extras }, typed);
            close();
            grid.open(active.key, 'more');
          }}
        />
      )}
      {open.kind === 'delete' && (
        <AskDelete
          row={open.row}
          words={words}
          onClose={close}
          onDelete={() => {
            close();
            void grid.remove(open.row);
          }}
          onDiscard={() => {
            close();
            void grid.discard(open.row);
          }}
        />
      )}
      {open.kind === 'paste' && (
        <PasteDialog
          rows={open.rows}
          words={words}
          onClose={close}
          onAdd={(drafts: readonly Draft[]) => {
            close();
            void addAll(drafts, grid);
          }}
        />
      )}
    </>
  );
}

/** Adds the pasted gifts one by one, in the order of the pasted table. */
async function addAll(drafts: readonly Draft[], grid: Grid): Promise<void> {
  for (const draft of drafts) await grid.add(bodyOf(draft));
}

type AskDeleteProps = {
  row: Row;
  words: GiftWords;
  onDelete: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/**
 * Asks before a deletion. If the row is a refused correction, `Delete` discards only the correction, and a separate
 * button deletes the gift.
 */
function AskDelete({ row, words, onDelete, onDiscard, onClose }: AskDeleteProps) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const { gift } = row;
  const isCorrection = gift !== undefined && refusedAs(row) === 'correction';
  const said = isCorrection
    ? t('staysInBooks', { gift: words.gift(bodyOfGift(gift), gift.memberName) })
    : words.gift(row.body, row.memberName);
  return (
    <Dialog title={t(isCorrection ? 'discardAsk' : 'deleteAsk')} onClose={onClose}>
      <p>{said}</p>
      <footer>
        <Button onClick={onClose}>{common('cancel')}</Button>
        {isCorrection && (
          <Button kind="danger" onClick={onDelete}>
            {t('deleteInBooks')}
          </Button>
        )}
        <Button kind="danger" autoFocus onClick={isCorrection ? onDiscard : onDelete}>
          {t('deleteGift')}
        </Button>
      </footer>
    </Dialog>
  );
}
