import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { Notice } from '../kit/notice.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useFocusBack } from '../kit/use-focus-back.ts';
import { useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';
import { useState } from 'react';
import { bodyFrom, type Field, typedFrom } from './fields.ts';
import { CatalogName } from './names.tsx';
import { RecordForm } from './record-form.tsx';
import type { Store, Versioned } from './store.ts';

type Named = { id: number; name: string; nameZh: string | null };

type Props<Row extends Named> = {
  /** The name of the catalog in the address, if a screen shows several catalogs. */
  name: string;
  title: string;
  help: string;
  /** What somebody should check about the records. */
  warning?: string | undefined;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  fields: readonly Field[];
  store: Store<Row>;
  mayWrite: boolean;
  /** False for a record that nobody may change. */
  mayChange?: (row: Row) => boolean;
  /** False for a record that nobody may delete. */
  mayDelete?: (row: Row) => boolean;
  /** Saves a record, if that takes more than one request. */
  save?: (body: object, basis: Versioned<Row> | undefined) => Promise<Versioned<Row>>;
};

/** A catalog: its records in a table, and a form above the table to add or change one of them. */
export function Catalog<Row extends Named>(props: Props<Row>) {
  const { name, title, help, warning, rows, columns, store, mayWrite, mayChange = () => true } = props;
  const { t } = useTranslation('settings');
  const address = useAddress();
  const edited = mayWrite ? address.get(name) : '';
  const place = useFocusBack<HTMLElement>(edited || undefined);
  const linked: Column<Row>[] = [
    {
      key: 'name',
      title: t('name'),
      cell: (row) =>
        mayWrite && mayChange(row) ? (
          <Link href={`?${name}=${row.id}`} data-opens={row.id}>
            <CatalogName of={row} />
          </Link>
        ) : (
          <CatalogName of={row} />
        ),
    },
    ...columns,
  ];
  return (
    <section className="screen-part" ref={place}>
      <header className="screen-head">
        <h2>{title}</h2>
        {mayWrite && edited === '' && (
          <Button data-opens="new" onClick={() => address.set({ [name]: 'new' })}>
            {t('add')}
          </Button>
        )}
      </header>
      <p className="settings-help">{help}</p>
      {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
      {edited !== '' && <Editor key={edited} {...props} id={edited} onClose={() => address.set({ [name]: null })} />}
      <DataTable label={title} columns={linked} rows={rows} keyOf={({ id }) => `${store.key} ${id}`} />
    </section>
  );
}

type EditorProps<Row extends Named> = Props<Row> & { id: string; onClose: () => void };

function Editor<Row extends Named>({ id, ...props }: EditorProps<Row>) {
  return id === 'new' ? <Form {...props} before={undefined} /> : <Existing {...props} id={Number(id)} />;
}

function Existing<Row extends Named>(props: Props<Row> & { id: number; onClose: () => void }) {
  const { store, id } = props;
  const options: UseQueryOptions<Versioned<Row>> = {
    queryKey: [store.key, id],
    queryFn: () => store.read(id),
    staleTime: 0,
    gcTime: 0,
  };
  return <Answer query={useQuery(options)}>{(before) => <Form {...props} before={before} />}</Answer>;
}

type FormProps<Row extends Named> = Props<Row> & { before: Versioned<Row> | undefined; onClose: () => void };

function Form<Row extends Named>(props: FormProps<Row>) {
  const { title, store, before, mayDelete = () => true, onClose } = props;
  const forNew = props.fields.filter(({ isForExisting }) => isForExisting !== true);
  const fields = before ? props.fields : forNew;
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const save =
    props.save ??
    ((body: object, basis: Versioned<Row> | undefined) =>
      basis ? store.save(basis.record.id, body, basis.etag) : store.add(body));
  const remove = async ({ record, etag }: Versioned<Row>) => {
    try {
      await store.remove(record.id, etag);
      const again = bodyFrom(typedFrom(record, forNew), forNew);
      announce(t('deleted', { name: record.name }), () => void store.add(again).catch(() => announce(t('notUndone'))));
      onClose();
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  return (
    <>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <RecordForm
        label={before ? before.record.name : title}
        groups={[{ fields }]}
        before={before}
        readAgain={() => store.read(before?.record.id ?? 0)}
        save={save}
        saidWhenDone={t('saved')}
        onDone={onClose}
        onCancel={onClose}
        takesFocus={before === undefined}
      >
        {before && mayDelete(before.record) && (
          <Button kind="quiet" onClick={() => void remove(before)}>
            {common('delete')}
          </Button>
        )}
      </RecordForm>
    </>
  );
}
