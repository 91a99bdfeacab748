import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

type Props = {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The words of the button that does it. */
  action: string;
  kind?: 'primary' | 'danger';
  isBusy?: boolean;
  /** Why the service refused, if it did. */
  fault?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** A dialog that says what will happen before it happens. `Cancel` has the focus. */
export function Confirm({
  title,
  children,
  action,
  kind = 'danger',
  isBusy = false,
  fault,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {children}
      <footer>
        <Button onClick={onClose} autoFocus>
          {t('cancel')}
        </Button>
        <Button kind={kind} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </footer>
    </Dialog>
  );
}
