/** What each key does in the entry grid, as a function without React. It follows the table in the console's design. */

/** The fields of a row, in order. `reference` has the title `Check number`. */
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
  /** The list of a combo box is open. */
  isOpen: boolean;
  /** Nothing is typed in the field. */
  isEmpty: boolean;
  /** The part of a split gift that has the field; undefined outside a part. */
  part?: number | undefined;
  /** The split gift has nothing left to divide. */
  isDivided?: boolean | undefined;
  /** The row is the empty one at the end, and nothing is typed in it. */
  isUntouched?: boolean | undefined;
};

export type Step =
  /** Takes the highlighted option of the open list. */
  | 'take'
  /** Moves to the field that Enter leads to. */
  | 'advance'
  | 'save'
  | 'highlightNext'
  | 'highlightPrevious'
  /** Moves to the same field of the row above or below; what is typed stays a draft. */
  | 'rowAbove'
  | 'rowBelow'
  | 'openList'
  | 'closeList'
  /** Restores the field, or if it is unchanged, the row. */
  | 'revert'
  | 'anonymous'
  | 'looseCash'
  | 'split'
  /** From the amount of a part to the category of the next. */
  | 'nextPart'
  /** Removes a part whose amount was emptied. */
  | 'removePart'
  /** From the category of a part to its amount. */
  | 'partAmount'
  /** Saves a complete row and opens the dialog; in an incomplete row, moves to the missing field. */
  | 'submit'
  | 'undoDeletion'
  | 'findRow';

export type Reaction = {
  steps: readonly Step[];
  /** Whether to keep the browser from handling the key. */
  isOurs: boolean;
};

const COMBO_BOXES: ReadonlySet<Field> = new Set(['method', 'giver', 'category']);
const NOTHING: Reaction = { steps: [], isOurs: false };

/** Whether a key belongs to an input method that is composing a character (UI Events 4.2; WebKit reports 229 after the composition). */
export function isComposing(event: { isComposing: boolean; keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** What a key does at a place. */
export function reactionTo(press: Press, place: Place): Reaction {
  const { key, shift, alt, mod } = press;
  if (mod) return withMod(key, place);
  if (key === 'Enter') return shift ? onSplit(place) : ours(...withTaken(place, onEnter(place)));
  // The browser moves the focus; the highlighted option is taken before.
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

function withTaken({ isOpen }: Place, steps: readonly Step[]): Step[] {
  return isOpen ? ['take', ...steps] : [...steps];
}

function ours(...steps: Step[]): Reaction {
  return { steps, isOurs: true };
}
