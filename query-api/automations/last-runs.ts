import { toMailReachOnWire } from "#domain/ledger/mail-reach.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import type { LastRun } from "#domain/wire/automations/automations.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Causes of counted runs. Runs by hand don't count: repeated tests would hide the others. */
const countedCauses: readonly RunDocument["cause"][] = ["slot", "catch-up", "retry"];

/** Enough to find an ended run, as only one is in progress at a time. */
const maxRunsRead = 2;

/** Outcome of the newest ended run of a report, not counting runs by hand. */
export const readLastRun = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  automationId: string,
): Promise<LastRun | null> => {
  const found = await readModels.find(collections.runs.name, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "automationId", equals: automationId },
      { field: "cause", in: countedCauses },
    ],
    sort: [{ field: "version", descending: true }],
    limit: maxRunsRead,
  });
  for (const { document } of found) {
    const { outcome, endedAt, ...run } = document as unknown as RunDocument;
    const arrived = toMailReachOnWire(run.arrived);
    if (outcome !== null && endedAt !== null)
      return { Outcome: outcome, At: endedAt, ...(arrived && { Arrived: arrived }) };
  }
  return null;
};
