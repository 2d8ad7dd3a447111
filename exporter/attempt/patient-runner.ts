import type { CommandRunner } from "#infra/app/command-runner-types.ts";
import type { Log } from "#infra/app/log.ts";
import { whenWritable } from "#infra/app/when-writable.ts";

/**
 * Commands that wait while the disk takes no writes, until the signal aborts: what an attempt has to say of its end must not be lost
 * because the disk is full, or the attempt would count as lost.
 */
export const patientRunner = (
  runner: CommandRunner,
  { signal, log }: { signal: AbortSignal; log: Log },
): CommandRunner => ({
  ...runner,
  execute: (decider, id, command, request) =>
    whenWritable(() => runner.execute(decider, id, command, request), {
      signal,
      onWait: (err) => log.warn({ id, err }, "The end of an attempt waits for the disk."),
    }),
});
