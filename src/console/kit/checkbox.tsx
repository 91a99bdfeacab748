import { type ReactNode, useId } from 'react';
import './checkbox.css';
import './field.css';

type Props = {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  help?: ReactNode;
  /** The id of a sentence elsewhere that says what is wrong with the choice. */
  faultId?: string | undefined;
};

/** A box to tick, with its label beside it and its help below. The whole line can be pressed. */
export function Checkbox({ label, isChecked, onChange, help, faultId }: Props) {
  const id = useId();
  const notes = [help !== undefined && id, faultId].filter(Boolean).join(' ');
  return (
    <div className="checkbox">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          aria-invalid={faultId !== undefined || undefined}
          aria-describedby={notes || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {help !== undefined && (
        <p className="field-help" id={id}>
          {help}
        </p>
      )}
    </div>
  );
}
