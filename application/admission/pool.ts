import type { PlaceLimit } from "./limits.ts";

/** What one holder has of a pool. */
export type Place = {
  /** Takes more, and may evict others. False: no room, or the place is lost. */
  grow(more: number): boolean;
  /** Evicts the place, unless it is kept, or busy and not pressed. Returns whether it did. */
  evict(pressing: boolean): boolean;
  /** From now on nobody evicts it. False: it is lost already. */
  keep(): boolean;
  /** Keeps the place, and waits for its permit. False: it was lost or left before. */
  acquire(): Promise<boolean>;
  /** Leaves, unless it has its permit. */
  cancel(): void;
  /** Idempotent. */
  leave(): void;
};

type PlaceOptions = {
  /** Default: 1. */
  amount?: number;
  /** Called when it is evicted. Without it, it is kept from the start. */
  lost?: () => void;
  /** Busy places are evicted only if no other can be. */
  isBusy?: () => boolean;
};

export type Pool<Limit extends PlaceLimit> = {
  limit: Limit;
  /** A place, or whose share is used up. */
  enter(owner: string, options?: PlaceOptions): Place | "own" | "all";
};

type Holder = {
  amount: number;
  /** Oldest first. */
  places: Set<Place>;
  /** Permits in use, including those about to be passed on. */
  running: number;
  /** Waiting places, in order. True grants the permit; false ends the wait. */
  waiting: Set<(isGranted: boolean) => void>;
};

/**
 * Divides an amount among owners: each has a share, and a total evicts those with the most, so that a few owners cannot
 * keep a small request out. Permits pass on in a later turn of the event loop, or one owner's calls would run back to
 * back and block all others.
 */
export const createPool = <Limit extends PlaceLimit>(limit: Limit): Pool<Limit> => {
  const infinite = Number.POSITIVE_INFINITY;
  const { perOwner, inAll = infinite, running: maxRunning = infinite, evictsOwn = false }: PlaceLimit = limit;
  const holders = new Map<string, Holder>();
  let used = 0;

  const evictOne = (from: readonly Holder[]): boolean =>
    [false, true].some((pressing) => from.some(({ places }) => [...places].some((place) => place.evict(pressing))));

  /** Holders of more than `amount`, largest first. */
  const holdersAbove = (amount: number): Holder[] =>
    [...holders.values()].filter((one) => one.amount > amount).sort((one, other) => other.amount - one.amount);

  /** Makes room for more, by evictions. Returns whose share is used up, if there is none. */
  const findFull = (holder: Holder, more: number): "own" | "all" | undefined => {
    while (holder.amount + more > perOwner) if (!evictsOwn || !evictOne([holder])) return "own";
    while (used + more > inAll) if (!evictOne(holdersAbove(holder.amount + more))) return "all";
    return undefined;
  };

  const passOn = (holder: Holder): void => {
    const [next] = holder.waiting;
    if (!next) holder.running -= 1;
    else {
      holder.waiting.delete(next);
      next(true);
    }
  };

  const enter: Pool<Limit>["enter"] = (owner, { amount = 1, lost, isBusy = () => false } = {}) => {
    const holder: Holder = holders.get(owner) ?? { amount: 0, places: new Set(), running: 0, waiting: new Set() };
    const full = findFull(holder, amount);
    if (full) return full;
    let held = 0;
    let [canBeLost, hasPermit] = [lost !== undefined, false];
    let decide: ((isGranted: boolean) => void) | undefined;
    const take = (more: number): void => {
      held += more;
      holder.amount += more;
      used += more;
    };
    const place: Place = {
      grow: (more) => {
        const hasRoom = holder.places.has(place) && findFull(holder, more) === undefined;
        if (hasRoom) take(more);
        return hasRoom;
      },
      evict: (pressing) => {
        if (!canBeLost || (isBusy() && !pressing)) return false;
        place.leave();
        lost?.();
        return true;
      },
      keep: () => {
        canBeLost = false;
        return holder.places.has(place);
      },
      acquire: async () => {
        if (!place.keep()) return false;
        if (holder.running < maxRunning) {
          holder.running += 1;
          hasPermit = true;
        } else {
          const { promise, resolve } = Promise.withResolvers<boolean>();
          decide = (isGranted) => {
            hasPermit = isGranted;
            resolve(isGranted);
          };
          holder.waiting.add(decide);
          await promise;
        }
        return hasPermit;
      },
      cancel: () => {
        if (!hasPermit) place.leave();
      },
      leave: () => {
        canBeLost = false;
        if (!holder.places.delete(place)) return;
        take(-held);
        if (hasPermit) setImmediate(passOn, holder);
        else if (decide) {
          holder.waiting.delete(decide);
          decide(false);
        }
        // Nothing runs, so the next place may start anew.
        if (holder.places.size === 0) holders.delete(owner);
      },
    };
    take(amount);
    holder.places.add(place);
    holders.set(owner, holder);
    return place;
  };
  return { limit, enter };
};
