import { type FocusEvent, type KeyboardEvent, type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Combo, Option } from './combo.ts';
import { MarkedText } from './marked-text.tsx';
import './combo-box.css';

type Props<T> = {
  id: string;
  label: string;
  text: string;
  options: readonly Option<T>[];
  combo: Combo<T>;
  onText: (text: string) => void;
  onTake: (option: Option<T>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
  fault?: string | undefined;
  /** Shown below the text box if it has no fault. */
  help?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  hidesLabel?: boolean;
};

/**
 * Moves an open list above its text box if the list does not fit below the box but fits above it, and lets a wide list
 * end where the box ends if it would leave the page. React calls this after every render, before the browser paints.
 */
function place(list: HTMLUListElement | null): void {
  if (!list || list.hidden) return;
  const box = list.parentElement?.getBoundingClientRect();
  if (!box) return;
  const { clientHeight, clientWidth } = document.documentElement;
  const isCramped = box.bottom + list.offsetHeight > clientHeight;
  list.classList.toggle('combo-list-up', isCramped && box.top > list.offsetHeight);
  list.classList.toggle('combo-list-back', box.left + list.offsetWidth > clientWidth && box.right > list.offsetWidth);
}

/** A text box with a list of options below it. The component that uses it handles the keys. */
export function ComboBox<T>(props: Props<T>) {
  const { id, label, text, options, combo, onText, onTake, fault, help, hidesLabel = false } = props;
  const { t } = useTranslation();
  const note = fault ?? help;
  const isEntering = useRef(false);
  const optionId = (at: number) => `${id}-option-${at}`;
  return (
    <div className="combo field">
      <label htmlFor={id} className={hidesLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <input
        id={id}
        ref={props.inputRef}
        role="combobox"
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={combo.isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={combo.isOpen ? optionId(combo.highlighted) : undefined}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={note !== undefined ? `${id}-note` : undefined}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          combo.open();
        }}
        onKeyDown={props.onKeyDown}
        onFocus={props.onFocus}
        onBlur={() => {
          combo.close();
          props.onBlur?.();
        }}
        onMouseDown={({ currentTarget }) => {
          isEntering.current = document.activeElement !== currentTarget;
        }}
        onClick={({ currentTarget }) => {
          if (!combo.isOpen) combo.open();
          // The browser has put the cursor where the person clicked. The first click selects the text, so that typing
          // replaces it; a second click sets the cursor.
          if (isEntering.current) currentTarget.select();
          isEntering.current = false;
        }}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t('choicesFor', { label })}
        className="combo-list"
        ref={(list) => place(list)}
        hidden={!combo.isOpen}
      >
        {combo.isOpen &&
          options.map((option, at) => (
            <li
              key={option.id}
              id={optionId(at)}
              role="option"
              aria-selected={at === combo.highlighted}
              // The text box keeps the focus, so that the person can continue typing.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                onTake(option);
                combo.close();
              }}
            >
              <span>
                <MarkedText text={option.label} />
              </span>
              {option.hint !== undefined && <span className="combo-hint">{option.hint}</span>}
            </li>
          ))}
      </ul>
      {note !== undefined && (
        <p className={fault === undefined ? 'field-help' : 'field-fault'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
