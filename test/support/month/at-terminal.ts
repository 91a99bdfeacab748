/** Lives the month of `plan.ts` with commands alone, as a treasurer at a terminal does. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { vestry } from '../command.ts';
import { atTerminal } from '../terminal.ts';
import {
  BANK_BALANCES,
  BANK_COLUMNS,
  BANK_FILE,
  type Bill,
  CHURCH,
  COUNTERS,
  FEE,
  INTEREST,
  LAST_DAY,
  MEMBERS,
  MONTH,
  type Offering,
  OFFERINGS,
  OPENING,
  PAPER,
  PASSWORD,
  RECEIPT,
  RENT,
  REPAIRS,
  STAFF,
  ZELLE,
} from './plan.ts';

const ENTER = '\r';
const [CTRL_C, DOWN] = ['\u0003', '\u001B[B'];
const CANCELLED = 130;

type Dialogue = readonly (readonly [seen: string, typed: string])[];

export type Terminal = ReturnType<typeof terminalOf>;

/** Returns the ways to give commands to the church in this folder. */
export function terminalOf(dir: string) {
  const church = path.join(dir, 'church');
  const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  return {
    /** Returns the path of a file beside the church, and writes the file if there is content. */
    file: (name: string, content?: string | Buffer) => {
      const file = path.join(dir, name);
      if (content !== undefined) writeFileSync(file, content);
      return file;
    },
    /** Gives a command that asks nothing, and returns what it prints. A person who acts sends the password. */
    run: async (line: string, person?: { email: string }): Promise<string> => {
      const acting = person ? ['--as', person.email, '--password-stdin'] : [];
      const words = [...wordsOf(line), ...acting, '--data-dir', church];
      const { exitCode, stdout, stderr } = await vestry(words, { input: person ? `${PASSWORD}\n` : '' });
      if (exitCode !== 0) throw new Error(`vestry ${line} ended with ${exitCode}: ${stderr}`);
      return stdout;
    },
    /** Gives a command at a terminal, answers its questions, and returns the screen. */
    ask: async (line: string, dialogue: Dialogue = [], wanted = 0): Promise<string> => {
      const { exitCode, screen } = await atTerminal([...wordsOf(line), '--data-dir', church], { dialogue });
      if (exitCode !== wanted) throw new Error(`vestry ${line} ended with ${exitCode}: ${screen}`);
      return screen;
    },
  };
}

/** The question for the password of a person who acts with `--as`, and its answer. */
const passwordOf = ({ email }: { email: string }) => [`Password of ${email}`, `${PASSWORD}${ENTER}`] as const;

const NEW_PASSWORD = [
  ['Password, at least 12', `${PASSWORD}${ENTER}`],
  ['Repeat it', `${PASSWORD}${ENTER}`],
] as const;

/** Sets up the church, its accounts, its people and the balances of the first day. */
export async function openBooks({ run, ask }: Terminal): Promise<void> {
  const { ann, ...others } = STAFF;
  const church = `init --church "${CHURCH}" --time-zone America/Chicago --email ${ann.email} --name "${ann.name}"`;
  await ask(`${church} --no-browser --no-demo --no-service --no-start`, NEW_PASSWORD);
  for (const { email, name, role } of Object.values(others)) {
    await ask(`user create --email ${email} --name "${name}" --role ${role}`, NEW_PASSWORD);
  }
  for (const { firstName, lastName, offeringNumber, chineseName = '' } of MEMBERS) {
    const names = `--first-name ${firstName} --last-name ${lastName} --chinese-name "${chineseName}"`;
    await run(`member create ${names} --offering-number ${offeringNumber}`);
  }
  await run('account add --name Reserve --kind Savings');
  await ask('opening set', [
    ['first day of the books', `${OPENING.date}${ENTER}`],
    ['Undeposited offerings', ENTER],
    ['Checking', `5,000${ENTER}`],
    ['Petty cash', ENTER],
    ['Reserve', `${OPENING.accounts.Reserve}${ENTER}`],
    ['Missions', `${OPENING.funds.Missions}${ENTER}`],
    ['Building Fund', `${OPENING.funds['Building Fund']}${ENTER}`],
    ['Benevolence', ENTER],
  ]);
}

