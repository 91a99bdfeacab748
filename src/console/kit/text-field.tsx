import { type ComponentProps, type ReactNode, useId } from 'react';
import './field.css';

type Props = ComponentProps<'input'> & {
  label: string;
  help?: ReactNode;
  /** What is wrong with the typed text. It is shown below the box, and a screen reader reads it out with the box. */
  fault?: string | undefined;
};

/** A box for one line of text, with its label, help and fault. */
export function TextField({ label, help, fault, className = '', ...input }: Props) {
  const id = useId();
  const notes = [help !== undefined && `${id}-help`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} aria-invalid={fault !== undefined || undefined} aria-describedby={notes || undefined} />
      {help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {fault !== undefined && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
