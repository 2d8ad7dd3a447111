/** Leaky bucket of an app at a shop (P-4.4). Times in epoch ms. */
export type Bucket = {
  /** Takes points if there are enough. */
  take(points: number, now: number): boolean;
  refund(points: number, now: number): void;
  status(now: number): { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
  refill(): void;
};

/** @param restoreRate points per second; the bucket holds twenty seconds' worth */
export const createBucket = (restoreRate: number): Bucket => {
  const maximum = restoreRate * 20;
  let available = maximum;
  let updatedAt = Number.NEGATIVE_INFINITY;
  const restore = (now: number): void => {
    // After a clock set-back nothing is restored at first. Restoring continues from the new time.
    if (now > updatedAt && updatedAt !== Number.NEGATIVE_INFINITY)
      available = Math.min(maximum, available + ((now - updatedAt) / 1000) * restoreRate);
    updatedAt = now;
  };
  return {
    take: (points, now) => {
      restore(now);
      if (available < points) return false;
      available -= points;
      return true;
    },
    refund: (points, now) => {
      restore(now);
      available = Math.min(maximum, available + points);
    },
    status: (now) => {
      restore(now);
      return { maximumAvailable: maximum, currentlyAvailable: Math.floor(available), restoreRate };
    },
    refill: () => {
      available = maximum;
    },
  };
};
