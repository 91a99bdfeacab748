import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { download } from './download.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useSaving } from './use-saving.ts';

type Props = {
  /** The kind of file, such as `PDF`. */
  label: string;
  /** The name under which the browser saves the file. */
  name: string;
  load: () => Promise<Blob>;
};

/** A button that asks the service for a file and lets the browser save it. */
export function FileButton({ label, name, load }: Props) {
  const { t } = useTranslation();
  const { fault, isBusy, save } = useSaving<Blob>((file) => download(file, name));
  return (
    <>
      <Button isBusy={isBusy} title={name} onClick={() => void save(load, t('fileSaved', { name }))}>
        {label}
      </Button>
      {/* The button has no field at which a refused filter could be shown. */}
      {fault && <FaultNotice fault={{ ...fault, sentence: Object.values(fault.fields)[0] ?? fault.sentence }} />}
    </>
  );
}
