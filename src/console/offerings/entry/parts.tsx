import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/money.ts';
import { ComboBox } from '../../kit/combo-box.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { Category } from '../queries.ts';
import type { Spot } from './divide.ts';
import { leftSentence } from './options.ts';
import { type Part, restOf } from './row.ts';
import { useCategoryBox } from './use-category-box.ts';
import { type EditorState, takingFrom } from './use-editor.ts';
import type { GiftWords } from './words-of.ts';

type Shared = {
  editor: EditorState;
  categories: readonly Category[];
  words: GiftWords;
  faultOf: (spot: Spot) => string | undefined;
};

/** The parts of a gift that is split over several categories, and the amount that is left to divide. */
export function Parts(shared: Shared) {
  const { t } = useTranslation('offerings');
  const { draft } = shared.editor;
  const left = restOf(draft);
  return (
    <div className="editor-parts">
      {draft.parts.map((part, at) => (
        // eslint-disable-next-line react/no-array-index-key -- A part is identified only by its position.
        <PartRow key={at} part={part} at={at} {...shared} />
      ))}
      <p className="editor-rest">{left < 0 ? leftSentence(left, t) : t('rest', { amount: formatMoney(left) })}</p>
    </div>
  );
}

function PartRow({ part, at, editor, categories, words, faultOf }: Shared & { part: Part; at: number }) {
  const { t } = useTranslation('offerings');
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const set = (fields: Partial<Part>) => {
    const { parts } = editor.now.current.draft;
    editor.change({ parts: parts.map((one, index) => (index === at ? { ...one, ...fields } : one)) });
  };
  const choose = (categoryId: number | null) => set({ categoryId });
  const { options, combo, type, take, leave } = useCategoryBox(categories, { typed, setTyped, choose });
  return (
    <div className="editor-part">
      <div data-spot={`part-${at}-category`}>
        <ComboBox
          id={id}
          label={t('partCategory', { number: at + 1 })}
          hidesLabel
          text={typed ?? (part.categoryId === null ? '' : words.category(part.categoryId))}
          options={options}
          combo={combo}
          fault={faultOf(`part-${at}-category`)}
          onText={type}
          onTake={take}
          onKeyDown={editor.keysOf({ field: 'category', combo, take: takingFrom(combo, take), part: at })}
          onFocus={(event) => {
            editor.rememberFocus();
            event.target.select();
          }}
          onBlur={leave}
        />
      </div>
      <div data-spot={`part-${at}-amount`}>
        <TextField
          label={t('partAmount', { number: at + 1 })}
          className="field-bare field-amount"
          inputMode="decimal"
          autoComplete="off"
          value={part.amount}
          fault={faultOf(`part-${at}-amount`)}
          onChange={(event) => set({ amount: event.target.value })}
          onKeyDown={editor.keysOf({ field: 'amount', part: at })}
          onFocus={(event) => {
            editor.rememberFocus();
            event.target.select();
          }}
        />
      </div>
    </div>
  );
}
