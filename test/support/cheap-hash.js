/**
 * Makes the hash of a password cost next to nothing in a process of the tests, because thousands of accounts are made
 * and signed in. The program itself has no such switch. `password.test.ts` and `process.test.ts` test the real cost.
 */
import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, cost) => hash(password, { ...cost, memoryCost: 8, timeCost: 1 });
