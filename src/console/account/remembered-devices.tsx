import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { useFocusOnLoss } from '../kit/use-focus-back.ts';
import { useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';
import { placeNameOf } from './device-name.ts';
import { forgetDevice, type RememberedDevice } from './second-factor-queries.ts';

/** The browsers that need no second factor, each with a button to forget it. */
export function RememberedDevices({ devices }: { devices: readonly RememberedDevice[] }) {
  const { t } = useTranslation('account');
  const heading = useFocusOnLoss<HTMLHeadingElement>(devices.length);
  return (
    <section className="account-part" aria-label={t('devices')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('devices')}
      </h3>
      <div className="table-frame">
        <table className="table" aria-label={t('devices')}>
          <thead>
            <tr>
              <th scope="col">{t('device')}</th>
              <th scope="col">{t('lastUsed')}</th>
              <th scope="col">{t('until')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('forget')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function DeviceRow({ device }: { device: RememberedDevice }) {
  const { t } = useTranslation('account');
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const { id, lastUsedAt, expiresAt, current } = device;
  const name = placeNameOf(device, t('unknownDevice'));
  const forget = async () => {
    try {
      await forgetDevice(id);
      announce(t('forgotten'));
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  return (
    <tr>
      <td>
        {listText(current ? [name, t('thisBrowser')] : [name])}
        {problem !== undefined && <span className="field-fault">{problem}</span>}
      </td>
      <td>{instantText(lastUsedAt, currentLanguage())}</td>
      <td>{instantText(expiresAt, currentLanguage())}</td>
      <td className="date">
        <Button aria-label={t('forgetNamed', { name })} onClick={() => void forget()}>
          {t('forget')}
        </Button>
      </td>
    </tr>
  );
}
