import { expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { ChurchProfileUpdate } from '../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../src/features/church/profile/service.ts';
import { listChannelStates } from '../../../src/features/messages/states.ts';
import { decode } from '../../../src/validate.ts';
import { testApp } from '../../support/app.ts';
import { withMail } from '../../support/office.ts';

const stateOf = async (app: App) =>
  Object.fromEntries((await listChannelStates(app)).items.map(({ channel, missing }) => [channel, missing]));
const configured = (app: App, config: object): App => ({ ...app, config: { ...app.config, ...config } });

test('a church that has set up nothing lacks the mail server and the access token of LINE', async () => {
  expect(await stateOf(await testApp())).toEqual({ Email: 'mail_server', Line: 'access_token' });
});

test('a mail server alone lacks a sender, which is the setting or the e-mail address of the church', async () => {
  const app = await testApp();
  const smtpUrl = 'smtp://127.0.0.1:1';
  expect(await stateOf(configured(app, { smtpUrl }))).toMatchObject({ Email: 'sender' });
  expect(await stateOf(withMail(app, smtpUrl))).toMatchObject({ Email: null });
  const place = { timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
  const grace = { name: 'Grace Church', email: 'office@grace.example', ...place };
  await putProfile(app, decode(ChurchProfileUpdate, grace));
  expect(await stateOf(configured(app, { smtpUrl }))).toMatchObject({ Email: null });
});

test('LINE lacks nothing with an access token, except if the token is damaged', async () => {
  const app = await testApp();
  expect(await stateOf(configured(app, { lineChannelAccessToken: 'aB3+/=' }))).toMatchObject({ Line: null });
  expect(await stateOf(configured(app, { lineChannelAccessToken: 'aB3\n' }))).toMatchObject({ Line: 'access_token' });
});
