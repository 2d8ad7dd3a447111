export type Reservation = {
  owner: string;
  amount: number;
  /**
   * Stops the holder, after releasing the reservation. False if it can't stop now. `pressing`: no one else gave way.
   */
  evict(pressing: boolean): boolean;
};

export type FairCapacity = {
  /** Reserves, evicting others if needed; false: no room. */
  reserve(reservation: Reservation): boolean;
  /** Extends a reservation, evicting others if needed; false: no room, or already returned. */
  grow(reservation: Reservation, more: number): boolean;
  /** Returns a reservation; idempotent. */
  release(reservation: Reservation): void;
};

/**
 * Fair capacity, limited in total and per owner. When full, owners with the most lose their oldest reservation to those
 * with less, so that a few owners cannot block a small request.
 */
export const createFairCapacity = ({
  inAll: maxTotal,
  perOwner: maxPerOwner,
}: {
  inAll: number;
  perOwner: number;
}): FairCapacity => {
  /** Reservations per owner, oldest first. */
  const reservations = new Map<string, Map<Reservation, number>>();
  const amounts = new Map<string, number>();
  let used = 0;

  const of = (owner: string): number => amounts.get(owner) ?? 0;

  const leave = (reservation: Reservation): void => {
    const { owner } = reservation;
    const owned = reservations.get(owner);
    const amount = owned?.get(reservation);
    if (owned === undefined || amount === undefined) return;
    owned.delete(reservation);
    used -= amount;
    amounts.set(owner, of(owner) - amount);
    if (owned.size > 0) return;
    reservations.delete(owner);
    amounts.delete(owner);
  };

  /** Owners with more than `less`, largest first. */
  const greater = (less: number): string[] =>
    [...amounts]
      .filter(([, amount]) => amount > less)
      .sort(([, one], [, other]) => other - one)
      .map(([owner]) => owner);

  /** Evicts one reservation of an owner with more than `less`. */
  const evictOne = (less: number): boolean => {
    const owners = greater(less);
    return [false, true].some((pressing) =>
      owners.some((owner) =>
        [...(reservations.get(owner)?.keys() ?? [])].some((reservation) => reservation.evict(pressing)),
      ),
    );
  };

  const add = (reservation: Reservation, additional: number): boolean => {
    const { owner } = reservation;
    const newAmount = of(owner) + additional;
    if (newAmount > maxPerOwner) return false;
    while (used + additional > maxTotal) if (!evictOne(newAmount)) return false;
    const owned = reservations.get(owner) ?? new Map<Reservation, number>();
    reservations.set(owner, owned.set(reservation, (owned.get(reservation) ?? 0) + additional));
    amounts.set(owner, newAmount);
    used += additional;
    return true;
  };

  return {
    reserve: (reservation) => add(reservation, reservation.amount),
    grow: (reservation, additional) =>
      reservations.get(reservation.owner)?.has(reservation) === true && add(reservation, additional),
    release: leave,
  };
};
