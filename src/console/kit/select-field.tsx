import { useId } from 'react';
import './field.css';

type Props = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  help?: string | undefined;
  fault?: string | undefined;
};

/** A field to choose one of a few options. It uses the browser's own list, which works well on phones. */
export function SelectField({ label, value, options, onChange, help, fault }: Props) {
  const id = useId();
  const note = fault ?? help;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note !== undefined && (
        <p className={fault === undefined ? 'field-help' : 'field-fault'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
