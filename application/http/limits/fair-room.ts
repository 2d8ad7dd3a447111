/** Something of a room that is taken. */
export type Place = {
  owner: string;
  /** What it takes at first. */
  amount: number;
  /**
   * Ends what takes the place, and with it gives the place back before it returns; false: it cannot be ended now. `pressing`: nothing
   * else gave way.
   */
  giveWay(pressing: boolean): boolean;
};

export type FairRoom = {
  /** Takes a place; false: there is none. Where it fits only when others give way, they do. */
  take(place: Place): boolean;
  /** Takes so much more for a place that is taken; false: there is not so much, or the place is given back. Others give way as before. */
  grow(place: Place, more: number): boolean;
  /** Gives a place back with all that it took; once is enough. */
  leave(place: Place): void;
};

/**
 * Room for so much in all and, at most, so much per owner. When it is full those who have the most make way for those who have
 * less, the oldest place first: whoever wants little finds room however much a few others try to take. It needs no patience: to
 * keep somebody out one must be many, each with as little as he has.
 */
export const createFairRoom = ({ inAll, perOwner }: { inAll: number; perOwner: number }): FairRoom => {
  /** Of each owner what each place takes, in the order in which they were taken. */
  const places = new Map<string, Map<Place, number>>();
  const amounts = new Map<string, number>();
  let taken = 0;

  const of = (owner: string): number => amounts.get(owner) ?? 0;

  const leave = (place: Place): void => {
    const { owner } = place;
    const owned = places.get(owner);
    const amount = owned?.get(place);
    if (owned === undefined || amount === undefined) return;
    owned.delete(place);
    taken -= amount;
    amounts.set(owner, of(owner) - amount);
    if (owned.size > 0) return;
    places.delete(owner);
    amounts.delete(owner);
  };

  /** Those with more than `less`, the one with the most first. */
  const greater = (less: number): string[] =>
    [...amounts]
      .filter(([, amount]) => amount > less)
      .sort(([, one], [, other]) => other - one)
      .map(([owner]) => owner);

  /** Lets one place be given up by whoever has more than `less`. */
  const makeWay = (less: number): boolean => {
    const owners = greater(less);
    return [false, true].some((pressing) =>
      owners.some((owner) => [...(places.get(owner)?.keys() ?? [])].some((place) => place.giveWay(pressing))),
    );
  };

  const add = (place: Place, more: number): boolean => {
    const { owner } = place;
    const wanted = of(owner) + more;
    if (wanted > perOwner) return false;
    while (taken + more > inAll) if (!makeWay(wanted)) return false;
    const owned = places.get(owner) ?? new Map<Place, number>();
    places.set(owner, owned.set(place, (owned.get(place) ?? 0) + more));
    amounts.set(owner, wanted);
    taken += more;
    return true;
  };

  return {
    take: (place) => add(place, place.amount),
    grow: (place, more) => places.get(place.owner)?.has(place) === true && add(place, more),
    leave,
  };
};
