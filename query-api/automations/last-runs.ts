import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import type { LastRun } from "#domain/wire/automations/automations.ts";
import type { QueryApiDeps } from "../deps.ts";

/** All but runs by hand: a merchant who fixes a report may test it again and again, which would hide the others. */
const counted: readonly RunDocument["cause"][] = ["slot", "catch-up", "retry"];

/** One at a time is under way. */
const looked = 2;

/** How the newest run of a report ended, runs by hand aside; null while none has. */
export const lastRunOf = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  automationId: string,
): Promise<LastRun | null> => {
  const found = await readModels.find(collections.runs.name, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "automationId", equals: automationId },
      { field: "cause", in: counted },
    ],
    sort: [{ field: "version", descending: true }],
    limit: looked,
  });
  for (const { document } of found) {
    const { outcome, endedAt } = document as unknown as RunDocument;
    if (outcome !== null && endedAt !== null) return { Outcome: outcome, At: endedAt };
  }
  return null;
};
