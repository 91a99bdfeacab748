import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { nameText } from '../../kit/names.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { textOf } from '../../kit/form.ts';
import { TextField } from '../../kit/text-field.tsx';
import { listText } from '../../kit/list-text.ts';
import { type Fault, useFaults } from '../../problems/problems.ts';
import { answerOf, client } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import { giversQuery } from '../queries.ts';
import { findGivers, type Giver, type GiverIndex } from '../../../lib/giver-index.ts';

type Props = { typed: string; index: GiverIndex; onDone: (giver: Giver) => void; onClose: () => void };

const HAN = /\p{Script=Han}/u;

/** The dialog that adds a giver who is not in the list yet. */
export function AddPerson({ typed, index, onDone, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const [fault, setFault] = useState<Fault>();
  const [similar, setSimilar] = useState<readonly Giver[]>([]);
  const [busy, setBusy] = useState(false);
  const begun = namesOf(typed);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React would also pass this event to the parents of the dialog. They must not handle it.
    event.stopPropagation();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => textOf(values, name) || null;
    const [firstName, lastName, chineseName] = [text('firstName'), text('lastName'), text('chineseName')];
    if (!firstName && !lastName && !chineseName) {
      setFault({ sentence: t('nameRequired'), fields: {} });
      return;
    }
    const alike = findGivers(index, [firstName, lastName].filter(Boolean).join(' ') || (chineseName ?? ''), 5);
    if (alike.length > 0 && similar.length === 0) {
      setSimilar(alike);
      return;
    }
    setBusy(true);
    try {
      const body = {
        firstName,
        lastName,
        chineseName,
        offeringNumber: text('offeringNumber'),
        phone: text('phone'),
        email: text('email'),
      };
      const member = await answerOf(client.POST('/api/members', { body }));
      const giver = { ...member, familyName: null, isDeceased: false };
      queryClient.setQueryData(giversQuery.queryKey, (givers) => givers && [...givers, giver]);
      // Rendered at once, so that the focus is back in the row before the next key.
      flushSync(() => onDone(giver));
    } catch (error) {
      setFault(faults(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('addPerson')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="fields">
        {fault && <FaultNotice fault={fault} />}
        {similar.length > 0 && (
          <Notice tone="warn">
            <MarkedText
              text={t('similarPeople', {
                names: listText(similar.map((giver) => nameText(giver, currentLanguage()))),
              })}
            />
            {similar.map((giver) => (
              <Button key={giver.id} onClick={() => onDone(giver)}>
                <MarkedText text={t('useThis', { name: nameText(giver, currentLanguage()) })} />
              </Button>
            ))}
          </Notice>
        )}
        <TextField
          label={t('firstName')}
          name="firstName"
          defaultValue={begun.firstName}
          maxLength={100}
          autoComplete="off"
          autoFocus
          fault={fault?.fields['firstName']}
        />
        <TextField
          label={t('lastName')}
          name="lastName"
          defaultValue={begun.lastName}
          maxLength={100}
          autoComplete="off"
          fault={fault?.fields['lastName']}
        />
        <TextField
          label={t('chineseName')}
          name="chineseName"
          defaultValue={begun.chineseName}
          lang="zh-Hant"
          maxLength={100}
          autoComplete="off"
          fault={fault?.fields['chineseName']}
        />
        <TextField
          label={t('envelopeNumber')}
          name="offeringNumber"
          maxLength={20}
          autoComplete="off"
          fault={fault?.fields['offeringNumber']}
        />
        <TextField
          label={t('phone')}
          name="phone"
          type="tel"
          maxLength={50}
          autoComplete="off"
          fault={fault?.fields['phone']}
        />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          fault={fault?.fields['email']}
        />
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={busy}>
            {similar.length > 0 ? t('addAnyway') : t('addPerson')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/**
 * Splits the text from the giver box into the name fields of a new person. A text with a Chinese character is the
 * Chinese name. In other texts, the last name is the text before a comma, or else the last word. A single word is the
 * first name.
 */
function namesOf(typed: string): { firstName: string; lastName: string; chineseName: string } {
  const text = typed.trim();
  if (HAN.test(text)) return { firstName: '', lastName: '', chineseName: text };
  const [last = '', first = ''] = text.includes(',') ? text.split(',').map((part) => part.trim()) : split(text);
  return { firstName: first, lastName: last, chineseName: '' };
}

function split(text: string): [last: string, first: string] {
  const words = text.split(/\s+/);
  return words.length < 2 ? ['', text] : [words.at(-1) ?? '', words.slice(0, -1).join(' ')];
}
