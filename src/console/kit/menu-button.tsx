import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { later } from './later.ts';

const load = () => import('./menu-popover.tsx');
const MenuPopover = later(load, 'MenuPopover');

/** Loads the code of the menus in advance, so that they open even if the network fails later. */
export function preloadMenus(): void {
  void load().catch(() => {});
}

export type MenuChoice = { id: string; label: string; lang?: string; isChosen?: boolean };

type Props = {
  label: string;
  children?: ReactNode;
  choices: readonly MenuChoice[];
  onChoose: (id: string) => void;
  className?: string;
};

/**
 * A button that opens a menu. The code of the menus is loaded by `preloadMenus`, or at the latest when the first menu
 * is opened.
 */
export function MenuButton({ label, children, choices, onChoose, className = '' }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (open) setWasOpened(true);
  };
  return (
    <>
      <Button
        kind="quiet"
        ref={trigger}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children ?? label}
      </Button>
      {wasOpened && (
        <Suspense>
          <MenuPopover {...{ label, choices, onChoose, isOpen, setOpen, trigger }} />
        </Suspense>
      )}
    </>
  );
}
