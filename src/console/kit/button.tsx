import { type ComponentProps, useId } from 'react';
import './button.css';

type Props = ComponentProps<'button'> & {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** True while the work that the button started is running. The button stays visible and cannot be pressed again. */
  isBusy?: boolean;
  /** Why the button cannot be pressed now, and what to do first. Stands beside it. Undefined if it can be pressed. */
  why?: string | undefined;
};

/** A button. Its type is `button` unless the caller sets another one, such as `submit`. */
export function Button({ kind = 'plain', isBusy = false, why, className = '', onClick, ...rest }: Props) {
  const id = useId();
  const isBlocked = why !== undefined;
  return (
    <>
      <button
        type="button"
        {...rest}
        {...(isBlocked && { disabled: true, 'aria-describedby': id })}
        className={`button button-${kind} ${className}`}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={isBusy ? (event) => event.preventDefault() : onClick}
      />
      {isBlocked && (
        <span id={id} className="button-why">
          {why}
        </span>
      )}
    </>
  );
}
