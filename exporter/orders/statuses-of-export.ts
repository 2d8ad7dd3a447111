import type { ReadStatuses } from "#application/local-status/read-statuses.ts";
import { statusesAt } from "#application/local-status/statuses-at.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { ExporterDeps } from "../deps.ts";

/** Reads local statuses as of the report's request, so that every attempt sees the same (ADR 43). */
export const createStatusReader = (
  deps: Pick<ExporterDeps, "eventStore" | "readModels" | "log">,
  { exportId }: Pick<Attempt, "exportId">,
  tenant: string,
  signal: AbortSignal,
): ReadStatuses => {
  const begin = async (): Promise<ReadStatuses> => {
    const [requested] = await deps.eventStore.readStream(`export-${exportId}`, { limit: 1 });
    if (!requested) throw new Error(`There is no export ${exportId}.`);
    return statusesAt(deps, { tenant, at: requested.position, signal });
  };
  let begun: Promise<ReadStatuses> | undefined;
  return async (orderIds) => {
    begun ??= begin();
    return (await begun)(orderIds);
  };
};
