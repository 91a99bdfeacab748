import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = { children: ReactNode };

/** Shows a message and a button in place of a part of the page that has failed. React supports this only in a class. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { t } = useTranslation('kit', { useSuspense: false });
  return (
    <Notice tone="bad">
      {t('unexpected')} <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </Notice>
  );
}
