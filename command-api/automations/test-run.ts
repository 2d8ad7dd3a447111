import { z } from "zod";
import { route } from "#application/http/route.ts";
import { refuseTest, testedPeriod } from "#domain/ledger/manual-run.ts";
import type { CommandApiDeps } from "../deps.ts";
import { claimManualRun } from "./claim-manual-run.ts";

/** Really delivers the report of the newest past period. */
export const testAutomationRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/test-automation/",
    summary:
      "Makes a report of the newest past period now and delivers it, marked as a test; changes neither next_execution nor failed_tries",
    description: "The report must be started. One test runs at a time, and its result appears in the report's history.",
    refuses: ["rule", "unknown", "too-many"],
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: z.null(),
    handler: ({ body: automationId }, call) =>
      claimManualRun(deps, call, {
        automationId,
        cause: "test",
        step: `test ${automationId}`,
        refuse: refuseTest,
        reportOf: ({ phases, now }) => {
          const schedule = phases.at(-1)?.schedule;
          const tested = schedule && testedPeriod(schedule, now);
          if (!tested) throw new Error("A schedule without limits has no slot that has passed.");
          return tested;
        },
      }),
  });
