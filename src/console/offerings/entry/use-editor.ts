/** The state of the open row, and the effect of each key in this row. */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type Combo, type Option, useCombo } from '../../kit/combo.ts';
import type { Category } from '../queries.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import type { GiverIndex } from '../../../lib/giver-index.ts';
import { afterPart, type Division, isPartMissing, missingSpot, type Spot, withoutPart } from './divide.ts';
import { isBegun } from './half-typed.ts';
import { isComposing } from '../../kit/composing.ts';
import { type Field, reactionTo, type Step } from './keys.ts';
import { type GiverChoice, giverOptions, isNumber, methodOptions } from './options.ts';
import { type Draft, fieldAfter, isDivided, type Method, splitDraft } from './row.ts';
import { focusSpot, takeOpenOption } from './spots.ts';
import type { Refused } from './refused.ts';
import { useCategoryBox } from './use-category-box.ts';
import type { GiftWords } from './words-of.ts';

export type EditorProps = {
  label: string;
  /** The values with which the editor starts. */
  draft: Draft;
  typedGiver?: string;
  /** Where the focus goes when the editor appears. If undefined, the focus does not move. */
  spot: Spot | undefined;
  isNew: boolean;
  fault?: string | undefined;
  /** The kind of refusal, which decides the buttons of the row; undefined if the row was not refused. */
  refused?: Refused | undefined;
  words: GiftWords;
  index: GiverIndex;
  categories: readonly Category[];
  onDraft: (draft: Draft, typedGiver: string) => void;
  onSave: (draft: Draft) => void;
  onSubmit: (draft: Draft) => void;
  /** Moves to the same field of the row above (-1) or below (1). */
  onRow: (by: 1 | -1, spot: Spot) => void;
  /** Discards what was typed in the row. */
  onRevert: () => void;
  onUndoDeletion: () => void;
  onFind: () => void;
  onMore: () => void;
  onAskDelete: () => void;
  /** Discards a refused correction or deletion. */
  onDiscard: () => void;
  onAddPerson: (typed: string) => void;
  onPaste: (text: string) => void;
};

/**
 * Where a key is pressed. `combo` is the list of the field, `take` takes the highlighted option of that list, and
 * `part` is the number of the part in a split gift.
 */
type Pressed = {
  field: Field;
  combo?: Combo<unknown> | undefined;
  take?: (() => void) | undefined;
  part?: number | undefined;
};

