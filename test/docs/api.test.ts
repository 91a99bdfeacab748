/** The code in docs/api.md is run by Node.js against the service, as a web developer would run it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createUser } from '../../src/features/access/users/service.ts';
import { fileApp } from '../support/app.ts';
import { readDocument } from '../support/markdown.ts';
import { addMember } from '../support/office.ts';
import { serveApp } from '../support/server.ts';

const ANN = { email: 'ann@example.org', password: 'a long enough password' };
const SERVICE = 'http://localhost:8990';

/** Code that a reader would add to the document’s code. It supplies values that people enter, and prints results. */
const USE = `
  token = (await signIn('${ANN.email}', '${ANN.password}')).accessToken;
  const said = { ids: [] };
  for await (const { id } of all('/api/members', { sort: 'id' })) said.ids.push(id);
  const phone = '+1 630 555 0142';
  const giving = { categoryId: 1, amount: 12.5, date: '2026-11-15', method: 'Cash' };
  await change();
  said.member = await get('/api/members/7');
  await record();
  await addFund();
  said.categories = (await get('/api/giving-categories')).items.slice(-1);
  said.givings = (await get('/api/givings')).totalCount;
  said.code = await post('/api/givings', {}).catch(({ code }) => code);
  console.log(JSON.stringify(said));
`;

test('the code for web developers does what the document promises', async () => {
  const { app, close } = await fileApp();
  const { url, close: end } = await serveApp(app);
  onTestFinished(async () => {
    end();
    await close();
  });
  await createUser(app, { email: ANN.email, displayName: 'Ann', roles: ['super_admin'], memberId: null }, ANN.password);
  for (let count = 0; count < 8; count += 1) await addMember(app, { notes: 'Sings' });
  const [calls = '', lists = '', change = '', record = '', funds = '', ...others] = readDocument('docs/api.md')
    .fences.filter(({ language }) => language === 'js')
    .map(({ text }) => text);
  expect(others).toEqual([]);
  expect(calls).toContain(SERVICE);
  const program = [
    calls.replace(SERVICE, url),
    lists,
    USE.replace('await change();', `{ ${change} }`)
      .replace('await record();', `{ ${record} }`)
      .replace('await addFund();', `{ ${funds} }`),
  ].join('\n');
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toMatchObject({
    ids: [1, 2, 3, 4, 5, 6, 7, 8],
    member: { id: 7, phone: '+1 630 555 0142', notes: 'Sings' },
    givings: 1,
    categories: [{ name: 'Roof', fundId: 5, isRestricted: false }],
    code: 'validation_failed',
  });
});
