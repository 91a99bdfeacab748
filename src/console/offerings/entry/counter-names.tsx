import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { MarkedText } from '../../kit/marked-text.tsx';

type Props = { names: readonly string[]; onChoose: (name: string) => void };

/** Buttons with the names of people who may have counted. */
export function CounterNames({ names, onChoose }: Props) {
  const { t } = useTranslation('offerings');
  if (names.length === 0) return null;
  return (
    <div className="counter-names" role="group" aria-label={t('suggestedCounters')}>
      <span>{t('suggestedCounters')}</span>
      {names.map((name) => (
        <Button key={name} onClick={() => onChoose(name)}>
          <MarkedText text={name} />
        </Button>
      ))}
    </div>
  );
}
