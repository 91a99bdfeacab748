/**
 * Lets letters be handed over one after the other. A letter is in doubt from the moment in which its end is sent until the
 * server's answer is stored, so a process that dies leaves at most one letter in doubt. If the server takes long, the next
 * letter does not wait for its answer.
 */
const LONGEST_MS = 5000;

/** A letter: the id of its row, and its batch. */
export type Passing = { id: number; batchId: string };

/** How a letter came through: marked already, not yet marked, or not at all, because it no longer wanted to. */
export type Entry = 'marked' | 'unmarked' | 'left';

type Waiter = Passing & { isMarked: boolean; enter: (entry: Entry) => void };

export type Gate = {
  /** Waits until it is the letter's turn. */
  enter: (letter: Passing) => Promise<Entry>;
  /** Returns the letter that waits next, if this letter is the one that is being handed over. */
  nextAfter: (id: number) => Passing | undefined;
  /** Notes that the next letter was marked. */
  noteMarked: (id: number) => void;
  /** Takes a letter out of the queue. Returns whether it waited there. */
  stopWaiting: (id: number) => boolean;
  /** Lets the next letter pass, if this letter is the one that is being handed over. */
  leave: (id: number) => void;
};

/** Returns a gate that nobody has entered. */
export function makeGate(longestMs = LONGEST_MS): Gate {
  const queue: Waiter[] = [];
  let holder: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const hold = (id: number) => {
    holder = id;
    timer = setTimeout(pass, longestMs).unref();
  };
  function pass(): void {
    clearTimeout(timer);
    holder = undefined;
    const next = queue.shift();
    if (!next) return;
    hold(next.id);
    next.enter(next.isMarked ? 'marked' : 'unmarked');
  }
  return {
    enter: (letter) => {
      if (holder === undefined) {
        hold(letter.id);
        return Promise.resolve('unmarked');
      }
      return new Promise((enter) => queue.push({ ...letter, isMarked: false, enter }));
    },
    nextAfter: (id) => (holder === id ? queue[0] : undefined),
    noteMarked: (id) => {
      if (queue[0]?.id === id) queue[0].isMarked = true;
    },
    stopWaiting: (id) => {
      const at = queue.findIndex((waiter) => waiter.id === id);
      if (at >= 0) queue.splice(at, 1)[0]?.enter('left');
      return at >= 0;
    },
    leave: (id) => {
      if (holder === id) pass();
    },
  };
}
