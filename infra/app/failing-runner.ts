import { isRefusal } from "#domain/core/decider.ts";
import type { CommandRunner } from "./command-runner-types.ts";
import { failpoint } from "./failpoint.ts";

/** The runner with the failpoints of a process around its appends: `{name}:before-append`, `{name}:after-append-before-answer`. */
export const withFailpoints = (name: string, runner: CommandRunner): CommandRunner => ({
  ...runner,
  execute: async (decider, id, command, request) => {
    failpoint(`${name}:before-append`);
    const result = await runner.execute(decider, id, command, request);
    if (!isRefusal(result) && result.events.length > 0) failpoint(`${name}:after-append-before-answer`);
    return result;
  },
});
