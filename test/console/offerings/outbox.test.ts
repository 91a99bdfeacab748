import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createOutbox } from '../../../src/console/offerings/entry/outbox.ts';
import type { Delivery, Shelf, Entry, Deed } from '../../../src/console/offerings/entry/entry.ts';
import { bodyOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import { withResolvers } from '../../support/held.ts';

const ANN = { id: 1, name: 'Ann' };
const gift = (amount: string) => bodyOf({ ...emptyDraft('Cash', 1), who: { kind: 'looseCash' }, amount });
const GIFT = (key: string) => ({ key, sessionId: 3, date: '2026-11-22', owner: ANN });
const PROBLEM = { code: 'category_disabled', status: 422 } as Extract<Delivery, { outcome: 'refused' }>['problem'];
const STALE = { code: 'stale_version', status: 412 } as typeof PROBLEM;
const done = (givingId: number | null = 9): Delivery => ({ outcome: 'done', givingId });

function shelf(kept: Entry[] = []): Shelf & { kept: Entry[] } {
  return {
    isDurable: true,
    kept,
    all: async () => [...kept],
    put: async (entry) => {
      const at = kept.findIndex(({ key }) => key === entry.key);
      if (at === -1) kept.push(entry);
      else kept[at] = entry;
    },
    remove: async (key) => {
      kept.splice(0, kept.length, ...kept.filter((entry) => entry.key !== key));
    },
  };
}

/** Creates an outbox that gets these results for its requests in turn, and whose pauses take no time. */
function setUp(answers: (Delivery | Promise<Delivery>)[], kept: Entry[] = [], tab = 'here') {
  const sent: string[] = [];
  const pauses: number[] = [];
  const store = shelf(kept);
  const outbox = createOutbox({
    shelf: store,
    tab,
    isOwn: ({ owner }) => owner.id === ANN.id,
    send: async (entry: Entry, deed: Deed) => {
      sent.push(`${deed.kind} ${entry.key}${'body' in deed ? ` ${deed.body.amount}` : ''}`);
      return (await answers.shift()) ?? { outcome: 'signedOut' };
    },
    pause: async (ms) => void pauses.push(ms),
  });
  return { outbox, sent, pauses, kept: store.kept };
}

/** Waits until the outbox has done all that it can do without another answer. Nothing in these tests takes time. */
const settled = () => setImmediate();

test('a gift is stored in the browser before it is sent, and removed from the browser when the service has stored it', async () => {
  const { promise: held, resolve: answer } = withResolvers<Delivery>();
  const { outbox, sent, kept } = setUp([held]);
  await outbox.add(GIFT('a'), gift('5'));
  expect(kept).toHaveLength(1);
  await settled();
  expect(sent).toEqual(['create a 5']);
  expect(outbox.entries()).toHaveLength(1);
  answer(done());
  await settled();
  expect(outbox.entries()).toEqual([]);
  expect(kept).toEqual([]);
});

test('a gift is shown as soon as it is typed, and marked as waiting when the browser has stored it', async () => {
  const { outbox } = setUp([{ outcome: 'signedOut' }]);
  const adding = outbox.add(GIFT('a'), gift('5'));
  expect(outbox.entries()).toMatchObject([{ key: 'a', isComing: true }]);
  await adding;
  expect(outbox.entries()).toMatchObject([{ key: 'a' }]);
  expect(outbox.entries()[0]).not.toHaveProperty('isComing');
});

test('gifts are sent one by one in the order of entry, and a gift without a response is sent again', async () => {
  const { outbox, sent, pauses } = setUp([{ outcome: 'again' }, { outcome: 'again' }, done(1), done(2)]);
  await outbox.add(GIFT('a'), gift('5'));
  await outbox.add(GIFT('b'), gift('6'));
  await settled();
  expect(sent).toEqual(['create a 5', 'create a 5', 'create a 5', 'create b 6']);
  expect(pauses).toEqual([1000, 2000]);
});

test('pauses between attempts grow to half a minute, unless the service gives a time', async () => {
  const { outbox, pauses } = setUp([
    ...Array.from({ length: 7 }, () => ({ outcome: 'again' as const })),
    { outcome: 'again', afterMs: 7 },
    done(),
  ]);
  await outbox.add(GIFT('a'), gift('5'));
  await settled();
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 7]);
});

