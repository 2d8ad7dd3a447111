type SentCommand = { method: string; path: string; body?: unknown; ifMatch?: string | null };

/** A command not repeated within this time counts as abandoned, ms. */
const retentionMs = 120_000;

/**
 * Ids of commands with unknown outcome. Repeating the same command, as by a second press, reuses its id. Per call only the newest command counts, so
 * a change made in between stays. `now`: ms, steady.
 */
export const createUnresolvedCommands = ({ createId, now }: { createId: () => string; now: () => number }) => {
  const unclear = new Map<string, { text: string; id: string; at: number }>();
  const textOf = ({ body, ifMatch }: SentCommand) => JSON.stringify([body ?? null, ifMatch ?? null]);
  const callOf = ({ method, path }: SentCommand) => `${method} ${path}`;
  return {
    idFor: (asked: SentCommand): string => {
      const known = unclear.get(callOf(asked));
      return known && known.text === textOf(asked) && now() - known.at < retentionMs ? known.id : createId();
    },
    /** `isClear`: the command's outcome is known. */
    ended: (asked: SentCommand, id: string, isClear: boolean): void => {
      if (isClear) unclear.delete(callOf(asked));
      else unclear.set(callOf(asked), { text: textOf(asked), id, at: now() });
    },
  };
};
