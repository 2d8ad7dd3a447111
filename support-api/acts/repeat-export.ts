import { createExportPermits, tooManyWaiting } from "#application/admission/export-permits.ts";
import { isSubscribed } from "#application/automations/scheduling-state.ts";
import { createExportFacts } from "#application/exports/export-facts.ts";
import { findFrozenInput, freezeInput } from "#application/exports/freeze-input.ts";
import { prepareRepeat } from "#application/exports/repeat-export.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportState } from "#domain/export/state.ts";
import { rerunDays } from "#domain/retention/retention.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { createActRoute, createActSchema } from "./act-route.ts";
import { findExport } from "./find-export.ts";
import { deriveRepeatId } from "./repeat-id.ts";

const alreadyRepeated = (newId: string): Refusal =>
  refuse("rule", `Support has already asked for this export again. Check the export ${newId}.`);

const tooOld = refuse(
  "rule",
  `An export can be asked for again for ${rerunDays} days, and this one is older. The merchant can generate a new one.`,
);

const notFailed: Readonly<Record<Exclude<ExportState["status"], "unknown" | "failed">, string>> = {
  requested: "This export hasn't failed: it waits to be made, so there is nothing to ask for.",
  running: "This export hasn't failed: it is being made, so there is nothing to ask for.",
  "cancel-requested": "The merchant is canceling this export. Only the merchant can run it again.",
  finished: "This export hasn't failed: its file is ready, so there is nothing to ask for.",
  canceled: "The merchant canceled this export. Only the merchant can run it again.",
  expired: "This export hasn't failed: its file was made, and its time is over. The merchant can generate a new one.",
};

/**
 * `ask-again` makes a failed export again from its frozen inputs, like the merchant's 'Run again' (ADR 66). The file
 * appears in the merchant's list and is sent nowhere. Cannot be undone; the merchant can cancel it.
 */
export const repeatExportRoute = (deps: ConsoleDeps): ConsoleRoute => {
  const { runner, state } = deps;
  const permits = createExportPermits(deps);
  return createActRoute(deps, {
    path: "exports/:id/ask-again",
    needs: "agent",
    act: "ask-again",
    body: createActSchema({}),
    find: (id) => findExport(deps, id),
    judge: async ({ tenant, known: found }) => {
      if (found.status !== "failed") return refuse("rule", notFailed[found.status]);
      const newId = deriveRepeatId(found.facts.exportId);
      if ((await runner.load(exportDecider, newId)).state.status !== "unknown") return alreadyRepeated(newId);
      if (!isSubscribed((await runner.load(shopDecider, tenant)).state))
        return refuse("rule", "The shop isn't connected, or has a charge to approve. The merchant must log in first.");
      if (!(await findFrozenInput(state, found.facts))) return tooOld;
      return (await permits.acquire(tenant, newId)) ? { from: null, to: newId } : tooManyWaiting;
    },
    perform: async ({ tenant, known: { facts } }, _asked, request) => {
      const newId = deriveRepeatId(facts.exportId);
      const done = await runner.load(exportDecider, newId);
      if (done.state.status !== "unknown") return { exportId: newId };
      const repeat = await prepareRepeat(deps, facts, newId);
      if (!repeat) return tooOld;
      if (!(await permits.acquire(tenant, newId))) return tooManyWaiting;
      const { input, repeats } = repeat;
      const again = createExportFacts(input, await freezeInput(state, input), { trigger: "manual", repeats });
      const result = await runner.execute(
        exportDecider,
        newId,
        (context): ExportCommand => ({ type: "RequestExport", ...again, context }),
        request,
      );
      // Another agent was faster: those inputs count.
      return isRefusal(result) ? alreadyRepeated(newId) : { exportId: newId };
    },
  });
};
