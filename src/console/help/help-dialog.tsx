import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import type { Topic } from './topics.ts';

type Props = {
  topic: Topic;
  /** The address of the section of the guide about the same room. */
  guide: string;
  onClose: () => void;
};

/** The help for the room in which somebody is: what to do, step by step, and where the guide tells more. */
export function HelpDialog({ topic, guide, onClose }: Props) {
  const { t } = useTranslation('help');
  return (
    <Dialog title={t(`title_${topic}`)} onClose={onClose}>
      <ol>
        {t(`steps_${topic}`)
          .split('\n')
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
      <p>
        <Link href={guide} onClick={onClose}>
          {t('toGuide')}
        </Link>
      </p>
      <footer>
        <Button kind="primary" autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </footer>
    </Dialog>
  );
}
