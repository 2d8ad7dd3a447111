import { FrozenInputLost, findFrozenInput, type InputKey } from "#application/exports/freeze-input.ts";
import { freezeForRun } from "#application/exports/frozen-for-run.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import { deriveExportId } from "#domain/run/run-ids.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "runner" | "state" | "config">;

const readStoredInput = async ({ state }: Deps, inputKey: InputKey): Promise<FrozenInput | undefined> => {
  try {
    return await findFrozenInput(state, inputKey);
  } catch (error) {
    if (error instanceof FrozenInputLost) return undefined;
    throw error;
  }
};

/**
 * Returns a run's frozen inputs. Once those are gone, rebuilds them from the workspace and shop versions in its claim,
 * which events keep forever (ADR 80). Undefined if that workspace lacks the report or the shop wasn't authorized.
 */
export const readRunInput = async (deps: Deps, run: RunDocument): Promise<FrozenInput | undefined> => {
  const { tenant, automationId, runId, cause, slot, period, claim, claimedAt } = run;
  const frozen = await readStoredInput(deps, { tenant, inputHash: claim.inputHash });
  if (frozen) return frozen;
  const [{ state: workspace }, { state: shop }] = await Promise.all([
    deps.runner.loadAt(workspaceDecider, tenant, claim.workspaceVersion),
    deps.runner.loadAt(shopDecider, tenant, claim.shopVersion),
  ]);
  const automation = workspace.automations.find((one) => one.automationId === automationId);
  if (!automation || shop.status !== "authorized") return undefined;
  return freezeForRun({
    exportId: deriveExportId(sha256, runId, 1),
    cause,
    slot,
    period,
    automation,
    workspace,
    shop,
    shopVersion: claim.shopVersion,
    adminUrl: toAdminUrl(deps.config, shop.shop),
    // Only frozen inputs have these values.
    carried: [],
    now: new Date(claimedAt),
  });
};
