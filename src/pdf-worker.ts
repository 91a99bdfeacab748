/** The thread that draws PDFs for the service. Its requests contain only data that can be cloned. */
import { parentPort } from 'node:worker_threads';
import type { Drawing, Request, Response } from './pdf-thread.ts';

const DRAWINGS: Record<Drawing, () => Promise<(...args: never[]) => Promise<unknown>>> = {
  contributionStatements: async () => (await import('./features/giving/contributions/statement-pdf.ts')).printFor,
  monthlyStatement: async () => (await import('./features/reports/statements/statement-pdf.ts')).printStatementPdf,
  reportFile: async () => (await import('./features/reports/formats/file.ts')).makeFile,
  workbook: async () => (await import('./lib/xlsx.ts')).toWorkbook,
  countSheet: async () => (await import('./features/giving/offerings/count-sheet-pdf.ts')).printCountSheet,
  depositSlip: async () => (await import('./features/giving/offerings/slip-pdf.ts')).printSlip,
};

parentPort?.on('message', ({ id, drawing, args }: Request) => {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void draw(drawing, args).then((outcome) => parentPort?.postMessage({ id, ...outcome } satisfies Response));
});

async function draw(drawing: Drawing, args: readonly unknown[]): Promise<{ value: unknown } | { error: unknown }> {
  try {
    const print = await DRAWINGS[drawing]();
    return { value: await print(...(args as never[])) };
  } catch (error) {
    return { error };
  }
}
