import { isRefusal } from "#domain/core/decider.ts";
import { FileType } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { AutomationDefinition } from "#domain/workspace/automation.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { openStores } from "#infra/start/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";

/** Gives a shop an automated report, as its screens will; Sheaf may be running on the data folder. */
export const givenAutomation = async (
  dataDir: string,
  tenant: string,
  given: Pick<AutomationDefinition, "title" | "reportId" | "filterId">,
): Promise<void> => {
  const clock = createSystemClock({ fixedNow: undefined });
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  const { eventStore, stateStore } = stores;
  try {
    const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
    const definition = {
      ...given,
      fileType: FileType.Excel,
      exportEmptyReports: true,
      applyDateFilter: true,
      enabled: true,
    };
    const result = await runner.execute(
      workspaceDecider,
      tenant,
      (context): WorkspaceCommand => ({ type: "CreateAutomation", definition, maxAutomations: 100, context }),
      { tenant, actor: { kind: "merchant" }, correlation: "given" },
    );
    if (isRefusal(result)) throw new Error(`The automated report cannot be made: ${result.message}`);
  } finally {
    await stores.close();
  }
};
