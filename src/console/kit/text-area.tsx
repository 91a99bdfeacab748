import { type ComponentProps, useId } from 'react';
import './field.css';

type Props = ComponentProps<'textarea'> & { label: string; help?: string | undefined; fault?: string | undefined };

/** A box for several lines of text, with its label, help and fault. */
export function TextArea({ label, help, fault, className = '', ...area }: Props) {
  const id = useId();
  const note = fault ?? help;
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        {...area}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p className={fault === undefined ? 'field-help' : 'field-fault'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
