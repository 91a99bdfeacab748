/** The example page: people sign in, search for members, and record givings. */
import { createVestryClient } from './client.js';
import { TEXTS } from './texts.js';

const byId = (id) => document.getElementById(id);
const baseUrl = document.querySelector('meta[name="vestry"]').content;
const vestry = createVestryClient({ baseUrl, onSignedOut: () => show('unauthenticated') });

let language = navigator.language.startsWith('zh') ? 'zh-TW' : 'en-US';
let page = 1;
let latestSearch = 0;
/**
 * The Idempotency-Key of the giving in the form. It stays the same until the giving is recorded or the form changes, so
 * that a repeated call records nothing twice.
 */
let key = crypto.randomUUID();

const say = (name) => TEXTS[language][name];
const notify = (text = '') => (byId('notice').textContent = text);

function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = say(element.dataset.text);
}

/** Shows the members and the giving form to a person who is signed in, and the sign-in form to anybody else. */
function show(notice) {
  const isSignedIn = vestry.user !== undefined;
  byId('sign-in').hidden = isSignedIn;
  for (const id of ['members', 'giving', 'sign-out']) byId(id).hidden = !isSignedIn;
  if (!isSignedIn) for (const id of ['rows', 'memberId', 'categoryId']) byId(id).replaceChildren();
  notify(notice && say(notice));
}

/** Makes a call to the service and returns its data. If the call fails, shows the problem and returns undefined. */
async function ask(work, form) {
  try {
    const { data, error } = await work();
    if (error) showProblem(error, form);
    return data;
  } catch {
    notify(say('unreachable'));
    return undefined;
  }
}

/**
 * Shows a problem. If fields of the form are invalid, shows the message for each of them below the field. Otherwise
 * shows the problem as the notice.
 */
function showProblem({ code, detail, errors = [] }, form) {
  const faults = errors.filter(({ path }) => form?.elements.namedItem(path));
  for (const { path, message } of faults) {
    const field = form.elements.namedItem(path);
    const fault = Object.assign(document.createElement('p'), { className: 'fault', id: `${field.id}-fault` });
    fault.textContent = say('wrong') ?? message;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', fault.id);
    field.after(fault);
  }
  if (faults.length === 0) notify(say(code) ?? detail);
}

function clearFaults(form) {
  notify();
  for (const fault of form.querySelectorAll('.fault')) fault.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}

/**
 * Calls `send` when the form is submitted. The button is disabled until `send` has finished, so the form is not sent
 * twice.
 */
function onSubmit(form, send) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearFaults(form);
    const button = form.querySelector('button');
    button.disabled = true;
    await send(Object.fromEntries(new FormData(form)));
    button.disabled = false;
  });
}

const option = (value, text) => new Option(text, String(value));
const nameOf = ({ firstName, lastName, chineseName }) => [chineseName, firstName, lastName].filter(Boolean).join(' ');

async function listMembers() {
  const asked = (latestSearch += 1);
  const query = { search: byId('term').value, page, pageSize: 10, sort: 'lastName' };
  const found = await ask(() => vestry.GET('/api/members', { params: { query } }));
  if (!found || asked !== latestSearch) return;
  const rows = found.items.map((member) => {
    const row = document.createElement('tr');
    for (const text of [nameOf(member), member.email, member.phone]) row.insertCell().textContent = text ?? '';
    return row;
  });
  byId('rows').replaceChildren(...rows);
  const givers = found.items.map((member) => option(member.id, nameOf(member)));
  const nobody = option('', say('anonymous'));
  nobody.dataset.text = 'anonymous';
  byId('memberId').replaceChildren(nobody, ...givers);
  byId('place').textContent = `${page} / ${Math.max(found.totalPages, 1)}`;
  byId('back').disabled = page <= 1;
  byId('next').disabled = page >= found.totalPages;
}

async function listCategories() {
  const found = await ask(() => vestry.GET('/api/giving-categories'));
  byId('categoryId').replaceChildren(...(found?.items ?? []).map(({ id, name }) => option(id, name)));
}

async function open() {
  show();
  page = 1;
  byId('date').value = new Intl.DateTimeFormat('en-CA').format(new Date());
  await Promise.all([listMembers(), listCategories()]);
}

function turnTo(number) {
  page = number;
  return listMembers();
}

onSubmit(byId('sign-in'), async (login) => {
  const user = await ask(() => vestry.signIn(login), byId('sign-in'));
  if (!user) return;
  byId('sign-in').reset();
  await open();
});

onSubmit(byId('giving'), async ({ memberId, categoryId, amount, date, method }) => {
  const body = {
    memberId: memberId ? Number(memberId) : null,
    isAnonymous: !memberId,
    categoryId: Number(categoryId),
    // Text that is not a number is sent unchanged, and the service refuses it.
    amount: /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : amount,
    date,
    method,
  };
  const params = { header: { 'Idempotency-Key': key } };
  const giving = await ask(() => vestry.POST('/api/givings', { params, body }), byId('giving'));
  if (!giving) return;
  byId('amount').value = '';
  key = crypto.randomUUID();
  notify(say('recorded'));
});

byId('giving').addEventListener('input', () => (key = crypto.randomUUID()));
byId('search').addEventListener('submit', (event) => event.preventDefault());
byId('term').addEventListener('input', () => turnTo(1));
byId('back').addEventListener('click', () => turnTo(page - 1));
byId('next').addEventListener('click', () => turnTo(page + 1));
byId('sign-out').addEventListener('click', async () => {
  const isDone = await ask(async () => {
    await vestry.signOut();
    return { data: true };
  });
  show(isDone ? undefined : 'unreachable');
});
byId('language').addEventListener('click', () => {
  language = language === 'zh-TW' ? 'en-US' : 'zh-TW';
  translate();
});

translate();
const user = await ask(async () => {
  const { data, error } = await vestry.restore();
  // If nobody is signed in, this is not a problem, so nothing is shown.
  return error?.code === 'invalid_refresh_token' ? {} : { data, error };
});
if (user) await open();
else byId('sign-in').hidden = false;
