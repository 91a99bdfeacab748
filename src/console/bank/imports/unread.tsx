import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../kit/checkbox.tsx';

type Props = { columns: readonly string[]; ignored: readonly string[]; onChange: (ignored: readonly string[]) => void };

/** Lets somebody leave out columns that Vestry does not read and that may matter. */
export function Unread({ columns, ignored, onChange }: Props) {
  const { t } = useTranslation('bank');
  return columns.map((column) => (
    <Checkbox
      key={column}
      label={t('leaveColumnOut', { column })}
      help={t('leaveColumnOutHelp')}
      isChecked={ignored.includes(column)}
      onChange={(isOut) => onChange(isOut ? [...ignored, column] : ignored.filter((one) => one !== column))}
    />
  ));
}
