import { isRefusal } from "#domain/core/decider.ts";
import { failpoint } from "../process/failpoint.ts";
import type { CommandRunner } from "./command-runner-types.ts";

/**
 * The runner with the failpoints of a process around its appends: `{name}:before-append` and `{name}:after-append-before-answer` of
 * any stream, `{name}:{category}:before-append` and so on of one kind of stream.
 */
export const withFailpoints = (name: string, runner: CommandRunner): CommandRunner => ({
  ...runner,
  execute: async (decider, id, command, request) => {
    const pass = (moment: string) => {
      failpoint(`${name}:${moment}`);
      failpoint(`${name}:${decider.category}:${moment}`);
    };
    pass("before-append");
    const result = await runner.execute(decider, id, command, request);
    if (!isRefusal(result) && result.events.length > 0) pass("after-append-before-answer");
    return result;
  },
});
