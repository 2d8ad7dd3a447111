import { isRefusal } from "#domain/core/decider.ts";
import { areFailpointsArmed, failpoint } from "../process/failpoint.ts";
import type { CommandRunner } from "./command-runner-types.ts";

/**
 * Failpoints around a runner's appends: `{name}:before-append` and `{name}:after-append-before-answer`, and the same
 * with `{name}:{category}:` for one category. The runner itself if no failpoint is armed, as always but in tests.
 */
export const withFailpoints = (name: string, runner: CommandRunner): CommandRunner => {
  if (!areFailpointsArmed()) return runner;
  return {
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
  };
};
