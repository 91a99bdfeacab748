/**
 * The state of the list of options below a text box. It follows the ARIA pattern "editable combobox with list
 * autocomplete", with the first option highlighted. React Aria's combo box is not used, because it does not highlight
 * the first option by itself.
 */
import { useState } from 'react';

export type Option<T> = { id: string; label: string; hint?: string | undefined; value: T };

export type Combo<T> = {
  isOpen: boolean;
  highlighted: number;
  open: () => void;
  close: () => void;
  move: (by: 1 | -1) => void;
  /** Returns the highlighted option; undefined if the list is closed or empty. */
  current: () => Option<T> | undefined;
};

/**
 * Returns the state of a combo box with the given options. Call `open` whenever the text changes, because `open`
 * highlights the first option.
 */
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
