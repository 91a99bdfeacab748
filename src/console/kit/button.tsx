import type { ComponentProps } from 'react';
import './button.css';

type Props = ComponentProps<'button'> & {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** The work is running: the button stays and cannot be pressed again. */
  isBusy?: boolean;
};

/** A button, of type `button` unless it submits. */
export function Button({ kind = 'plain', isBusy = false, className = '', onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind} ${className}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
