import type { ChargeStatus } from "./events.ts";
import type { ShopAccount } from "./state.ts";

/** A pending charge goes before an active one. */
export const determineChargeStatus = ({
  activeCharge,
  pendingCharge,
}: Pick<ShopAccount, "activeCharge"> & { pendingCharge: object | null }): ChargeStatus => {
  if (pendingCharge !== null) return "pending";
  return activeCharge === null ? "none" : "active";
};
