import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import type { Log } from "#infra/ports/log.ts";

/**
 * Runs commands that wait for the disk or a store until the signal aborts: an attempt that can't record its end has
 * lost all its work. Only for commands with an id: a repeat finds one that succeeded without a response.
 */
export const createRetryingRunner = (
  runner: CommandRunner,
  { signal, log }: { signal: AbortSignal; log: Log },
): CommandRunner => {
  const withRetries = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    let isLogged = false;
    const onWait = (err: Error): void => {
      if (!isLogged) log.warn({ id, err }, "The end of an attempt waits for a store.");
      isLogged = true;
    };
    return retryWhileUnavailable(work, { signal, onWait });
  };
  return {
    ...runner,
    load: (decider, id) => withRetries(id, () => runner.load(decider, id)),
    execute: (decider, id, command, request) => withRetries(id, () => runner.execute(decider, id, command, request)),
  };
};
