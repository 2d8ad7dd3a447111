/** The place of a call in the line of its owner. */
export type Turn = {
  /** Waits until it is this call's turn; false: it has withdrawn, or left, before. */
  come(): Promise<boolean>;
  /** Nobody waits for the answer any more: gives the place up, unless the turn has come. */
  withdraw(): void;
  /** Gives the turn to the next, or the place up; once is enough. */
  leave(): void;
};

export type Turns = {
  /**
   * A place at the end of the owner's line; undefined: the line is as long as it may be. Who has a place and has not asked for a turn yet
   * makes way in a full line, the oldest first; `lost` tells so, once the place is given up.
   */
  enter(owner: string, lost: () => void): Turn | undefined;
};

type Line = {
  /** Of all that have a place: at work, waiting, and on the way. */
  places: number;
  /** Turns that are taken, or about to be given to the next. */
  taken: number;
  /** Those on the way, the oldest first, each told to give its place up. */
  coming: Set<() => void>;
  /** Those that wait, in their order, each told when its turn comes, or that it does not. */
  waiting: Set<(isTurn: boolean) => void>;
};

/**
 * Lets so many calls of an owner work at a time; others wait in the order of their coming, `inLine` at most. Each owner has a line of its
 * own, so that nobody waits for another's calls; who is still on the way keeps nobody out. A turn is given on in a later turn of the event
 * loop: a crowd of one owner would otherwise follow upon each other with nobody else heard between them.
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
      // Who enters meanwhile has a line of their own: then none of this one is at work any more.
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