test('a refused gift stays in the outbox with the reason, and the next gift is sent', async () => {
  const { outbox, sent } = setUp([{ outcome: 'refused', problem: PROBLEM }, done(2)]);
  await outbox.add(GIFT('a'), gift('5'));
  await outbox.add(GIFT('b'), gift('6'));
  await settled();
  expect(sent).toEqual(['create a 5', 'create b 6']);
  expect(outbox.entries()).toMatchObject([{ key: 'a', refusal: { code: 'category_disabled' } }]);
});

test('a refused gift is sent again after it is corrected', async () => {
  const { outbox, sent } = setUp([{ outcome: 'refused', problem: PROBLEM }, done(1)]);
  await outbox.add(GIFT('a'), gift('5'));
  await settled();
  await outbox.change('a', gift('7'));
  await settled();
  expect(sent).toEqual(['create a 5', 'create a 7']);
  expect(outbox.entries()).toEqual([]);
});

test('gifts wait while the user is signed out, and are sent after the next sign-in', async () => {
  const { outbox, sent } = setUp([{ outcome: 'signedOut' }, done(1), done(2)]);
  await outbox.add(GIFT('a'), gift('5'));
  await settled();
  expect(sent).toEqual(['create a 5']);
  await outbox.add(GIFT('b'), gift('6'));
  await settled();
  expect(outbox.entries()).toEqual([]);
  expect(sent).toEqual(['create a 5', 'create a 5', 'create b 6']);
});

describe('a change that is made while the gift is being sent', () => {
  test('is sent after the response, as a change with the latest version', async () => {
    const { promise: held, resolve: answer } = withResolvers<Delivery>();
    const { outbox, sent } = setUp([held, done(9)]);
    await outbox.add(GIFT('a'), gift('5'));
    await settled();
    await outbox.change('a', gift('8'));
    await outbox.change('a', gift('9'));
    answer(done(9));
    await settled();
    expect(sent).toEqual(['create a 5', 'change a 9']);
    expect(outbox.entries()).toEqual([]);
  });

  test('may be a deletion, which is sent after the response', async () => {
    const { promise: held, resolve: answer } = withResolvers<Delivery>();
    const { outbox, sent } = setUp([held, done(null)]);
    await outbox.add(GIFT('a'), gift('5'));
    await settled();
    await outbox.remove('a');
    answer(done(9));
    await settled();
    expect(sent).toEqual(['create a 5', 'delete a']);
    expect(outbox.entries()).toEqual([]);
  });
});

test('a deletion made while the gift is being sent is dropped if the gift is refused', async () => {
  const { promise: held, resolve: answer } = withResolvers<Delivery>();
  const { outbox, kept } = setUp([held]);
  await outbox.add(GIFT('a'), gift('5'));
  await settled();
  await outbox.remove('a');
  answer({ outcome: 'refused', problem: PROBLEM });
  await settled();
  expect(outbox.entries()).toEqual([]);
  expect(kept).toEqual([]);
});

test('a gift that was never sent is deleted only in the browser', async () => {
  const { outbox, sent, kept } = setUp([{ outcome: 'again' }, { outcome: 'signedOut' }]);
  await outbox.add(GIFT('a'), gift('5'));
  await outbox.add(GIFT('b'), gift('6'));
  await settled();
  await outbox.remove('b');
  expect(kept.map(({ key }) => key)).toEqual(['a']);
  expect(sent.filter((line) => line.includes(' b'))).toEqual([]);
});

test('gifts stored before the tab was killed are sent with the same key when the page is loaded again', async () => {
  const kept: Entry[] = [
    {
      ...GIFT('b'),
      tab: 'here',
      order: 2,
      deeds: [{ kind: 'create', body: gift('6') }],
      givingId: null,
      seen: null,
      wasSent: false,
      refusal: null,
    },
    {
      ...GIFT('a'),
      tab: 'here',
      order: 1,
      deeds: [{ kind: 'create', body: gift('5') }],
      givingId: null,
      seen: null,
      wasSent: true,
      refusal: null,
    },
  ];
  const { outbox, sent } = setUp([done(1), done(2)], kept);
  await outbox.load();
  await settled();
  expect(sent).toEqual(['create a 5', 'create b 6']);
});

test('the deletion of a gift in the books is sent under a key made of the gift’s id and the tab', async () => {
  const { outbox, sent } = setUp([done(4)]);
  await outbox.correct(
    { sessionId: 3, date: '2026-11-22', owner: ANN, givingId: 4, seen: gift('4') },
    { kind: 'delete' },
  );
  await settled();
  expect(sent).toEqual(['delete giving:4 here']);
});

