import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Checkbox } from '../kit/checkbox.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { dateText } from '../kit/dates.ts';
import { nameText } from '../kit/names.ts';
import { useSaving } from '../kit/use-saving.ts';
import { Refusal } from '../session/api.ts';
import { erasePerson, type Person } from './queries.ts';

type Props = { person: Person; onClose: () => void; onDone: () => void };

/** The dialog that erases a person for good, live or deleted. It says what will happen. */
export function EraseDialog({ person, onClose, onDone }: Props) {
  const { t } = useTranslation('people');
  const [erasesFamily, setErasesFamily] = useState(true);
  const [kept, setKept] = useState<{ last: string; until: string }>();
  const { fault, isBusy, save } = useSaving<unknown>(onDone);
  const name = nameText(person, currentLanguage());
  const erase = async () => {
    try {
      await erasePerson(person.id, { confirm: kept !== undefined, eraseFamily: erasesFamily });
    } catch (error) {
      if (error instanceof Refusal && error.problem.code === 'retention') setKept(retentionOf(error.problem));
      throw error;
    }
  };
  return (
    <Confirm
      title={t('eraseTitle', { name })}
      action={t(kept ? 'eraseAnyway' : 'erase')}
      isBusy={isBusy}
      fault={kept ? t('retained', kept) : fault?.sentence}
      onConfirm={() => void save(erase, t('erased', { name }))}
      onClose={onClose}
    >
      <ul>
        <li>{t('eraseGone')}</li>
        <li>{t('eraseStays')}</li>
        <li>{t('eraseBackups')}</li>
      </ul>
      {person.familyUnitId !== null && (
        <Checkbox label={t('eraseFamily')} isChecked={erasesFamily} onChange={setErasesFamily} />
      )}
    </Confirm>
  );
}

function retentionOf(problem: object): { last: string; until: string } {
  const { lastGivingOn, until } = problem as { lastGivingOn: string; until: string };
  return { last: dateText(lastGivingOn, currentLanguage()), until: dateText(until, currentLanguage()) };
}
