import type { ComponentProps } from 'react';
import './button.css';

type Props = ComponentProps<'button'> & {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** True while the work that the button started is running. The button stays visible and cannot be pressed again. */
  isBusy?: boolean;
};

/** A button. Its type is `button` unless the caller sets another one, such as `submit`. */
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
