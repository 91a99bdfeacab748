import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { useObjectAddress } from './object-address.ts';
import { isPicture, shrunk } from './photo.ts';
import './field.css';
import './file-field.css';

type Props = {
  label: string;
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** The accepted types and endings, as in the attribute `accept`. */
  accept: string;
  /** The largest size of a file in bytes. Larger photos are made smaller first. */
  limit: number;
  isMultiple?: boolean;
  /** True to offer the camera on devices with a touch screen. */
  hasCamera?: boolean;
  help?: ReactNode;
  fault?: string | undefined;
};

/** A field to choose, photograph or drop files. It shows the chosen files, each with a button to remove it. */
export function FileField({ label, files, onChange, accept, limit, help, fault, ...options }: Props) {
  const { isMultiple = false, hasCamera = false } = options;
  const { t } = useTranslation();
  const id = useId();
  const [isReading, setReading] = useState(false);
  const [tooLarge, setTooLarge] = useState<string>();
  const add = async (chosen: Iterable<File> | null) => {
    const wanted = Array.from(chosen ?? []).slice(0, isMultiple ? undefined : 1);
    if (wanted.length === 0) return;
    setReading(true);
    const ready = await Promise.all(wanted.map(shrunk));
    setReading(false);
    const fitting = ready.filter(({ size }) => size <= limit);
    setTooLarge(ready.find(({ size }) => size > limit)?.name);
    if (fitting.length > 0) onChange(isMultiple ? [...files, ...fitting] : fitting);
  };
  const bad =
    tooLarge === undefined ? fault : t('fileTooLarge', { name: tooLarge, megabytes: Math.floor(limit / 2 ** 20) });
  const notes = [help !== undefined && `${id}-help`, bad !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  const input = { id, accept, notes, isMultiple, isBad: bad !== undefined, onFiles: add };
  return (
    <div
      className="field file-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add(event.dataTransfer.files);
      }}
    >
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      <div className="file-buttons">
        {hasCamera && (
          <label className="button file-camera">
            <span id={`${id}-camera`}>{t('takePhoto')}</span>
            <FileInput {...input} id={`${id}-photo`} label={`${id}-camera`} accept="image/*" isCamera />
          </label>
        )}
        <label className="button">
          {t(isMultiple ? 'chooseFiles' : 'chooseFile')}
          <FileInput {...input} label={`${id}-label`} />
        </label>
        {isReading && <span aria-busy="true">{t('loading')}</span>}
      </div>
      {help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {bad !== undefined && (
        <p className="field-fault" id={`${id}-fault`}>
          {bad}
        </p>
      )}
      {files.length > 0 && (
        <ul className="file-list">
          {files.map((file, at) => (
            <ChosenFile
              // eslint-disable-next-line react/no-array-index-key -- The same file may be chosen twice.
              key={`${at} ${file.name} ${file.size}`}
              file={file}
              onRemove={() => onChange(files.filter((one) => one !== file))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type InputProps = {
  id: string;
  /** The id of the element that names the input. */
  label: string;
  accept: string;
  notes: string;
  isMultiple: boolean;
  isBad: boolean;
  isCamera?: boolean;
  onFiles: (files: FileList | null) => Promise<void>;
};

function FileInput({ id, label, accept, notes, isMultiple, isBad, isCamera = false, onFiles }: InputProps) {
  return (
    <input
      id={id}
      type="file"
      className="visually-hidden"
      aria-labelledby={label}
      aria-describedby={notes || undefined}
      aria-invalid={isBad || undefined}
      accept={accept}
      multiple={isMultiple && !isCamera}
      capture={isCamera ? 'environment' : undefined}
      onChange={(event) => {
        const input = event.currentTarget;
        // Emptied afterwards, so that the same file can be chosen again.
        void onFiles(input.files).then(() => (input.value = ''));
      }}
    />
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useTranslation();
  const address = useObjectAddress(isPicture(file.type) ? file : undefined);
  return (
    <li>
      {address !== undefined && <img src={address} alt="" />}
      <span className="file-name">
        {file.name}{' '}
        <span className="field-help">{t('kilobytes', { count: Math.max(1, Math.round(file.size / 1024)) })}</span>
      </span>
      <Button kind="quiet" aria-label={t('removeNamed', { name: file.name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}
