import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'ref'> & {
  /**
   * Why the typed text cannot be read. It is shown when the field loses the focus or the form is submitted, which then
   * is not sent.
   */
  unreadable: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
};

/** A text box whose form is not sent while its text cannot be read. */
export function CheckedField({ unreadable, inputRef, fault, ...input }: Props) {
  const own = useRef<HTMLInputElement>(null);
  const box = inputRef ?? own;
  const [isTold, setTold] = useState(false);
  useEffect(() => box.current?.setCustomValidity(unreadable ?? ''), [box, unreadable]);
  return (
    <TextField
      {...input}
      ref={box}
      fault={fault ?? (isTold ? unreadable : undefined)}
      onChange={(event) => {
        setTold(false);
        input.onChange?.(event);
      }}
      onBlur={(event) => {
        setTold(true);
        input.onBlur?.(event);
      }}
      onInvalid={(event) => {
        if (!event.currentTarget.validity.customError) return;
        // The message is shown at the field in the language of the page, instead of the browser's bubble.
        event.preventDefault();
        setTold(true);
        if (event.currentTarget.form?.querySelector('input:invalid') === event.currentTarget)
          event.currentTarget.focus();
      }}
    />
  );
}
