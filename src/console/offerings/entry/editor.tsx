import { type FocusEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { isPartMissing, type Spot } from './divide.ts';
import { faultSentence, methodNames } from './options.ts';
import { Parts } from './parts.tsx';
import { hasReference } from './row.ts';
import { type EditorProps, type EditorState, takingFrom, useEditor } from './use-editor.ts';
import { type GiftWords, methodText, whoText } from './words-of.ts';

/** The row that is being edited. Only this row has text boxes. All other rows are plain text. */
export function Editor(props: EditorProps) {
  const { label, words, categories, isNew, refused, onMore, onAskDelete, onDiscard } = props;
  const { t } = useTranslation('offerings');
  const box = useRef<HTMLDivElement>(null);
  const editor = useEditor(props, box);
  const { draft, faultAt } = editor;
  const fault = faultSentence(faultAt, draft, t) ?? props.fault;
  const faultOf = (spot: Spot) => (faultAt === spot ? fault : undefined);
  return (
    <div
      className="editor"
      role="group"
      aria-label={label}
      ref={box}
      onPaste={(event) => pasteTable(event.clipboardData.getData('text/plain'), props, event)}
    >
      <Boxes editor={editor} words={words} faultOf={faultOf} />
      <div className="editor-cell editor-tools">
        <span data-spot="more">
          <Button kind="quiet" onClick={onMore}>
            {t('more')}
          </Button>
        </span>
        <Button kind="quiet" onClick={editor.startSplit} disabled={draft.parts.length > 0}>
          {t('split')}
        </Button>
        {!isNew && (
          <Button kind="quiet" onClick={onAskDelete}>
            {t('deleteGift')}
          </Button>
        )}
        {refused === 'gone' && <Button onClick={editor.save}>{t('enterAgain')}</Button>}
        {refused === 'correction' && <Button onClick={onDiscard}>{t('discardCorrection')}</Button>}
        {refused === 'deletion' && <Button onClick={onDiscard}>{t('keepGift')}</Button>}
      </div>
      {draft.parts.length > 0 && <Parts editor={editor} categories={categories} words={words} faultOf={faultOf} />}
      <div className="editor-finish" data-divided={draft.parts.length > 0 || undefined}>
        {/* The text box keeps the focus, so that its open list is still there for the click. */}
        <Button kind="primary" onMouseDown={(event) => event.preventDefault()} onClick={editor.finish}>
          {t(isPartMissing(draft) ? 'nextPart' : 'saveGift')}
        </Button>
      </div>
      {fault !== undefined && faultAt === undefined && <p className="field-fault editor-fault">{fault}</p>}
    </div>
  );
}

type BoxesProps = { editor: EditorState; words: GiftWords; faultOf: (spot: Spot) => string | undefined };

/** The text boxes of the row, in the order of the columns. */
function Boxes({ editor, words, faultOf }: BoxesProps) {
  const { t } = useTranslation('offerings');
  const id = useId();
  const { draft, method, giver, category, keysOf, change, rememberFocus } = editor;
  const onFocus = (event: FocusEvent<HTMLInputElement>) => {
    rememberFocus();
    event.target.select();
  };
  return (
    <>
      <div className="editor-cell" data-spot="method">
        <ComboBox
          id={`${id}-method`}
          label={t('method')}
          hidesLabel
          text={editor.methodTyped ?? methodText(draft.method, t)}
          options={method.options}
          combo={method.combo}
          onText={editor.setMethodTyped}
          onTake={method.take}
          onKeyDown={keysOf({ field: 'method', combo: method.combo, take: takingFrom(method.combo, method.take) })}
          onFocus={onFocus}
          fault={
            editor.isMethodLeft && editor.isMethodUnknown ? t('methodUnknown', { methods: methodNames(t) }) : undefined
          }
          onBlur={method.leave}
        />
      </div>
      <div className="editor-cell" data-spot="giver">
        <ComboBox
          id={`${id}-giver`}
          label={t('giver')}
          hidesLabel
          text={editor.giverTyped ?? whoText(draft.who, words)}
          options={giver.options}
          combo={giver.combo}
          fault={editor.isNumberUnknown ? t('noEnvelope') : faultOf('giver')}
          onText={(text) => editor.update({ ...draft, who: { kind: 'nobody' } }, text)}
          onTake={(option) => {
            giver.take(option);
            if (option.value.kind !== 'add') editor.advance('giver');
          }}
          onKeyDown={keysOf({ field: 'giver', combo: giver.combo, take: takingFrom(giver.combo, giver.take) })}
          onFocus={onFocus}
        />
      </div>
      <div className="editor-cell" data-spot="reference">
        {hasReference(draft.method) && (
          <TextField
            label={draft.method === 'Check' ? t('checkNumber') : t('reference')}
            className="field-bare"
            value={draft.reference}
            autoComplete="off"
            maxLength={draft.method === 'Check' ? 50 : 100}
            onChange={(event) => change({ reference: event.target.value })}
            onKeyDown={keysOf({ field: 'reference' })}
            onFocus={rememberFocus}
          />
        )}
      </div>
      <div className="editor-cell" data-spot="amount">
        <TextField
          label={t('amount')}
          className="field-bare field-amount"
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          fault={faultOf('amount')}
          onChange={(event) => change({ amount: event.target.value })}
          onKeyDown={keysOf({ field: 'amount' })}
          onFocus={onFocus}
        />
      </div>
      <div className="editor-cell" data-spot="category">
        {draft.parts.length === 0 && (
          <ComboBox
            id={`${id}-category`}
            label={t('category')}
            hidesLabel
            text={editor.categoryTyped ?? (draft.categoryId === null ? '' : words.category(draft.categoryId))}
            options={category.options}
            combo={category.combo}
            fault={faultOf('category')}
            onText={category.type}
            onTake={category.take}
            onKeyDown={keysOf({
              field: 'category',
              combo: category.combo,
              take: takingFrom(category.combo, category.take),
            })}
            onFocus={onFocus}
            onBlur={category.leave}
          />
        )}
      </div>
      <div className="editor-cell" data-spot="note">
        <TextField
          label={t('note')}
          className="field-bare"
          autoComplete="off"
          maxLength={4000}
          value={draft.note}
          onChange={(event) => change({ note: event.target.value })}
          onKeyDown={keysOf({ field: 'note' })}
          onFocus={rememberFocus}
        />
      </div>
    </>
  );
}

/** Handles a paste into a new gift. Opens the preview for several cells. The browser pastes a single cell as text. */
function pasteTable(text: string, { isNew, onPaste }: EditorProps, event: { preventDefault: () => void }): void {
  if (!isNew || !/[\t\n]/.test(text.trim())) return;
  event.preventDefault();
  onPaste(text);
}
