import type { Tier } from "../../tiers/tiers.ts";
import type { ChargeState } from "./account.ts";

/** A number of each kind that quotas count. */
export type QuotaCounts = { Reports: number; Filters: number; Automations: number };

/**
 * Response of `GET account/plan`. `Tier`: null before it was selected. `TrialEnd`: end of the active charge's trial, ISO
 * UTC, also if it is past. `IsWaived`: support has waived the tier's charge. `IsFrozen`: the store's bill is frozen,
 * and with it the tier's approved charge. `StillPays`: price of another tier's charge that the shop still pays.
 */
export type ShopPlan = {
  Tier: Tier | null;
  Charge: ChargeState;
  TrialEnd: string | null;
  IsWaived: boolean;
  IsFrozen: boolean;
  StillPays: string | null;
  Limits: QuotaCounts;
  Used: QuotaCounts;
};
