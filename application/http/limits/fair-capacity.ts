export type Reservation = {
  owner: string;
  amount: number;
  /**
   * Asks the holder to stop and release its reservation. False if it can't stop now. `pressing`: all holders were asked
   * once and none stopped.
   */
  evict(pressing: boolean): boolean;
};

export type FairCapacity = {
  /** Reserves capacity, and may evict others; false: no room. */
  reserve(reservation: Reservation): boolean;
  /** Adds to a reservation, and may evict others; false: no room, or already released. */
  grow(reservation: Reservation, more: number): boolean;
  /** Idempotent. */
  release(reservation: Reservation): void;
};

/**
 * Capacity with a total limit and one per owner. When full, owners with the most lose their oldest reservation to those
 * with less, so that a few owners cannot block a small request.
 */
export const createFairCapacity = ({
  inAll: maxTotal,
  perOwner: maxPerOwner,
}: {
  inAll: number;
  perOwner: number;
}): FairCapacity => {
  /** Reservations by owner, oldest first. */
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

  /** Owners that hold more than `amount`, largest first. */
  const ownersAbove = (amount: number): string[] =>
    [...amounts]
      .filter(([, held]) => held > amount)
      .sort(([, one], [, other]) => other - one)
      .map(([owner]) => owner);

  const evictOne = (less: number): boolean => {
    const owners = ownersAbove(less);
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
