/** A call's entry in its owner's queue. */
export type Turn = {
  /** Resolves when the call gets its slot; false: it withdrew or left before. */
  come(): Promise<boolean>;
  /** Nobody waits for the answer any more: leaves, unless the call has its slot. */
  withdraw(): void;
  /** Frees the slot or the entry; idempotent. */
  leave(): void;
};

export type Turns = {
  /**
   * Queues a call; undefined: the queue is full. A full queue evicts the oldest call that has not asked for its slot,
   * and calls its `lost`.
   */
  enter(owner: string, lost: () => void): Turn | undefined;
};

type Line = {
  /** All entries: running, waiting and arriving. */
  places: number;
  /** Slots in use, or about to be passed on. */
  taken: number;
  /** Arriving calls, oldest first; each function evicts one. */
  coming: Set<() => void>;
  /** Waiting calls in order. True grants the slot; false ends the wait. */
  waiting: Set<(isTurn: boolean) => void>;
};

/**
 * Limits running calls per owner to `atWork`; up to `inLine` more wait in order. Owners don't wait for each other, and
 * arriving calls block nobody. Slots pass on in a later turn of the event loop. Otherwise one owner's calls would run
 * back to back, and nobody else would be served between them.
 */
export const createTurns = ({ atWork, inLine }: { atWork: number; inLine: number }): Turns => {
  const lines = new Map<string, Line>();

  const giveOn = (line: Line): void => {
    const [next] = line.waiting;
    if (!next) line.taken -= 1;
    else {
      line.waiting.delete(next);
      next(true);
    }
  };

  const enter = (owner: string, lost: () => void): Turn | undefined => {
    const line: Line = lines.get(owner) ?? { places: 0, taken: 0, coming: new Set(), waiting: new Set() };
    if (line.places >= atWork + inLine) {
      const [oldest] = line.coming;
      if (!oldest) return undefined;
      oldest();
    }
    lines.set(owner, line);
    line.places += 1;
    let [hasTurn, hasLeft] = [false, false];
    let told: ((isTurn: boolean) => void) | undefined;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      line.places -= 1;
      line.coming.delete(makeWay);
      if (hasTurn) setImmediate(giveOn, line);
      else if (told) {
        line.waiting.delete(told);
        told(false);
      }
      // Nothing of this queue runs any more, so the next call may start a new one.
      if (line.places === 0) lines.delete(owner);
    };
    const makeWay = (): void => {
      leave();
      lost();
    };
    line.coming.add(makeWay);
    return {
      leave,
      withdraw: () => {
        if (!hasTurn) leave();
      },
      come: () =>
        new Promise<boolean>((resolve) => {
          if (hasLeft) return resolve(false);
          line.coming.delete(makeWay);
          if (line.taken < atWork) {
            line.taken += 1;
            hasTurn = true;
            return resolve(true);
          }
          told = (isTurn) => {
            hasTurn = isTurn;
            resolve(isTurn);
          };
          line.waiting.add(told);
        }),
    };
  };
  return { enter };
};
