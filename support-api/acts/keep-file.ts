import { z } from "zod";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExistingExport } from "#domain/export/state.ts";
import { dayMs, maxExtensionDays } from "#domain/retention/retention.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { createActRoute, createActSchema, refuseNoOp } from "./act-route.ts";
import { findExport } from "./find-export.ts";

/** `seen`: expiry on the page. `days`: added to that; 0 reverts to the original expiry. */
const Body = createActSchema({ seen: z.iso.datetime(), days: z.int().min(0).max(maxExtensionDays) });
type KeepFileRequest = z.infer<typeof Body>;

const commandOf = (
  { seen, days }: KeepFileRequest,
  found: ExistingExport,
): Omit<Extract<ExportCommand, { type: "KeepFileUntil" }>, "context"> => {
  const ownTime = found.status === "finished" ? found.file.ownTime : undefined;
  const until = days === 0 ? (ownTime ?? seen) : new Date(Date.parse(seen) + days * dayMs).toISOString();
  return { type: "KeepFileUntil", seen, until };
};

/**
 * `keep` extends a file's expiry, to at most 90 days beyond the original, or reverts it, which undoes the action.
 * Erasures still remove the file (ADR 102).
 */
export const keepFileRoute = (deps: ConsoleDeps): ConsoleRoute => {
  const { runner, clock } = deps;
  return createActRoute(deps, {
    path: "exports/:id/keep",
    needs: "agent",
    act: "keep-file",
    body: Body,
    find: (id) => findExport(deps, id),
    judge: async ({ known: found }, input): Promise<Refusal | { from: string; to: string }> => {
      const command = commandOf(input, found);
      const context = { instant: clock.now().toISOString(), newId: String };
      const decided = exportDecider.decide({ ...command, context }, found);
      if (isRefusal(decided)) return decided;
      return decided.length === 0
        ? refuseNoOp("The file is already kept only until its original expiry.")
        : { from: input.seen, to: command.until };
    },
    perform: async ({ known: found }, input, request) => {
      const command = commandOf(input, found);
      const { exportId } = found.facts;
      const result = await runner.execute(exportDecider, exportId, (context) => ({ ...command, context }), request);
      return isRefusal(result) ? result : {};
    },
  });
};
