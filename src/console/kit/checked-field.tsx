import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'ref'> & {
  /**
   * Why the typed text cannot be read, or undefined if it can. The reason is shown when the field loses the focus or
   * the form is submitted. While there is a reason, the form is not sent.
   */
  unreadable: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
};

/** A text box that prevents its form from being sent while the typed text cannot be read. */
export function CheckedField({ unreadable, inputRef, fault, ...input }: Props) {
  const own = useRef<HTMLInputElement>(null);
  const box = inputRef ?? own;
  const [isFaultShown, setFaultShown] = useState(false);
  useEffect(() => box.current?.setCustomValidity(unreadable ?? ''), [box, unreadable]);
  return (
    <TextField
      {...input}
      ref={box}
      fault={fault ?? (isFaultShown ? unreadable : undefined)}
      onChange={(event) => {
        setFaultShown(false);
        input.onChange?.(event);
      }}
      onBlur={(event) => {
        setFaultShown(true);
        input.onBlur?.(event);
      }}
      onInvalid={(event) => {
        if (!event.currentTarget.validity.customError) return;
        // Instead of the browser's message bubble, the field shows the message in the language of the page.
        event.preventDefault();
        setFaultShown(true);
        if (event.currentTarget.form?.querySelector('input:invalid') === event.currentTarget)
          event.currentTarget.focus();
      }}
    />
  );
}
