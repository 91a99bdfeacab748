import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import './pager.css';

type Props = { page: number; pages: number; onPage: (page: number) => void };

/** The buttons that move through the pages of a list. They are hidden if the list has only one page. */
export function Pager({ page, pages, onPage }: Props) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav className="pager no-print" aria-label={t('pageOf', { page, pages })}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previousPage')}
      </Button>
      <span>{t('pageOf', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('nextPage')}
      </Button>
    </nav>
  );
}
