import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { download } from '../kit/download.ts';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useCan } from '../session/session.ts';
import { handOut, idsOf, overviewQuery, readStatements, type Wanted } from './contributions.ts';

/** The service prints at most this many statements into one file. */
const MOST_IN_FILE = 500;

const partsOf = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / MOST_IN_FILE) }, (_, part) =>
    ids.slice(part * MOST_IN_FILE, (part + 1) * MOST_IN_FILE),
  );

type Props = {
  year: number;
  /** Which statements are printed. */
  wanted: Wanted;
  label: string;
};

/** A button that saves statements as PDF files of at most 500, and then one that marks these as handed out. */
export function PrintStatements({ year, wanted, label }: Props) {
  const { t } = useTranslation('giving');
  const mayManage = useCan('giving.manage');
  const { data: overview } = useQuery(overviewQuery(year));
  // Who printed previews must print again before these can be handed out.
  const [printed, setPrinted] = useState<{ ids: readonly number[]; isPreview: boolean }>();
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  const isIssued = overview !== undefined && overview.notIssued + overview.changed === 0;
  const print = async () => {
    const ids = await idsOf(year, wanted);
    const parts = partsOf(ids);
    for (const [index, part] of parts.entries()) {
      const which = parts.length > 1 ? `-${index + 1}-of-${parts.length}` : '';
      download(await readStatements(year, part), `contribution-statements-${year}${which}.pdf`);
    }
    setPrinted({ ids, isPreview: !isIssued });
  };
  const mark = async (ids: readonly number[]) => {
    for (const part of partsOf(ids)) await handOut(year, part);
    setPrinted(undefined);
  };
  return (
    <>
      <span className="screen-actions">
        <Button isBusy={isBusy} onClick={() => void save(print, t('downloaded'))}>
          {label}
        </Button>
        {mayManage && printed && !printed.isPreview && (
          <Button isBusy={isBusy} onClick={() => void save(() => mark(printed.ids), t('handedOut'))}>
            {t('markPrinted', { count: printed.ids.length })}
          </Button>
        )}
      </span>
      {mayManage && printed?.isPreview && overview?.isOver && <p className="field-help">{t('issueFirst')}</p>}
      {fault && <FaultNotice fault={fault} />}
    </>
  );
}
