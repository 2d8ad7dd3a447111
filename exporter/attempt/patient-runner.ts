import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { whenItAnswers } from "#application/process/when-writable.ts";
import type { Log } from "#infra/ports/log.ts";

/**
 * Commands that wait while the disk takes no writes, or a store does not answer, until the signal aborts: what an attempt has to say of its end
 * must not be lost by that, or the attempt would count as lost, and all be made again. Of commands with a name: one that went through
 * although nobody answered is found by its repeat.
 */
export const patientRunner = (
  runner: CommandRunner,
  { signal, log }: { signal: AbortSignal; log: Log },
): CommandRunner => {
  const patiently = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    let isSaid = false;
    const onWait = (err: Error): void => {
      if (!isSaid) log.warn({ id, err }, "The end of an attempt waits for a store.");
      isSaid = true;
    };
    return whenItAnswers(work, { signal, onWait });
  };
  return {
    ...runner,
    load: (decider, id) => patiently(id, () => runner.load(decider, id)),
    execute: (decider, id, command, request) => patiently(id, () => runner.execute(decider, id, command, request)),
  };
};
