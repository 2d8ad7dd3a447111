import { catalogueVersion } from "#domain/columns/catalogue.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { countEarlierRuns } from "#domain/ledger/claim.ts";
import { type ClaimFacts, isManual, type RunCause } from "#domain/ledger/events.ts";
import type { CarriedOrder } from "#domain/ledger/state.ts";
import { isKnownId, namelessOrder } from "#domain/orders/unread.ts";
import { deriveExportId } from "#domain/run/run-ids.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import type { Config } from "#infra/config/config.ts";
import { resolveShopFlags } from "#infra/config/shop-flags.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { SchedulingState } from "../automations/scheduling-state.ts";
import { sha256 } from "../text/derive-id.ts";
import { findFrozenInput, freezeInput, type InputKey } from "./freeze-input.ts";
import { freezeForRun } from "./frozen-for-run.ts";

type FreezeDeps = {
  stateStore: StateStore;
  clock: Pick<Clock, "now">;
  config: Pick<Config, "STORE_URL_TEMPLATE" | "SHOP_FLAGS">;
};

/** Facts of a run's claim, and its frozen input to save a read. */
export type FrozenClaim = { facts: ClaimFacts; input: FrozenInput };

/**
 * Orders carried by this slot's earlier run, if its input is kept.
 * @throws {FrozenInputLost} the input is damaged
 */
const carriedBefore = async (stateStore: StateStore, inputKey: InputKey, slot: string): Promise<CarriedOrder[]> => {
  const input = await findFrozenInput(stateStore, inputKey);
  const { carriedOrderIds = [], carriedMoments, carriedPeriods, carriedNames } = input ?? {};
  return carriedOrderIds.map((id) => ({
    id,
    name: carriedNames?.[id] ?? namelessOrder,
    slot: carriedMoments?.[id] ?? slot,
    ...(carriedPeriods?.[id] && { periods: carriedPeriods[id] }),
  }));
};

/**
 * Freezes a run's input and returns the facts for its claim. Without a claim, maintenance removes the input. `repeats`:
 * input hash of the run to send again.
 * @throws {Error} the report or its shop is gone; a fresh read shows it
 * @throws {FrozenInputLost} the input `repeats` names is damaged
 */
export const freezeForClaim = async (
  { stateStore, clock, config }: FreezeDeps,
  { automation, workspace, shop, outlook }: SchedulingState,
  {
    run,
    cause,
    slot,
    period,
    repeats,
  }: { run: string; cause: RunCause; slot: string; period: Period; repeats?: string },
): Promise<FrozenClaim> => {
  if (!automation || shop.state.status !== "authorized")
    throw new Error("The automated report or its shop is gone, so no run of it can be claimed.");
  const { tenant } = shop.state;
  // A manual run settles no carried orders, so it takes none from the ledger.
  const carriedByHand =
    repeats === undefined ? [] : await carriedBefore(stateStore, { tenant, inputHash: repeats }, slot);
  const input = freezeForRun({
    exportId: deriveExportId(sha256, run, 1),
    cause,
    slot,
    period,
    tried: cause === "slot" ? 0 : countEarlierRuns(outlook.state, cause, slot),
    automation,
    workspace: workspace.state,
    shop: shop.state,
    shopVersion: shop.version,
    adminUrl: toAdminUrl(config, shop.state.shop),
    carried: isManual(cause) ? carriedByHand : outlook.state.carried.filter(({ id }) => isKnownId(id)),
    now: clock.now(),
  });
  const facts = {
    workspaceVersion: workspace.version,
    shopVersion: shop.version,
    flags: resolveShopFlags(config.SHOP_FLAGS, shop.state),
    catalogueVersion,
    inputHash: await freezeInput(stateStore, input),
  };
  return { facts, input };
};
