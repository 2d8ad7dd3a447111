import { z } from "zod";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { KnownExport } from "#domain/export/state.ts";
import { dayMs, longerKeptDays } from "#domain/retention/retention.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { actBody, actRoute, nothingNew } from "./act-route.ts";
import { findExport } from "./find-export.ts";

/** `seen`: until when the file was to be kept, as the page had it. `days`: beyond that; 0 takes back what was added. */
const Body = actBody({ seen: z.iso.datetime(), days: z.int().min(0).max(longerKeptDays) });
type Asked = z.infer<typeof Body>;

const commandOf = (
  { seen, days }: Asked,
  known: KnownExport,
): Omit<Extract<ExportCommand, { type: "KeepFileUntil" }>, "context"> => {
  const ownTime = known.status === "finished" ? known.file.ownTime : undefined;
  const until = days === 0 ? (ownTime ?? seen) : new Date(Date.parse(seen) + days * dayMs).toISOString();
  return { type: "KeepFileUntil", seen, until };
};

/**
 * `keep` has a file kept some days longer than it would be, 90 beyond its own time at most, or again as long as it would have been: by that it is
 * undone. What has to be erased goes all the same (ADR 102).
 */
export const keepFileRoute = (deps: ConsoleDeps): ConsoleRoute => {
  const { runner, clock } = deps;
  return actRoute(deps, {
    path: "exports/:id/keep",
    needs: "agent",
    act: "keep-file",
    body: Body,
    find: (id) => findExport(deps, id),
    judge: async ({ known }, asked): Promise<Refusal | { from: string; to: string }> => {
      const command = commandOf(asked, known);
      const context = { instant: clock.now().toISOString(), newId: String };
      const decided = exportDecider.decide({ ...command, context }, known);
      if (isRefusal(decided)) return decided;
      return decided.length === 0
        ? nothingNew("The file already goes at its own time.")
        : { from: asked.seen, to: command.until };
    },
    perform: async ({ known }, asked, request) => {
      const command = commandOf(asked, known);
      const { exportId } = known.facts;
      const result = await runner.execute(exportDecider, exportId, (context) => ({ ...command, context }), request);
      return isRefusal(result) ? result : {};
    },
  });
};