test('a gift whose deletion was refused can be corrected, and the deletion is not sent again', async () => {
  const { outbox, sent } = setUp([{ outcome: 'refused', problem: PROBLEM }, done(4)]);
  const inBooks = { sessionId: 3, date: '2026-11-22', owner: ANN, givingId: 4, seen: gift('4') };
  await outbox.correct(inBooks, { kind: 'delete' });
  await settled();
  await outbox.change('giving:4 here', gift('6'));
  await settled();
  expect(sent).toEqual(['delete giving:4 here', 'change giving:4 here 6']);
});

test('if the service has a different version of the gift, the typed gift becomes a correction of that version', async () => {
  const { outbox, sent } = setUp([{ outcome: 'refused', problem: STALE, givingId: 9 }, done(9)]);
  await outbox.add(GIFT('a'), gift('5'));
  await settled();
  expect(outbox.entries()).toMatchObject([{ givingId: 9, deeds: [{ kind: 'change' }], refusal: { status: 412 } }]);
  await outbox.change('a', gift('6'));
  await settled();
  expect(sent).toEqual(['create a 5', 'change a 6']);
});

test('a change made while the gift is being sent is based on the response of the service', async () => {
  const { promise: held, resolve: answer } = withResolvers<Delivery>();
  const { outbox } = setUp([held, { outcome: 'signedOut' }]);
  await outbox.add(GIFT('a'), gift('5'));
  await settled();
  await outbox.remove('a');
  answer({ outcome: 'done', givingId: 9, body: gift('5') });
  await settled();
  expect(outbox.entries()).toMatchObject([{ deeds: [{ kind: 'delete' }], seen: { amount: 5 } }]);
});

describe('several tabs', () => {
  const left = (key: string, tab: string, owner = ANN): Entry => ({
    ...GIFT(key),
    owner,
    tab,
    order: 1,
    deeds: [{ kind: 'create', body: gift('5') }],
    givingId: null,
    seen: null,
    wasSent: false,
    refusal: null,
  });
  const BOB = { id: 2, name: 'Bob' };

  test('send only their own gifts, and know the gifts of other tabs', async () => {
    const { outbox, sent } = setUp([done()], [left('a', 'here'), left('b', 'there')]);
    await outbox.load();
    await settled();
    expect(sent).toEqual(['create a 5']);
    expect(outbox.elsewhere().map(({ key }) => key)).toEqual(['b']);
  });

  test('take over the gifts of a closed tab, and store these gifts under their own name', async () => {
    const { outbox, sent, kept } = setUp([{ outcome: 'signedOut' }]);
    kept.push(left('b', 'there'));
    await outbox.look();
    expect(outbox.elsewhere()).toHaveLength(1);
    await outbox.takeOver('there');
    await settled();
    expect(sent).toEqual(['create b 5']);
    expect(kept).toMatchObject([{ key: 'b', tab: 'here' }]);
    expect(outbox.elsewhere()).toEqual([]);
  });

  test('do not send the gifts of other users, but release these gifts so that the other users can send them', async () => {
    const { outbox, sent, kept } = setUp([], [left('a', 'here', BOB), left('b', 'there', BOB)]);
    await outbox.load();
    await outbox.takeOver('there');
    await settled();
    expect(sent).toEqual([]);
    expect(outbox.entries()).toEqual([]);
    expect(kept.map(({ key, tab }) => [key, tab])).toEqual([
      ['a', ''],
      ['b', 'there'],
    ]);
  });

  test('that correct one gift at the same time store two corrections', async () => {
    const correction = { sessionId: 3, date: '2026-11-22', owner: ANN, givingId: 4, seen: gift('4') };
    const first = setUp([{ outcome: 'signedOut' }], [], 'one');
    const second = setUp([{ outcome: 'signedOut' }], first.kept, 'two');
    await first.outbox.correct(correction, { kind: 'delete' });
    await second.outbox.correct(correction, { kind: 'change', body: gift('6') });
    await settled();
    expect(first.kept).toHaveLength(2);
  });
});

test('nothing is stored after the outbox is closed', async () => {
  const { outbox, kept } = setUp([]);
  outbox.close();
  await outbox.add(GIFT('a'), gift('5'));
  expect(kept).toEqual([]);
});
