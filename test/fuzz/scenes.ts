/**
 * The scenes of a run: one request, the life of a record in random order, or several simultaneous requests for one
 * record.
 */
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Document, Operation } from './document.ts';
import { ROLES } from '../../src/permissions.ts';
import { rolesFor } from './permissions.ts';
import { halves, type Halves } from './halves.ts';
import { type Draft, drafts } from './requests.ts';

export type Scene = {
  /** The request that creates the record of the scene. Without it, the scene uses an existing record. */
  first: Draft | undefined;
  rest: readonly Draft[];
  isAtOnce: boolean;
  /** If given, the only request of the scene arrives in two parts, and the sender's account changes in between. */
  halves?: Halves;
};

/**
 * Operations that are drawn rarely, because they hash a password, send messages, create a document, or have very long
 * responses.
 */
const SELDOM =
  /^(?:POST \/api\/(?:auth\/(?:login|change|accept)|users$|users\/.*(?:password|invitation)|notifications\/(?:email|line)|ai\/)|GET .*\.pdf|GET \/api\/(?:openapi|docs))/;
const WEIGHT = 6;

/** Draws scenes from the operations of a document. */
export function scenes(document: Document): Arbitrary<Scene> {
  const byName = new Map(document.operations.map((one) => [one.name, drafts(document, one)]));
  const drafting = (operation: Operation) => byName.get(operation.name) ?? drafts(document, operation);
  const weighted = (operations: readonly Operation[]) =>
    fc.oneof(...operations.map((one) => ({ weight: SELDOM.test(one.name) ? 1 : WEIGHT, arbitrary: drafting(one) })));
  const single = weighted(document.operations).map((draft): Scene => ({
    first: undefined,
    rest: [draft],
    isAtOnce: false,
  }));
  const lives = livesOf(document.operations).map(({ create, operations }) =>
    fc.record({
      first: create ? plain(drafting(create)) : fc.constant(undefined),
      rest: fc.array(weighted(operations), { minLength: 2, maxLength: 8 }),
      isAtOnce: fc.nat(5).map((one) => one === 5),
    }),
  );
  const writes = document.operations.filter((one) => one.method !== 'GET' && one.permission !== 'public');
  const halved = fc
    .tuple(fc.oneof(...writes.map((one) => plain(drafting(one), fc.constantFrom(...rolesFor(one.name))))), halves())
    .map(([draft, halves]): Scene => ({ first: undefined, rest: [draft], isAtOnce: false, halves }));
  return fc.oneof(
    { weight: 250, arbitrary: single },
    { weight: 50, arbitrary: fc.oneof(...lives) },
    { weight: 3, arbitrary: halved },
  );
}

/**
 * Returns scenes that must be refused. Each operation that is not public gets a request without a sign-in and, if any
 * role lacks the permission, a request from such a role.
 */
export function knocks(document: Document, seed: number): Scene[] {
  return document.operations.flatMap((operation) => {
    const barred = ROLES.filter((role) => !rolesFor(operation.name).includes(role));
    const [draft] = fc.sample(drafts(document, operation), { seed, numRuns: 1 });
    const [role] = barred.length > 0 ? fc.sample(fc.constantFrom(...barred), { seed, numRuns: 1 }) : [];
    const senders = [...(operation.permission === 'public' ? [] : ['nobody']), ...(role === undefined ? [] : [role])];
    const plain = draft && { ...draft, twists: [], isHead: false, isFollowed: false };
    return plain ? senders.map((sender) => ({ first: undefined, rest: [{ ...plain, sender }], isAtOnce: false })) : [];
  });
}

/** Draws a request without the changes of `twists.ts`. Unless `sender` is given, a super_admin sends the request. */
function plain(draft: Arbitrary<Draft>, sender: Arbitrary<string> = fc.constant('super_admin')): Arbitrary<Draft> {
  return fc.tuple(draft, sender).map(([one, sender]) => ({ ...one, twists: [], sender }));
}

/**
 * Groups operations whose paths have the same beginning up to the first parameters, such as `/api/members/{id}`. Each
 * group also names the operation that creates a record of this kind, if there is one.
 */
function livesOf(operations: readonly Operation[]) {
  const stems = new Map<string, Operation[]>();
  for (const one of operations) {
    const stem = /^.*?(?:\/\{\w+\})+/.exec(one.path)?.[0];
    if (stem === undefined || /contributions|form990|auth/.test(stem)) continue;
    stems.set(stem, [...(stems.get(stem) ?? []), one]);
  }
  return Array.from(stems, ([stem, own]) => {
    const list = stem.replace(/\/\{.*$/, '');
    const create = operations.find(({ name, responses }) => name === `POST ${list}` && responses['201']);
    return { create, operations: own };
  });
}
