import { useId } from 'react';
import { Checkbox } from './checkbox.tsx';
import './choices.css';
import './field.css';

type Props<Value> = {
  label: string;
  options: readonly { value: Value; label: string; help?: string | undefined }[];
  value: readonly Value[];
  onChange: (value: readonly Value[]) => void;
  help?: string | undefined;
  /** What is wrong with the choice. The first box gets the focus after a refusal. */
  fault?: string | undefined;
  className?: string;
};

/** A box to tick for each choice of a list, with the help and the fault of the list above them. */
export function Choices<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, help, fault, className = '' } = props;
  const id = useId();
  const choose = (one: Value, isChosen: boolean) =>
    onChange(isChosen ? [...value, one] : value.filter((other) => other !== one));
  return (
    <div className={`choices ${className}`} role="group" aria-label={label}>
      <p className="choices-label">{label}</p>
      {help !== undefined && <p className="field-help">{help}</p>}
      {fault !== undefined && (
        <p className="field-fault" id={id}>
          {fault}
        </p>
      )}
      {options.map((option, index) => (
        <Checkbox
          key={option.value}
          label={option.label}
          help={option.help}
          isChecked={value.includes(option.value)}
          faultId={fault !== undefined && index === 0 ? id : undefined}
          onChange={(isChosen) => choose(option.value, isChosen)}
        />
      ))}
    </div>
  );
}
