import type { TFunction } from 'i18next';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { useFaults } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';
import type { Church } from '../../kit/church.ts';
import { typedCharacters } from '../../kit/typing.ts';
import type { Category } from '../queries.ts';
import { Editor } from './editor.tsx';
import type { EditorProps } from './use-editor.ts';
import type { GiverIndex } from '../../../lib/giver-index.ts';
import { GiftRow } from './gift-row.tsx';
import { GiftsHead } from './gifts-head.tsx';
import { GridDialogs, type Open } from './grid-dialogs.tsx';
import { readPasted } from './paste.ts';
import { refusedAs } from './refused.ts';
import type { Row } from './rows.ts';
import type { Double } from './use-doubles.ts';
import { canCorrect, type Grid } from './use-grid.ts';
import type { GiftWords } from './words-of.ts';
import './grid.css';

type Props = {
  grid: Grid;
  index: GiverIndex;
  categories: readonly Category[];
  words: GiftWords;
  church: Church;
  usualCategoryId: number | null;
  onSubmit: () => void;
};

/** The gifts of a draft offering, and the row in which the person types. */
export function EntryGrid({ grid, index, categories, words, church, usualCategoryId, onSubmit }: Props) {
  const { t } = useTranslation('offerings');
  const [open, setOpen] = useState<Open>();
  const { active, row } = grid;
  const { draft, typed } = grid.now();
  const isNew = row === undefined;
  const { open: openRow } = grid;
  const correct = useCallback((key: string) => openRow(key, 'amount'), [openRow]);
  const end = useRef<HTMLDivElement>(null);
  // Keeps the latest gifts visible directly above the row in which the person types.
  useEffect(() => {
    if (isNew) end.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew, active.turn, grid.own.length]);

  const shared: Omit<EditorProps, 'label' | 'isNew' | 'fault' | 'refused'> = {
    draft,
    ...(typed !== '' && { typedGiver: typed }),
    spot: active.spot,
    words,
    index,
    categories,
    onDraft: grid.keepDraft,
    onSave: (complete) => void grid.save(complete),
    onSubmit: (complete) => {
      if (complete.who.kind === 'nobody') return onSubmit();
      const typedBefore = typedCharacters();
      // Whoever has gone on typing is not done with the offering.
      void grid.save(complete).then(() => typedCharacters() === typedBefore && onSubmit());
    },
    onRow: grid.goToRow,
    onRevert: grid.revert,
    onUndoDeletion: () => void grid.undoDeletion(),
    onFind: () => setOpen({ kind: 'find' }),
    onMore: () => setOpen({ kind: 'more' }),
    onAskDelete: () => row && setOpen({ kind: 'delete', row }),
    onDiscard: () => row && void grid.discard(row),
    onAddPerson: (typed) => setOpen({ kind: 'person', typed }),
    onPaste: (text) =>
      setOpen({
        kind: 'paste',
        rows: readPasted(text, {
          index,
          categories,
          methodNames: words.method,
          method: grid.now().draft.method,
          usualCategoryId,
          words: { anonymous: t('anonymous'), looseCash: t('looseCash'), newGift: t('newGift') },
        }),
      }),
  };
  const refusal = useRefusalSentence(row, words);
  const hasRemarks = grid.doubles.size > 0 || grid.rows.some(({ refusal }) => refusal !== null);
  const editor = (
    <Editor
      // When the key changes, React mounts a new editor with the stored draft. `turn` changes whenever a row is opened.
      key={`${active.key}-${active.turn}`}
      label={isNew ? t('newGift') : t('giftNumber', { number: row.number })}
      isNew={isNew}
      fault={active.isLeft ? t('halfTyped') : refusal}
      refused={row && refusedAs(row)}
      {...shared}
    />
  );
  return (
    <div className={hasRemarks ? 'gifts-frame gifts-with-remarks' : 'gifts-frame'}>
      <table className={isNew ? 'gifts gifts-still' : 'gifts'} aria-label={t('gifts')}>
        <GiftsHead />
        <tbody>
          {grid.rows.map((one) =>
            one.key === row?.key ? (
              <tr key={one.key} className="gifts-open">
                <td colSpan={9}>{editor}</td>
              </tr>
            ) : (
              <Line
                key={one.key}
                row={one}
                double={grid.doubles.get(one.key)}
                isHalfTyped={grid.isHalfTyped(one)}
                words={words}
                onCorrect={correct}
                onNoDouble={grid.dismissDouble}
              />
            ),
          )}
        </tbody>
      </table>
      <div className="gifts-new">
        {isNew ? editor : <Button onClick={() => grid.openNew('giver')}>{t('newGift')}</Button>}
      </div>
      <div className="gifts-end" ref={end} />
      {open && (
        <GridDialogs
          open={open}
          close={() => setOpen(undefined)}
          grid={grid}
          index={index}
          words={words}
          church={church}
        />
      )}
    </div>
  );
}

type LineProps = {
  row: Row;
  double: Double | undefined;
  /** True if the person began to correct the row and opened another row without saving. */
  isHalfTyped: boolean;
  words: GiftWords;
  onCorrect: (key: string) => void;
  onNoDouble: (key: string) => void;
};

/** A gift in the grid. It is rendered again only if it has changed, because there may be five hundred gifts. */
const Line = memo(function Line({ row, double, isHalfTyped, words, onCorrect, onNoDouble }: LineProps) {
  const { t } = useTranslation('offerings');
  const reason = useRefusalSentence(row, words);
  return (
    <GiftRow
      row={row}
      words={words}
      reason={isHalfTyped ? t('correctionBegun') : reason}
      remark={remarkOf(double, t)}
      onRemark={double === undefined ? undefined : { label: t('noDouble'), act: onNoDouble }}
      canCorrect={canCorrect(row)}
      onCorrect={onCorrect}
    />
  );
}, isSameLine);

function remarkOf(double: Double | undefined, t: TFunction<'offerings'>): string | undefined {
  if (double === undefined) return undefined;
  return double === 'elsewhere' ? t('likelyDoubleElsewhere') : t('likelyDoubleOf', { number: double });
}

function isSameLine(before: LineProps, after: LineProps): boolean {
  const names = ['number', 'body', 'status', 'refusal', 'memberName', 'enteredByName', 'gift'] as const;
  const others = ['words', 'onCorrect', 'double', 'isHalfTyped'] as const;
  const isSame = others.every((name) => before[name] === after[name]);
  return isSame && names.every((name) => before.row[name] === after.row[name]);
}

/**
 * Returns a message that says why the service refused a row. If somebody else changed the gift, the message contains
 * the current values of the gift.
 */
function useRefusalSentence(row: Row | undefined, words: GiftWords): string | undefined {
  const { t } = useTranslation('offerings');
  const faults = useFaults();
  const refusal = row?.refusal;
  const refused = row && refusedAs(row);
  return useMemo(() => {
    if (!refusal) return undefined;
    const { current } = refusal as { current?: Row['body'] };
    if (refused === 'gone') return t('goneGift');
    if (current) return t(refused === 'deletion' ? 'staleDeletion' : 'staleGift', { gift: words.gift(current) });
    const { sentence, fields } = faults(new Refusal(refusal));
    return [sentence, ...Object.values(fields)].join(' ');
    // `faults` is not a dependency, because it is new in each render. Its results depend only on the language, as `t`
    // does.
    // eslint-disable-next-line react/exhaustive-deps
  }, [refusal, refused, t, words]);
}
