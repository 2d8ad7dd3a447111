/** A call's entry in its owner's queue. */
export type QueuedPermit = {
  /** Resolves when the call gets its permit; false: it was cancelled or released before. */
  acquire(): Promise<boolean>;
  /** No one waits for the response any longer: leaves the queue, unless the call has its permit. */
  cancel(): void;
  /** Releases the permit or the entry; idempotent. */
  release(): void;
};

export type ConcurrencyLimiter = {
  /**
   * Queues a call; undefined if the queue is full. A full queue evicts the oldest call that has not asked for its
   * permit, and calls its `lost`.
   */
  enqueue(owner: string, lost: () => void): QueuedPermit | undefined;
};

type OwnerQueue = {
  /** All entries: running, waiting and arriving. */
  entries: number;
  /** Slots in use, or about to be passed on. */
  inUse: number;
  /** Arriving calls, oldest first; each function evicts one. */
  arriving: Set<() => void>;
  /** Waiting calls in order. True grants the permit; false ends the wait. */
  waiting: Set<(isGranted: boolean) => void>;
};

/**
 * Limits running calls per owner to `maxRunning`; up to `maxQueued` more wait in order. Owners don't wait for each
 * other. Permits pass on in a later turn of the event loop, or one owner's calls would run back to back and nobody else
 * be served in between.
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
      // Nothing of this queue is running now, so the next call may start a new one.
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