/** Types the first offering gift by gift, with a pause, and reads the others from files. */
export async function bringOfferings(terminal: Terminal): Promise<void> {
  const { run } = terminal;
  const [first, ...others] = OFFERINGS;
  await typeOffering(terminal, first);
  for (const offering of others) await readOffering(terminal, offering);
  for (const { date, deposit } of OFFERINGS) {
    await run(`session submit ${date}`);
    const { depositedOn, bankReference } = deposit;
    await run(`session reconcile ${date} --deposited-on ${depositedOn} --bank-reference ${bankReference}`);
  }
  const { giver, category, amount, date, reference } = ZELLE;
  const gift = `giving add --date ${date} --giver ${giver} --category ${category} --amount ${amount}`;
  await run(`${gift} --method Zelle --zelle-reference ${reference}`);
}

async function typeOffering({ run, ask }: Terminal, { date, attendance }: Offering): Promise<void> {
  await run(`session create --date ${date}`);
  const leaving: Dialogue = [
    ['Giver', `paul${ENTER}`],
    ['Category', `tithe${ENTER}`],
    ['Amount', `12+8.50${ENTER}`],
    ['Method', ENTER],
    ['Giver', `chen${ENTER}`],
    ['Several people fit', DOWN],
    ['> Mei-Ling Chen', ENTER],
    ['Category', `miss${ENTER}`],
    ['Amount', `300${ENTER}`],
    ['Method', `che${ENTER}`],
    ['Check number', `1042${ENTER}`],
    ['Giver', ENTER],
    ['Category', `tithe${ENTER}`],
    ['Amount', `45.25${ENTER}`],
    ['Method', `cash${ENTER}`],
    ['Giver', `david${ENTER}`],
    ['Category', ENTER],
    ['Amount', `20${ENTER}`],
    ['Method', ENTER],
    ['4 gifts: cash 85.75', `/undo${ENTER}`],
    ['Delete this gift', `y${ENTER}`],
    ['3 gifts: cash 65.75, checks 300.00', `david${ENTER}`],
    ['Category', CTRL_C],
  ];
  await ask(`session enter ${date}`, leaving, CANCELLED);
  await ask(`session enter ${date}`, [
    ['3 gifts: cash 65.75', `15${ENTER}`],
    ['Category', ENTER],
    ['Amount', `100${ENTER}`],
    ['Method', `che${ENTER}`],
    ['Check number', `77${ENTER}`],
    ['4 gifts: cash 65.75, checks 400.00', `/quit${ENTER}`],
  ]);
  await ask(`session count ${date}`, [
    ['How many people', `${attendance}${ENTER}`],
    ['Cash that was', `20.50+45.25${ENTER}`],
    ['Checks that were', `300+100${ENTER}`],
    ['Names of the counters', `${COUNTERS.join(', ')}${ENTER}`],
  ]);
}

async function readOffering({ run, file }: Terminal, offering: Offering): Promise<void> {
  const { date, attendance, cash, checks, gifts } = offering;
  const names = COUNTERS.map((name) => `--counted-by "${name}"`).join(' ');
  await run(`session create --date ${date} --attendance ${attendance} --cash ${cash} --checks ${checks} ${names}`);
  const rows = gifts.map(({ giver = '', category, amount, method, checkNumber = '' }) =>
    [giver, category, amount, method, checkNumber].join(','),
  );
  const table = ['envelope number,category,amount,method,check number', ...rows].join('\n');
  await run(`session enter ${date} --file ${file(`${date}.csv`, table)}`);
}

const idOn = (screen: string) => Number(/^id\s+(\d+)$/m.exec(screen)?.[1]);

