import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { textOf } from '../kit/form.ts';
import { TextField } from '../kit/text-field.tsx';
import { useFaults } from '../problems/problems.ts';
import { renamePasskey } from './second-factor-queries.ts';

/** A box for another name of a passkey. */
export function PasskeyName({ id, name, onDone }: { id: number; name: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const { t: kit } = useTranslation();
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      await renamePasskey(id, textOf(new FormData(event.currentTarget), 'name'));
      onDone();
    } catch (error) {
      const { fields, sentence } = faults(error);
      setProblem(fields['name'] ?? sentence);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('passkeyName')}
        name="name"
        maxLength={60}
        defaultValue={name}
        autoComplete="off"
        autoFocus
        required
        fault={problem}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary">
          {kit('save')}
        </Button>
        <Button onClick={onDone}>{kit('cancel')}</Button>
      </div>
    </form>
  );
}
