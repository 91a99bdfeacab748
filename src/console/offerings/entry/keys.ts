/** Decides what each key does in the entry grid. This file does not use React. */

/** The fields of a row, in the order of the columns. The heading of the `reference` column is `Check number`. */
export type Field = 'method' | 'giver' | 'reference' | 'amount' | 'category' | 'note';

export type Press = {
  key: string;
  shift: boolean;
  alt: boolean;
  /** Control, or Command on a Mac. */
  mod: boolean;
};

export type Place = {
  field: Field;
  /** True if the list of the field's combo box is open. */
  isOpen: boolean;
  /** True if the field is empty. */
  isEmpty: boolean;
  /** The number of the part that contains the field, from 0; undefined for a field outside the parts. */
  part?: number | undefined;
  /** True if the parts of the split gift are complete and add up to the gift. */
  isDivided?: boolean | undefined;
  /** True if the row is the new gift at the end and nothing is typed in it. */
  isUntouched?: boolean | undefined;
};

export type Step =
  /** Takes the highlighted option of the open list. */
  | 'take'
  /** Moves to the next field (`fieldAfter`). */
  | 'advance'
  | 'save'
  | 'highlightNext'
  | 'highlightPrevious'
  /** Moves to the same field of the row above or below. The typed text of this row is kept as a draft. */
  | 'rowAbove'
  | 'rowBelow'
  | 'openList'
  | 'closeList'
  /** Restores the field. If the field is unchanged, discards what was typed in the row. */
  | 'revert'
  | 'anonymous'
  | 'looseCash'
  | 'split'
  /** Moves from the amount of a part to the category of the next part. */
  | 'nextPart'
  /** Removes a part after the person has emptied its amount. */
  | 'removePart'
  /** Moves from the category of a part to the amount of the same part. */
  | 'partAmount'
  /** Saves a complete row and opens the dialog `Submit offering`. In an incomplete row, moves to the missing field. */
  | 'submit'
  | 'undoDeletion'
  | 'findRow';

export type Reaction = {
  steps: readonly Step[];
  /** True if the browser must not handle the key. */
  isOurs: boolean;
};

const COMBO_BOXES: ReadonlySet<Field> = new Set(['method', 'giver', 'category']);
const NOTHING: Reaction = { steps: [], isOurs: false };

/** Returns the steps that a key causes in a field. */
export function reactionTo(press: Press, place: Place): Reaction {
  const { key, shift, alt, mod } = press;
  if (mod) return withMod(key, place);
  if (key === 'Enter') return shift ? onSplit(place) : ours(...withTaken(place, onEnter(place)));
  // The highlighted option is taken first. Then the browser moves the focus.
  if (key === 'Tab') return { steps: withTaken(place, []), isOurs: false };
  if (key === 'ArrowDown') return onArrow(place, alt, 'Down');
  if (key === 'ArrowUp') return onArrow(place, alt, 'Up');
  if (key === 'Escape') return ours(place.isOpen ? 'closeList' : 'revert');
  if (place.field === 'giver' && place.isEmpty && (key === '*' || key === '＊')) return ours('closeList', 'anonymous');
  if (place.field === 'giver' && place.isEmpty && (key === '+' || key === '＋')) return ours('closeList', 'looseCash');
  return NOTHING;
}

function withMod(key: string, place: Place): Reaction {
  if (key === 'Enter') return ours(...withTaken(place, ['submit']));
  if (key.toLowerCase() === 'k') return ours('findRow');
  if (key.toLowerCase() === 'z' && place.isUntouched) return ours('undoDeletion');
  return NOTHING;
}

function onEnter({ field, isEmpty, part, isDivided }: Place): Step[] {
  if (part !== undefined) {
    if (field === 'category') return ['partAmount'];
    if (field === 'amount') return isEmpty ? ['removePart'] : [isDivided ? 'save' : 'nextPart'];
  }
  if (field === 'method' || field === 'reference') return ['advance'];
  if (field === 'giver') return isEmpty ? [] : ['advance'];
  if (field === 'amount') return isEmpty ? [] : ['save'];
  return ['save'];
}

function onSplit({ field, isEmpty, part }: Place): Reaction {
  return field === 'amount' && part === undefined && !isEmpty ? ours('split') : ours();
}

function onArrow(place: Place, alt: boolean, direction: 'Up' | 'Down'): Reaction {
  const isBox = COMBO_BOXES.has(place.field);
  if (alt && isBox) {
    if (direction === 'Down') return place.isOpen ? ours() : ours('openList');
    return place.isOpen ? ours('closeList') : NOTHING;
  }
  if (alt) return NOTHING;
  if (place.isOpen) return ours(direction === 'Down' ? 'highlightNext' : 'highlightPrevious');
  return ours(direction === 'Down' ? 'rowBelow' : 'rowAbove');
}

/** Returns the steps, preceded by `take` if the list is open. */
function withTaken({ isOpen }: Place, steps: readonly Step[]): Step[] {
  return isOpen ? ['take', ...steps] : [...steps];
}

function ours(...steps: Step[]): Reaction {
  return { steps, isOurs: true };
}
