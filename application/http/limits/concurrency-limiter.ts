/** Place in an owner's queue. */
export type QueuedPermit = {
  /** Waits for the permit. False: the call was cancelled or released before. */
  acquire(): Promise<boolean>;
  /** Leaves the queue after a client went away, unless the call has its permit. */
  cancel(): void;
  /** Idempotent. */
  release(): void;
};

export type ConcurrencyLimiter = {
  /**
   * Queues a call; undefined if the queue is full. A full queue first evicts the oldest call that has not asked for its
   * permit, and calls its `lost`.
   */
  enqueue(owner: string, lost: () => void): QueuedPermit | undefined;
};

type OwnerQueue = {
  entries: number;
  /** Permits in use, including those about to be passed on. */
  inUse: number;
  /** Calls without a permit request, oldest first; each function evicts its call. */
  arriving: Set<() => void>;
  /** Waiting calls, in order. True grants the permit; false ends the wait. */
  waiting: Set<(isGranted: boolean) => void>;
};

/**
 * Limits running calls per owner to `maxRunning`; up to `maxQueued` more wait in order. Permits pass on in a later turn
 * of the event loop, or one owner's calls would run back to back and block all others.
 */
export const createConcurrencyLimiter = ({
  maxRunning,
  maxQueued,
}: {
  maxRunning: number;
  maxQueued: number;
}): ConcurrencyLimiter => {
  const queues = new Map<string, OwnerQueue>();

  const passOn = (queue: OwnerQueue): void => {
    const [next] = queue.waiting;
    if (!next) queue.inUse -= 1;
    else {
      queue.waiting.delete(next);
      next(true);
    }
  };

  const enter = (owner: string, lost: () => void): QueuedPermit | undefined => {
    const queue: OwnerQueue = queues.get(owner) ?? { entries: 0, inUse: 0, arriving: new Set(), waiting: new Set() };
    if (queue.entries >= maxRunning + maxQueued) {
      const [oldest] = queue.arriving;
      if (!oldest) return undefined;
      oldest();
    }
    queues.set(owner, queue);
    queue.entries += 1;
    let [hasPermit, hasLeft] = [false, false];
    let onDecision: ((isGranted: boolean) => void) | undefined;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      queue.entries -= 1;
      queue.arriving.delete(evict);
      if (hasPermit) setImmediate(passOn, queue);
      else if (onDecision) {
        queue.waiting.delete(onDecision);
        onDecision(false);
      }
      // Nothing runs, so the next call may start a new queue.
      if (queue.entries === 0) queues.delete(owner);
    };
    const evict = (): void => {
      leave();
      lost();
    };
    queue.arriving.add(evict);
    return {
      release: leave,
      cancel: () => {
        if (!hasPermit) leave();
      },
      acquire: () =>
        new Promise<boolean>((resolve) => {
          if (hasLeft) return resolve(false);
          queue.arriving.delete(evict);
          if (queue.inUse < maxRunning) {
            queue.inUse += 1;
            hasPermit = true;
            return resolve(true);
          }
          onDecision = (isGranted) => {
            hasPermit = isGranted;
            resolve(isGranted);
          };
          queue.waiting.add(onDecision);
        }),
    };
  };
  return { enqueue: enter };
};
