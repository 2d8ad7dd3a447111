type Asked = { method: string; path: string; body?: unknown; ifMatch?: string | null };

/** What nobody pressed again for so long was given up, ms. */
const rememberedFor = 120_000;

/**
 * Ids of commands of which nobody knows whether they were done: whoever gives the same one again, as by a second press, means that one and
 * no further one. Of each call only the newest command counts, so that what was changed in between stays changed. `now`: ms, steady.
 */
export const createUnclearCommands = ({ createId, now }: { createId: () => string; now: () => number }) => {
  const unclear = new Map<string, { text: string; id: string; at: number }>();
  const textOf = ({ body, ifMatch }: Asked) => JSON.stringify([body ?? null, ifMatch ?? null]);
  const callOf = ({ method, path }: Asked) => `${method} ${path}`;
  return {
    idFor: (asked: Asked): string => {
      const known = unclear.get(callOf(asked));
      return known && known.text === textOf(asked) && now() - known.at < rememberedFor ? known.id : createId();
    },
    /** Whether what became of it is known. */
    ended: (asked: Asked, id: string, isClear: boolean): void => {
      if (isClear) unclear.delete(callOf(asked));
      else unclear.set(callOf(asked), { text: textOf(asked), id, at: now() });
    },
  };
};
