/** A reservation. */
export type Place = {
  owner: string;
  amount: number;
  /** Ends the holder and returns the reservation first; false: not possible now. `pressing`: nobody else gave way. */
  giveWay(pressing: boolean): boolean;
};

export type FairRoom = {
  /** Reserves, evicting others if needed; false: no room. */
  take(place: Place): boolean;
  /** Extends a reservation, evicting others if needed; false: no room, or already returned. */
  grow(place: Place, more: number): boolean;
  /** Returns a reservation; idempotent. */
  leave(place: Place): void;
};

/**
 * Fair capacity, limited in total and per owner. When full, owners with the most lose their oldest reservation to those
 * with less. A small request thus finds room whatever a few others take. Blocking it needs many owners, each with no
 * more than it has.
 */
export const createFairRoom = ({ inAll, perOwner }: { inAll: number; perOwner: number }): FairRoom => {
  /** Reservations per owner, oldest first. */
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

  /** Owners with more than `less`, largest first. */
  const greater = (less: number): string[] =>
    [...amounts]
      .filter(([, amount]) => amount > less)
      .sort(([, one], [, other]) => other - one)
      .map(([owner]) => owner);

  /** Evicts one reservation of an owner with more than `less`. */
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
