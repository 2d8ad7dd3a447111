import { catalogueVersion } from "#domain/columns/catalogue.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { triedBefore } from "#domain/ledger/claim.ts";
import { type ClaimFacts, isByHand, type RunCause } from "#domain/ledger/events.ts";
import type { CarriedOrder } from "#domain/ledger/state.ts";
import { isKnownId } from "#domain/orders/unread.ts";
import { exportIdOf } from "#domain/run/run-ids.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { adminUrlOf } from "#infra/config/admin-url.ts";
import type { Config } from "#infra/config/config.ts";
import { flagsOfShop } from "#infra/config/shop-flags.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Seen } from "../automations/look.ts";
import { sha256 } from "../text/derive-id.ts";
import { findFrozenInput, freezeInput, type InputPlace } from "./freeze-input.ts";
import { frozenForRun } from "./frozen-for-run.ts";

type Claiming = {
  stateStore: StateStore;
  clock: Pick<Clock, "now">;
  config: Pick<Config, "STORE_URL_TEMPLATE" | "SHOP_FLAGS">;
};

/** The facts of a run's claim and its frozen input, so that the run need not read that back. */
export type Frozen = { facts: ClaimFacts; input: FrozenInput };

/**
 * Carried orders of an earlier run of this slot, while its input is kept.
 * @throws {FrozenInputLost} the input is damaged
 */
const carriedBefore = async (
  stateStore: StateStore,
  place: InputPlace,
  slot: string,
): Promise<Pick<CarriedOrder, "id" | "slot">[]> => {
  const input = await findFrozenInput(stateStore, place);
  return (input?.carriedOrderIds ?? []).map((id) => ({ id, slot: input?.carriedMoments?.[id] ?? slot }));
};

/**
 * Freezes the input of a run and returns the facts for its claim. If the claim fails, maintenance removes the input.
 * `repeats`: input hash of the run that is sent again.
 * @throws {Error} the report or its shop is gone; a fresh read shows it
 * @throws {FrozenInputLost} the input `repeats` names is damaged
 */
export const freezeForClaim = async (
  { stateStore, clock, config }: Claiming,
  { automation, workspace, shop, outlook }: Seen,
  {
    run,
    cause,
    slot,
    period,
    repeats,
  }: { run: string; cause: RunCause; slot: string; period: Period; repeats?: string },
): Promise<Frozen> => {
  if (!automation || shop.state.status !== "authorized")
    throw new Error("The automated report or its shop is gone, so no run of it can be claimed.");
  const { tenant } = shop.state;
  // A manual run settles no carried orders of the ledger, so it takes none from there.
  const carriedByHand =
    repeats === undefined ? [] : await carriedBefore(stateStore, { tenant, inputHash: repeats }, slot);
  const input = frozenForRun({
    exportId: exportIdOf(sha256, run, 1),
    cause,
    slot,
    period,
    tried: cause === "slot" ? 0 : triedBefore(outlook.state, cause, slot),
    automation,
    workspace: workspace.state,
    shop: shop.state,
    shopVersion: shop.version,
    adminUrl: adminUrlOf(config, shop.state.shop),
    carried: isByHand(cause) ? carriedByHand : outlook.state.carried.filter(({ id }) => isKnownId(id)),
    now: clock.now(),
  });
  const facts = {
    workspaceVersion: workspace.version,
    shopVersion: shop.version,
    flags: flagsOfShop(config.SHOP_FLAGS, shop.state),
    catalogueVersion,
    inputHash: await freezeInput(stateStore, input),
  };
  return { facts, input };
};
