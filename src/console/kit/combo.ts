/**
 * The list under a text box, by the ARIA pattern "editable combobox with list autocomplete": the first option is highlighted.
 * That of React Aria is not used, because it never highlights the first option by itself.
 */
import { useState } from 'react';

export type Option<T> = { id: string; label: string; hint?: string | undefined; value: T };

export type Combo<T> = {
  isOpen: boolean;
  highlighted: number;
  open: () => void;
  close: () => void;
  move: (by: 1 | -1) => void;
  /** The highlighted option of an open list. */
  current: () => Option<T> | undefined;
};

/** The state of a combo box over its present options. A new text should call `open`, which highlights the first. */
export function useCombo<T>(options: readonly Option<T>[]): Combo<T> {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setHighlighted] = useState(0);
  const highlighted = Math.min(wanted, Math.max(0, options.length - 1));
  return {
    isOpen: isOpen && options.length > 0,
    highlighted,
    open: () => {
      setHighlighted(0);
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
    move: (by) => setHighlighted((highlighted + by + options.length) % options.length),
    current: () => (isOpen ? options[highlighted] : undefined),
  };
}
