import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'ref'> & {
  /** Why what is typed cannot be read. It is said at the field once one leaves it or sends the form, which is not sent then. */
  unreadable: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
};

/** A text box whose form is not sent while nobody can read what is typed in it. */
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
        // The sentence stands at the field, in the language of the page; the browser's bubble goes away by itself.
        event.preventDefault();
        setTold(true);
        if (event.currentTarget.form?.querySelector('input:invalid') === event.currentTarget)
          event.currentTarget.focus();
      }}
    />
  );
}
