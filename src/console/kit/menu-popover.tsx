import { type RefObject, useEffect } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import type { MenuChoice } from './menu-button.tsx';
import { isFocusLost } from './use-focus-back.ts';
import './menu.css';

type Props = {
  label: string;
  choices: readonly MenuChoice[];
  onChoose: (id: string) => void;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  trigger: RefObject<HTMLButtonElement | null>;
};

/** The menu of a MenuButton, placed beside it. */
export function MenuPopover({ label, choices, onChoose, isOpen, setOpen, trigger }: Props) {
  // React Aria returns the focus only in the next frame, and the keys before that would be lost.
  useEffect(() => {
    if (!isOpen && isFocusLost()) trigger.current?.focus();
  }, [isOpen, trigger]);
  return (
    <Popover
      className="menu-popover"
      aria-label={label}
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={setOpen}
      placement="bottom end"
    >
      <Menu
        className="menu"
        aria-label={label}
        autoFocus="first"
        onAction={(id) => onChoose(String(id))}
        onClose={() => setOpen(false)}
      >
        {choices.map(({ id, label, lang, isChosen }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={label}
            className={isChosen ? 'menu-item menu-item-chosen' : 'menu-item'}
          >
            <span lang={lang}>{label}</span>
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