/** Returns the state and actions of the open row. `box` is the element that contains its text boxes. */
export function useEditor(props: EditorProps, box: RefObject<HTMLElement | null>) {
  const typing = useTyping(props);
  const { now, update, setFaultAt } = typing;
  const lists = useLists(props, typing);
  const focus = (spot: Spot) => focusSpot(box.current, spot);
  /** Changes the row and moves the focus to a box that may be new. The next key already goes there. */
  const updateAndFocus = (draft: Draft, spot: Spot) => {
    if (draft !== now.current.draft) flushSync(() => update(draft, now.current.giverTyped));
    focus(spot);
  };
  useEffect(() => {
    if (props.spot !== undefined) focus(props.spot);
    // Runs only when the editor appears. Afterwards, the person moves the focus.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);

  const save = () => {
    const { draft } = now.current;
    if (lists.isMethodUnknown) {
      typing.setMethodLeft(true);
      return focus('method');
    }
    const missing = missingSpot(draft);
    if (missing === undefined) return props.onSave(draft);
    setFaultAt(missing);
    const isUndivided = missing === 'amount' && draft.parts.length > 0 && 'minor' in readAmount(draft.amount);
    return focus(isUndivided ? 'part-0-amount' : missing);
  };
  const submit = () => {
    const { draft } = now.current;
    const isNothing = props.isNew && !isBegun({ draft, typed: now.current.giverTyped ?? '' });
    if (isNothing || missingSpot(draft) === undefined) return props.onSubmit(draft);
    return save();
  };
  const startSplit = () => {
    if ('fault' in readAmount(now.current.draft.amount)) return setFaultAt('amount');
    return updateAndFocus(splitDraft(now.current.draft), 'part-0-amount');
  };
  const divide = ({ draft, spot, isFault }: Division) => {
    updateAndFocus(draft, spot);
    if (isFault) setFaultAt(spot);
  };
  /** Does what the button below the row says: takes the open option, adds the next part, or saves. */
  const finish = () => {
    const isAdding = lists.giver.combo.isOpen && lists.isAddHighlighted();
    takeOpenOption(box.current);
    if (isAdding) return undefined;
    const { draft } = now.current;
    return isPartMissing(draft) ? divide(afterPart(draft, draft.parts.length - 1)) : save();
  };
  const giveNobody = (kind: 'anonymous' | 'looseCash') => {
    update({ ...now.current.draft, who: { kind } }, undefined);
    focus('amount');
  };
  const advance = (field: Field) => {
    if (field === 'method' && lists.isMethodUnknown) return typing.setMethodLeft(true);
    // The message about an unknown envelope number stands at the field already.
    if (field === 'giver' && lists.isNumberUnknown && now.current.draft.who.kind === 'nobody') return undefined;
    return focus(fieldAfter(field, now.current.draft));
  };

  const act = (step: Step, { field, combo, take, part }: Pressed) => {
    const actions: Record<Step, () => void> = {
      take: () => take?.(),
      advance: () => advance(field),
      save,
      highlightNext: () => combo?.move(1),
      highlightPrevious: () => combo?.move(-1),
      openList: () => combo?.open(),
      closeList: () => combo?.close(),
      rowAbove: () => props.onRow(-1, spotOf(field, part)),
      rowBelow: () => props.onRow(1, spotOf(field, part)),
      revert: () => typing.revert() || props.onRevert(),
      anonymous: () => giveNobody('anonymous'),
      looseCash: () => giveNobody('looseCash'),
      split: startSplit,
      nextPart: () => divide(afterPart(now.current.draft, part ?? 0)),
      removePart: () => divide(withoutPart(now.current.draft, part ?? 0)),
      partAmount: () => focus(`part-${part ?? 0}-amount`),
      submit,
      undoDeletion: props.onUndoDeletion,
      findRow: props.onFind,
    };
    actions[step]();
  };

  /** Returns the key handler of a field. It performs the steps that `reactionTo` returns for the key. */
  const keysOf = (pressed: Pressed) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const isEmpty = event.currentTarget.value.trim() === '';
    if (event.key === 'Enter' && isEmpty && pressed.field === 'amount' && pressed.part === undefined && !props.isNew) {
      event.preventDefault();
      props.onAskDelete();
      return;
    }
    const { draft, giverTyped } = now.current;
    const { steps, isOurs } = reactionTo(
      { key: event.key, shift: event.shiftKey, alt: event.altKey, mod: event.ctrlKey || event.metaKey },
      {
        field: pressed.field,
        isOpen: pressed.combo?.isOpen ?? false,
        isEmpty,
        part: pressed.part,
        isDivided: isDivided(draft),
        isUntouched: props.isNew && !isBegun({ draft, typed: giverTyped ?? '' }),
      },
    );
    if (isOurs) event.preventDefault();
    // Taking the option to add a person opens a dialog, so the remaining steps are skipped.
    const opensDialog = pressed.field === 'giver' && lists.isAddHighlighted();
    for (const step of steps) {
      act(step, pressed);
      if (step === 'take' && opensDialog) return;
    }
  };
  return { ...typing, ...lists, keysOf, startSplit, save, finish, advance };
}

export type EditorState = ReturnType<typeof useEditor>;

/** The typed values of the row. `revert` restores the values from the time when the field got the focus. */
function useTyping(props: EditorProps) {
  const [draft, setDraft] = useState(props.draft);
  const [giverTyped, setGiverTyped] = useState(props.typedGiver);
  const [methodTyped, setMethodTyped] = useState<string>();
  // True once the person left the box of the method, or pressed Enter in it. A half-typed word is no error before that.
  const [isMethodLeft, setMethodLeft] = useState(false);
  const [categoryTyped, setCategoryTyped] = useState<string>();
  const [faultAt, setFaultAt] = useState<Spot>();
  // One key can take an option and then save before React renders. Therefore, each step reads the values from this ref.
  const now = useRef({ draft, giverTyped });
  const onFocus = useRef(now.current);

  const update = (next: Draft, typed: string | undefined) => {
    now.current = { draft: next, giverTyped: typed };
    setDraft(next);
    setGiverTyped(typed);
    setFaultAt(undefined);
    props.onDraft(next, typed ?? '');
  };
  return {
    draft,
    giverTyped,
    methodTyped,
    setMethodTyped: (text: string | undefined) => {
      setMethodTyped(text);
      setMethodLeft(false);
    },
    isMethodLeft,
    setMethodLeft,
    categoryTyped,
    setCategoryTyped,
    faultAt,
    setFaultAt,
    now,
    update,
    change: (fields: Partial<Draft>) => update({ ...now.current.draft, ...fields }, now.current.giverTyped),
    rememberFocus: () => {
      onFocus.current = now.current;
    },
    /** Restores the values that the row had when the field got the focus. Returns true if anything had changed. */
    revert: () => {
      const isTyped = methodTyped !== undefined || categoryTyped !== undefined;
      setMethodTyped(undefined);
      setCategoryTyped(undefined);
      if (onFocus.current === now.current) return isTyped;
      update(onFocus.current.draft, onFocus.current.giverTyped);
      onFocus.current = now.current;
      return true;
    },
  };
}

/** The options of the three combo boxes, and functions that take an option. */
function useLists(props: EditorProps, typing: ReturnType<typeof useTyping>) {
  const { t } = useTranslation('offerings');
  const { now, update, change } = typing;
  const { methodTyped, giverTyped } = typing;
  const { index, categories } = props;
  // Memoized, so that typing an amount does not compute the lists again.
  const methods = useMemo(() => methodOptions(methodTyped, t), [methodTyped, t]);
  const givers = useMemo(() => giverOptions(giverTyped, index, t), [giverTyped, index, t]);
  const method = useCombo(methods);
  const giver = useCombo(givers);
  const category = useCategoryBox(categories, {
    typed: typing.categoryTyped,
    setTyped: typing.setCategoryTyped,
    choose: (categoryId) => change({ categoryId }),
  });
  const isMethodUnknown = (methodTyped ?? '').trim() !== '' && methods.length === 0;
  return {
    isMethodUnknown,
    /** True if the box of the giver has a number that is nobody's envelope number. */
    isNumberUnknown: isNumber(giverTyped) && givers.length === 0,
    method: {
      options: methods,
      combo: method,
      /** A text that is no method stays in the box, so that the person sees what is wrong. */
      leave: () => {
        if (isMethodUnknown) typing.setMethodLeft(true);
        else typing.setMethodTyped(undefined);
      },
      take: ({ value }: Option<Method>) => {
        typing.setMethodTyped(undefined);
        change({ method: value });
      },
    },
    giver: {
      options: givers,
      combo: giver,
      take: ({ value }: Option<GiverChoice>) => {
        if (value.kind === 'add') props.onAddPerson(now.current.giverTyped ?? '');
        else update({ ...now.current.draft, who: value }, undefined);
      },
    },
    category,
    isAddHighlighted: () => giver.current()?.value.kind === 'add',
  };
}

/** Returns a function that takes the highlighted option of a list and closes the list. */
export function takingFrom<T>(combo: Combo<T>, take: (option: Option<T>) => void): () => void {
  return () => {
    const option = combo.current();
    if (option) take(option);
    combo.close();
  };
}

function spotOf(field: Field, part: number | undefined): Spot {
  return part === undefined ? field : `part-${part}-${field === 'category' ? 'category' : 'amount'}`;
}
