/** What tests share that run commands, or calls that may still be to come. */
import { expect } from 'vitest';
import { type Books, done } from './books.ts';
import type { Outcome } from '../support/daemon.ts';

/** A refusal that a person can read: one of these exit codes, nothing on stdout, a message and no stack trace. */
export function expectRefused({ exitCode, stdout, stderr }: Outcome, exitCodes: readonly number[] = [4]): void {
  expect(exitCodes, stderr).toContain(exitCode);
  expect(stdout).toBe('');
  expect(stderr.trim()).not.toBe('');
  expect(stderr).not.toMatch(/^\s+at |unknown command/m);
  expect(stderr.length).toBeLessThan(20_000);
}

/** Whether the service documents this call; a test of what is still to come is skipped without it. */
export async function takes(books: Books, method: 'put' | 'post', route: string): Promise<boolean> {
  const { paths } = await done(books.admin.get('/api/openapi.json'));
  return paths[route]?.[method] !== undefined;
}
