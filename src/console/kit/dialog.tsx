import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/**
 * A dialog over the page. The focus stays inside until the dialog closes, and then returns. Escape closes the dialog.
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
