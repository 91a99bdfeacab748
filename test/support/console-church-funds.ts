/** An investment, a loan between two funds, and a transfer that waits, in the church of the console tests. */
import { createCategory } from '../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../src/features/giving/categories/schema.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount, listAccounts } from '../../src/features/ledger/accounts/service.ts';
import { NewFund } from '../../src/features/ledger/funds/schema.ts';
import { createFund } from '../../src/features/ledger/funds/service.ts';
import { NewTransfer } from '../../src/features/ledger/transfers/schema.ts';
import { createTransfer } from '../../src/features/ledger/transfers/service.ts';
import { decode } from '../../src/validate.ts';
import { as, type TestApp } from './app.ts';

const GENERAL = 1;
const BROKERAGE = { name: 'Brokerage', nameZh: '證券帳戶', kind: 'Investment' };
const HALL = { name: 'New hall', nameZh: '新堂', class: 'Restricted' };

/** Adds them once, however often it is called. */
export async function fillFunds(service: TestApp): Promise<void> {
  const app = as(service, 1, 'super_admin');
  const { items } = await listAccounts(app);
  if (items.some(({ name }) => name === BROKERAGE.name)) return;
  await createAccount(app, decode(NewAccount, BROKERAGE));
  await createAccount(app, decode(NewAccount, { name: 'Mortgage', nameZh: '房屋貸款', kind: 'Loan' }));
  const { id: hall } = await createFund(app, decode(NewFund, HALL));
  const category = decode(NewGivingCategory, { name: 'New hall', nameZh: '新堂', fundId: hall });
  const { id: categoryId } = await createCategory(app, category);
  const gift = { categoryId, amount: 5000, method: 'Zelle', date: '2026-11-14' };
  await createGiving(app, decode(NewGiving, gift));
  const move = (fields: object) => createTransfer(app, decode(NewTransfer, { date: '2026-11-14', ...fields }));
  const lent = { fromFundId: GENERAL, toFundId: hall };
  const { id: repays } = await move({ ...lent, amount: 300, loan: true, memo: 'Plans of the architect 建築師設計圖' });
  const back = { fromFundId: hall, toFundId: GENERAL, reason: 'Agreed by the board' };
  await move({ ...back, amount: 250, memo: 'Cleaning after the works' });
  await move({ ...back, amount: 100, repays, memo: 'Repayment of the plans' });
}