/** Enters three bills, one of which is rejected and mended, and pays them when the elder has approved them. */
export async function spend({ run, ask, file }: Terminal): Promise<void> {
  const { tess, eli } = STAFF;
  const enter = async (bill: Bill, purpose: string) => {
    const { date, amount, ministry, vendor, description } = bill;
    const what = `--ministry ${ministry} --vendor "${vendor}" --description "${description}" ${purpose}`;
    return idOn(await run(`expense create --date ${date} --amount ${amount} ${what}`, tess));
  };
  const parts = REPAIRS.parts.map(({ subCategory, fund, amount }) =>
    [`Subcategory: ${subCategory}`, ...(fund === undefined ? [] : [`Fund: ${fund}`]), `Amount: ${amount}`].join(' | '),
  );
  const paper = await enter(PAPER, `--subcategory "${PAPER.subCategory}"`);
  const rent = await enter(RENT, `--subcategory "${RENT.subCategory}"`);
  const repairs = await enter(REPAIRS, parts.map((part) => `--part "${part}"`).join(' '));
  const receipt = file('receipt.pdf', RECEIPT);
  await run(`expense receipt ${paper} ${receipt}`, tess);
  await ask(`expense submit ${paper} ${rent} ${repairs} --as ${tess.email}`, [passwordOf(tess)]);
  await ask(`expense reject ${rent} --as ${eli.email} --reason "${RENT.rejection}"`, [passwordOf(eli)]);
  await ask(`expense update ${rent} --as ${tess.email} --amount ${RENT.mended}`, [passwordOf(tess)]);
  await run(`expense submit ${rent}`, tess);
  await ask(`expense approve ${paper} ${rent} ${repairs} --as ${eli.email}`, [passwordOf(eli)]);
  const pay = async (id: number, paid: (typeof REPAIRS)['paid'] | (typeof PAPER)['paid']) => {
    const reference = 'paymentReference' in paid ? `--reference ${paid.paymentReference}` : '';
    await run(`expense pay ${id} --paid-on ${paid.paidOn} --method ${paid.paymentMethod} ${reference}`);
  };
  await pay(paper, PAPER.paid);
  await pay(rent, RENT.paid);
  await pay(repairs, REPAIRS.paid);
}

/** Imports the file of the bank, settles its lines, and reconciles both accounts. */
export async function reconcile({ run, ask, file }: Terminal): Promise<void> {
  const { tess, eli } = STAFF;
  const { date, description, amount, checkNumber, dateFormat } = BANK_COLUMNS;
  const columns = `--date "${date}" --description ${description} --amount ${amount} --check-number "${checkNumber}"`;
  await run(`bank import Checking ${file('bank.csv', BANK_FILE)} ${columns} --dates ${dateFormat}`);
  await run('bank match Checking --accept-all');
  const open = await run('bank lines Checking --status Open');
  const lineOf = (text: string) => new RegExp(`^ *(\\d+) .*${text}`, 'm').exec(open)?.[1];
  const purpose = `--subcategory "${FEE.subCategory}" --ministry ${FEE.ministry} --vendor "${FEE.vendor}"`;
  const fee = idOn(await run(`bank expense Checking ${lineOf(FEE.text)} ${purpose}`, tess));
  const interest = `bank income Checking ${lineOf(INTEREST.text)} --category ${INTEREST.category}`;
  await run(`${interest} --payer "${INTEREST.payer}"`);
  await run(`expense approve ${fee}`, eli);
  for (const [account, balance] of Object.entries(BANK_BALANCES)) {
    const statement = `bank reconcile ${account} --end-date ${LAST_DAY} --end-balance ${balance}`;
    await ask(`${statement} --finish --as ${tess.email}`, [passwordOf(tess)]);
    await run(`bank review ${account}`, eli);
  }
}

/** Finalizes the month after a look at its checklist. */
export async function finalize({ ask }: Terminal): Promise<void> {
  await ask(`statement finalize ${MONTH}`, [[`Finalize ${MONTH}?`, `y${ENTER}`]]);
}
