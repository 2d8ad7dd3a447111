import { exportDecider } from "#domain/export/decider.ts";
import type { ExistingExport } from "#domain/export/state.ts";
import type { ConsoleDeps } from "../deps.ts";

/** Finds an export by its stream. */
export const findExport = async (
  { runner }: Pick<ConsoleDeps, "runner">,
  exportId: string,
): Promise<{ tenant: string; known: ExistingExport } | undefined> => {
  const { state } = await runner.load(exportDecider, exportId);
  return state.status === "unknown" ? undefined : { tenant: state.facts.tenant, known: state };
};
