import type { ComponentProps } from 'react';
import './button.css';

type Props = ComponentProps<'button'> & {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Work is under way: the button stays where it is and takes no second press. */
  isBusy?: boolean;
};

/** A button. It is of the type `button` unless it says that it submits. */
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
