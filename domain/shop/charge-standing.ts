import type { ChargeStanding } from "./events.ts";
import type { ShopAccount } from "./state.ts";

/** What a shop's charge is; one that waits for approval is told before one that is paid, as it is what comes next. */
export const chargeStanding = ({
  activeCharge,
  pendingCharge,
}: Pick<ShopAccount, "activeCharge"> & { pendingCharge: object | null }): ChargeStanding => {
  if (pendingCharge !== null) return "pending";
  return activeCharge === null ? "none" : "active";
};
