import { z } from "zod";
import { notFound } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { refuse } from "#domain/core/decider.ts";
import { refuseResend, refuseTest } from "#domain/ledger/manual-run.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { CommandApiDeps } from "../deps.ts";
import { claimManualRun } from "./claim-manual-run.ts";

/** Sends the same period again, with the current design, filter and destination. */
export const sendAgainRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/send-again",
    summary: "Makes the report of a finished run again, for the same period, and delivers it",
    description:
      "Takes a RunId of reporting/automation-history. Uses the design, filter and destination that are saved now. The schedule isn't affected. There is a single attempt.",
    refuses: ["rule", "unknown", "too-many"],
    access: "shop",
    body: z.string().min(1).max(100),
    bare: "id",
    data: z.null(),
    handler: async ({ body: runId }, call) => {
      const { state: run } = await deps.runner.load(runDecider, runId);
      if (run.status === "unknown" || run.facts.tenant !== call.caller.tenant)
        throw notFound("This run can't be found. Open the history of the automated report again.");
      if (run.status !== "ended")
        return refuse("rule", "This run hasn't ended yet. Wait until it has, then send it again.");
      const { automationId, slot, period, inputHash } = run.facts;
      // A repeated test stays a test, as its mail says.
      const isTest = run.facts.cause === "test";
      return claimManualRun(deps, call, {
        automationId,
        cause: isTest ? "test" : "again",
        step: `send-again ${runId}`,
        refuse: isTest ? refuseTest : refuseResend,
        reportOf: () => ({ slot, period, repeats: inputHash }),
      });
    },
  });
