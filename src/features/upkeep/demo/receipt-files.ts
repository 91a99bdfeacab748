/** Makes the receipts of a demo church: PDF pages like those of a shop, and pictures from the lists. */
import { once } from 'node:events';
import type { App } from '../../../app.ts';
import { formatMoney } from '../../../lib/money.ts';
import { drawLine, openPdf } from '../../../lib/pdf.ts';
import { shippedFonts } from '../../../package.ts';
import { discard, keepReceipt, type NewReceipt } from '../../spending/receipts/service.ts';
import type { Bill } from './bills.ts';
import { photo } from './lists.ts';

/** Stores the receipts of the bills as files. Must run before the transaction that adds the expenses. */
export async function keepReceipts(app: App, bills: readonly Bill[]): Promise<Map<Bill, NewReceipt>> {
  const kept = new Map<Bill, NewReceipt>();
  try {
    for (const bill of bills) {
      if (bill.receipt === null) continue;
      const isPrinted = bill.receipt === 'pdf';
      const bytes = bill.receipt === 'pdf' ? await printed(bill) : photo(bill.receipt.photo);
      const name = isPrinted ? `receipt-${bill.date}.pdf` : 'parking.jpg';
      kept.set(bill, await keepReceipt(app, { name, bytes: whole(bytes) }));
    }
    return kept;
  } catch (error) {
    await discardAll(app, kept);
    throw error;
  }
}

/** Removes these receipts. Used if their expenses could not be added. */
export async function discardAll(app: App, kept: ReadonlyMap<Bill, NewReceipt>): Promise<void> {
  for (const { path } of kept.values()) await discard(app, path);
}

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

const WIDTH = 240;
const LINE = 20;

/** Returns a receipt as a small PDF page. The same bill always gives the same bytes. */
async function printed({ vendor, description, amount, date }: Bill): Promise<Buffer> {
  const shop = vendor ?? 'Cash sale';
  const created = new Date(`${date}T12:00:00Z`);
  const doc = openPdf({ title: `Receipt, ${shop}`, author: shop, language: 'en-US', paper: 'LETTER', created });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  doc.addPage({ size: [WIDTH + 2 * LINE, 220], margin: LINE });
  const centred = (text: string, row: number, bold = false) =>
    drawLine(doc, shippedFonts, text, {
      x: LINE,
      y: row * LINE,
      width: WIDTH,
      align: 'center',
      size: bold ? 13 : 10,
      bold,
    });
  centred(shop, 1, true);
  centred(date, 2);
  centred(description, 4);
  centred(`TOTAL  $${formatMoney(amount)}`, 6, true);
  centred('Thank you for your purchase', 8);
  const end = once(doc, 'end');
  doc.end();
  await end;
  return Buffer.concat(parts);
}
