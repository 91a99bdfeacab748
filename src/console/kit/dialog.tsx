import { type ReactNode, useEffect, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { placeOfFocus } from './borrow-focus.ts';
import { isFocusLost } from './use-focus-back.ts';
import './dialog.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/**
 * A dialog over the page. Escape closes the dialog. The focus stays inside, and returns to its previous place when the
 * dialog closes.
 */
export function Dialog({ title, onClose, children }: Props) {
  return (
    <>
      <ModalOverlay className="dialog-shade" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
        <Modal className="dialog-frame">
          <AriaDialog className="dialog">
            <Heading slot="title">{title}</Heading>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
      <FocusReturn />
    </>
  );
}

/**
 * Returns the focus at once when the dialog closes. React Aria returns it only in the next frame, and the keys before
 * that would be lost. This follows the dialog, because the page accepts the focus only after the dialog has ended.
 */
function FocusReturn() {
  // Read while the dialog is rendered for the first time, before one of its fields takes the focus.
  const [back] = useState(placeOfFocus);
  useEffect(
    () => () => {
      if (isFocusLost()) back();
    },
    [back],
  );
  return null;
}
