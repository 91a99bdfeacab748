import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../lib/fold.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { ChoiceBox } from '../../kit/choice-box.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { nameOf } from '../../kit/record-name.ts';
import { useFirstFocus } from '../../kit/use-first-focus.ts';
import type { Catalog, Item } from './queries.ts';
import { emptyLine, keyOf, type Line, type Part, PARTS } from './sheet.ts';

type Props = { lines: readonly Line[]; catalog: Catalog; onAdd: (line: Line) => void; onClose: () => void };

/** The dialog that adds a line for a category or an account, also for one ministry or fund. */
export function AddLine({ lines, catalog, onAdd, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [chosen, setChosen] = useState<{ part: Part; item: Item }>();
  const [ministry, setMinistry] = useState('');
  const [fund, setFund] = useState('');
  const [fault, setFault] = useState<string>();
  const first = useFirstFocus<HTMLInputElement>();
  const language = currentLanguage();
  const options = PARTS.flatMap((part) =>
    catalog[part]
      .filter(({ isActive }) => isActive)
      .map((item) => ({
        id: `${part} ${item.id}`,
        label: nameOf(item, language),
        hint: item.group && nameOf(item.group, language),
        value: { part, item },
      })),
  );
  const isSpent = chosen?.part === 'subCategoryId' || chosen?.part === 'accountId';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return setFault(t('chooseLine'));
    const line = emptyLine({
      part: chosen.part,
      id: chosen.item.id,
      ministryId: isSpent && ministry !== '' ? Number(ministry) : null,
      fundId: chosen.part !== 'categoryId' && fund !== '' ? Number(fund) : null,
      sent: chosen.item.name,
    });
    if (lines.some((one) => keyOf(one) === line.key)) return setFault(t('lineIsThere'));
    onAdd(line);
  };
  const choice = (field: 'ministryId' | 'fundId', value: string, onChange: (value: string) => void) => (
    <SelectField
      label={t(field === 'ministryId' ? 'ministry' : 'fund')}
      value={value}
      options={[
        { value: '', label: '–' },
        ...catalog[field]
          .filter(({ isActive }) => isActive)
          .map((one) => ({ value: String(one.id), label: nameOf(one, language) })),
      ]}
      onChange={onChange}
    />
  );
  return (
    <Dialog title={t('addLine')} onClose={onClose}>
      <form className="budget-line-form" onSubmit={submit}>
        <ChoiceBox
          label={t('budgetLine')}
          chosen={chosen ? nameOf(chosen.item, language) : ''}
          optionsFor={(typed) =>
            options.filter(({ label, hint }) => fold(`${label} ${hint ?? ''}`).includes(fold(typed ?? '')))
          }
          onChoose={(value) => {
            setChosen(value);
            setFault(undefined);
          }}
          onClear={() => setChosen(undefined)}
          fault={fault}
          inputRef={first}
        />
        {isSpent && choice('ministryId', ministry, setMinistry)}
        {chosen && chosen.part !== 'categoryId' && choice('fundId', fund, setFund)}
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('addLine')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
