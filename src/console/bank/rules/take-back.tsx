import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { RuledTable } from './apply.tsx';
import { type Rule, type RuledLines, takeBackRule } from './queries.ts';

/** Takes back what a rule did: its lines are open again, and the documents that it made are deleted. */
export function TakeBackRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { t } = useTranslation('bank');
  const [taken, setTaken] = useState<RuledLines>();
  const { fault, isBusy, save } = useSaving<RuledLines>((lines) => (lines.refused > 0 ? setTaken(lines) : onClose()));
  const title = t('takeBackNamed', { name: rule.contains ?? '' });
  const sum = ({ done, refused }: RuledLines) => t('ruleTakenBack', { done, refused });
  if (taken) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{sum(taken)}</p>
        <RuledTable items={taken.items.filter(({ outcome }) => outcome === 'Refused')} />
        <footer>
          <Button kind="primary" autoFocus onClick={onClose}>
            {t('closeDialog')}
          </Button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Confirm
      title={title}
      action={t('takeBack')}
      isBusy={isBusy}
      fault={fault?.sentence}
      onConfirm={() => void save(() => takeBackRule(rule), sum)}
      onClose={onClose}
    >
      <p>{t('takeBackRuleHelp')}</p>
    </Confirm>
  );
}
