import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText, instantText } from '../kit/dates.ts';
import { Notice } from '../kit/notice.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { Parts } from './parts.tsx';
import { bindingsQuery, groupsQuery, makeCode, retireBinding, saveGroup } from './queries.ts';
import type { Binding, Group } from './types.ts';
import { Unset } from './unset.tsx';
import './messages.css';

/** The people and groups that get messages on LINE, and codes for people who want to. */
export function Page() {
  const { t } = useTranslation('messages');
  const bindings = useQuery(bindingsQuery);
  const groups = useQuery(groupsQuery);
  return (
    <Screen title={t('line')}>
      <Parts />
      <Unset way="line" />
      <NewCode />
      <section className="screen-part" aria-label={t('bound')}>
        <h2>{t('bound')}</h2>
        <Answer query={bindings}>
          {(items) => (items.length === 0 ? <p className="empty">{t('noBindings')}</p> : <Bindings items={items} />)}
        </Answer>
      </section>
      <section className="screen-part" aria-label={t('groups')}>
        <h2>{t('groups')}</h2>
        <Answer query={groups}>
          {(items) =>
            items.length === 0 ? (
              <p className="empty">{t('noGroups')}</p>
            ) : (
              items.map((group) => <GroupForm key={group.id} group={group} />)
            )
          }
        </Answer>
      </section>
    </Screen>
  );
}

type Code = { code: string | null; expiresAt: string };

function NewCode() {
  const { t } = useTranslation('messages');
  const [memberId, setMemberId] = useState<number | null>(null);
  const [code, setCode] = useState<Code>();
  const { fault, isBusy, save } = useSaving<Code>(setCode);
  return (
    <form
      className="sheet message-form"
      aria-label={t('newCode')}
      onSubmit={(event) => {
        event.preventDefault();
        if (memberId !== null) void save(() => makeCode(memberId), t('codeMade'));
      }}
    >
      {fault && <FaultNotice fault={fault} />}
      <PersonBox
        label={t('person')}
        personId={memberId}
        onChange={(id) => {
          setMemberId(id);
          setCode(undefined);
        }}
      />
      {code ? (
        <Notice tone="plain">
          <strong className="message-code">{code.code}</strong>
          <span>{t('codeHelp', { at: instantText(code.expiresAt, currentLanguage()) })}</span>
        </Notice>
      ) : (
        <div className="screen-actions">
          <Button
            type="submit"
            kind="primary"
            isBusy={isBusy}
            why={memberId === null ? t('choosePersonFirst') : undefined}
          >
            {t('newCode')}
          </Button>
        </div>
      )}
    </form>
  );
}

function Bindings({ items }: { items: readonly Binding[] }) {
  const { t } = useTranslation('messages');
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  const columns: Column<Binding>[] = [
    { key: 'person', title: t('person'), cell: ({ memberName }) => memberName },
    { key: 'name', title: t('nameOnLine'), cell: ({ displayName }) => displayName },
    {
      key: 'since',
      title: t('since'),
      kind: 'date',
      isWideOnly: true,
      cell: ({ boundAt }) => dateText(boundAt.slice(0, 10), currentLanguage()),
    },
    {
      key: 'end',
      title: t('action'),
      cell: ({ id, memberName }) => (
        <Button
          kind="quiet"
          isBusy={isBusy}
          aria-label={t('disconnectOf', { name: memberName })}
          onClick={() => void save(() => retireBinding(id), t('disconnected', { name: memberName }))}
        >
          {t('disconnect')}
        </Button>
      ),
    },
  ];
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <DataTable label={t('bound')} columns={columns} rows={items} keyOf={({ id }) => id} />
    </>
  );
}

function GroupForm({ group }: { group: Group }) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation();
  const [name, setName] = useState(group.name);
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  return (
    <form
      className="sheet message-group"
      aria-label={group.name}
      onSubmit={(event) => {
        event.preventDefault();
        void save(() => saveGroup(group.id, { name, isActive: group.isActive }), t('groupSaved', { name }));
      }}
    >
      {fault && <FaultNotice fault={fault} />}
      <TextField
        label={t('groupName')}
        help={group.leftAt === null ? undefined : t('groupLeft')}
        value={name}
        required
        maxLength={100}
        fault={fault?.fields['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="screen-actions">
        <Button type="submit" isBusy={isBusy}>
          {common('save')}
        </Button>
        {group.leftAt === null && (
          <Button
            isBusy={isBusy}
            onClick={() =>
              void save(
                () => saveGroup(group.id, { name: group.name, isActive: !group.isActive }),
                group.isActive ? t('groupOff', { name: group.name }) : t('groupOn', { name: group.name }),
              )
            }
          >
            {group.isActive ? t('switchOff') : t('switchOn')}
          </Button>
        )}
      </div>
    </form>
  );
}
