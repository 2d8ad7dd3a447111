type SentCommand = { method: string; path: string; body?: unknown; ifMatch?: string | null };

/** ms until a command that isn't repeated counts as abandoned. */
const retentionMs = 120_000;

/**
 * Keeps ids of commands with unknown outcome. Repeating such a command, as by a second press, reuses its id, unless
 * another command was sent to the same path in between. `now`: steady time, ms.
 */
export const createUnresolvedCommands = ({ createId, now }: { createId: () => string; now: () => number }) => {
  const unclear = new Map<string, { text: string; id: string; at: number }>();
  const textOf = ({ body, ifMatch }: SentCommand) => JSON.stringify([body ?? null, ifMatch ?? null]);
  const callOf = ({ method, path }: SentCommand) => `${method} ${path}`;
  return {
    idFor: (command: SentCommand): string => {
      const entry = unclear.get(callOf(command));
      return entry && entry.text === textOf(command) && now() - entry.at < retentionMs ? entry.id : createId();
    },
    /** `isClear`: the command's outcome is known. */
    ended: (command: SentCommand, id: string, isClear: boolean): void => {
      if (isClear) unclear.delete(callOf(command));
      else unclear.set(callOf(command), { text: textOf(command), id, at: now() });
    },
  };
};
