import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = { children: ReactNode };

/** Replaces content that failed to render with a message and a button to reload. React requires a class for this. */
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
