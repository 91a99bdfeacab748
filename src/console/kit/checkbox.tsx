import { type ReactNode, useId } from 'react';
import './checkbox.css';
import './field.css';

type Props = {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  help?: ReactNode;
};

/** A box to tick, with its label beside it and its help below. The whole line can be pressed. */
export function Checkbox({ label, isChecked, onChange, help }: Props) {
  const id = useId();
  return (
    <div className="checkbox">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={help === undefined ? undefined : id}
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
