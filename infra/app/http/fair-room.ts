/** Something of a room that is taken. */
export type Place = {
  owner: string;
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
  /** Gives a place back; once is enough. */
  leave(place: Place): void;
};

/**
 * Room for so much in all and, at most, so much per owner. When it is full those who have the most make way for those who have
 * less, the oldest place first: whoever wants little finds room however much a few others try to take. It needs no patience: to
 * keep somebody out one must be many, each with as little as he has.
 */
export const createFairRoom = ({ inAll, perOwner }: { inAll: number; perOwner: number }): FairRoom => {
  /** Of each owner the places in the order in which they were taken. */
  const places = new Map<string, Set<Place>>();
  const amounts = new Map<string, number>();
  let taken = 0;

  const of = (owner: string): number => amounts.get(owner) ?? 0;

  const leave = (place: Place): void => {
    const owned = places.get(place.owner);
    if (!owned?.delete(place)) return;
    taken -= place.amount;
    amounts.set(place.owner, of(place.owner) - place.amount);
    if (owned.size > 0) return;
    places.delete(place.owner);
    amounts.delete(place.owner);
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
      owners.some((owner) => [...(places.get(owner) ?? [])].some((place) => place.giveWay(pressing))),
    );
  };

  return {
    take(place) {
      const { owner, amount } = place;
      const wanted = of(owner) + amount;
      if (wanted > perOwner) return false;
      while (taken + amount > inAll) if (!makeWay(wanted)) return false;
      taken += amount;
      amounts.set(owner, wanted);
      const owned = places.get(owner) ?? new Set();
      places.set(owner, owned.add(place));
      return true;
    },
    leave,
  };
};
