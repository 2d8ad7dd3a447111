import { z } from "zod";
import { findFrozenInput } from "#application/exports/freeze-input.ts";
import { type Route, route } from "#application/http/route.ts";
import { refuse } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FinishedFacts } from "#domain/export/state.ts";
import { ExportDetailsData } from "#domain/wire/reports/reporting.ts";
import type { QueryApiDeps } from "../deps.ts";
import { describeFrozenFilter } from "./frozen-filter.ts";

type Deps = Pick<QueryApiDeps, "runner" | "state" | "vault">;

const fileOf = ({ contentHash, fileHash, fingerprint: { app, icu, tz, node } }: FinishedFacts) => ({
  ContentHash: contentHash,
  FileHash: fileHash,
  Fingerprint: { App: app, Icu: icu, TimeZones: tz, Node: node },
});

/** Details from the export's frozen inputs: its filter at the request (ADR 57). */
export const exportDetailsRoute = (deps: Deps): Route =>
  route({
    method: "GET",
    path: "reporting/getExportDetails",
    summary: "What an export's file is known by, and what its filter kept when it was asked for",
    description:
      "Kept is false once the inputs of an old export were removed. The hashes prove that a file is unchanged.",
    refuses: ["unknown"],
    access: "shop",
    query: z.strictObject({ id: z.string().min(1).max(100) }),
    data: ExportDetailsData,
    handler: async ({ query }, { caller: { tenant } }) => {
      const { state } = await deps.runner.load(exportDecider, query.id);
      if (state.status === "unknown" || state.facts.tenant !== tenant)
        return refuse("unknown", "This export can't be found. Refresh the list of exports.");
      const input = await findFrozenInput(deps.state, state.facts);
      const File = "file" in state ? fileOf(state.file) : null;
      if (!input) return { Kept: false, Filter: null, File };
      return { Kept: true, Filter: await describeFrozenFilter(deps, tenant, input), File };
    },
  });
