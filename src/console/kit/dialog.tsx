import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/**
 * A dialog over the page. Escape closes the dialog. The focus stays inside, and returns to its previous place when the
 * dialog closes.
 */
export function Dialog({ title, onClose, children }: Props) {
  return (
    <ModalOverlay className="dialog-shade" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="dialog-frame">
        <AriaDialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
