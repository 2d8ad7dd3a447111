import type { PlaceLimit } from "./limits.ts";

/** The part of a pool that one request holds. */
export type Place = {
  /** Takes more, and may evict others. False: no room, or the place is lost. */
  grow(more: number): boolean;
  /** Evicts the place, unless it is kept, or busy and not pressed. Returns whether it did. */
  evict(pressing: boolean): boolean;
  /** Protects the place from eviction. False: it was lost before. */
  keep(): boolean;
  /** Keeps the place and waits for its permit. False: the place was lost, or was left before the permit came. */
  acquire(): Promise<boolean>;
  /** Leaves, unless the place has its permit. */
  cancel(): void;
  /** Idempotent. */
  leave(): void;
};

type PlaceOptions = {
  /** Default: 1. */
  amount?: number;
  /** Called when the place is evicted. Without this callback, the place can't be evicted. */
  lost?: () => void;
  /** Busy places are evicted only if no other can be. */
  isBusy?: () => boolean;
};

export type Pool<Limit extends PlaceLimit> = {
  limit: Limit;
  /** Returns a place, or which limit is reached: the owner's own or that of all. */
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

  /** Evicts places to make room for more. If that fails, returns the limit that is reached. */
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
