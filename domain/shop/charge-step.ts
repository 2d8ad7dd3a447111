import { isTestCharge } from "../tiers/tiers.ts";
import type { AuthorizedShop } from "./state.ts";

/** `status`: in the platform's words. */
export type ListedSubscription = { id: string; status: string; test: boolean };

export type ChargeStep =
  | { type: "ActivateCharge"; subscriptionId: string }
  | { type: "EndCharge"; subscriptionId: string; status: string };

/**
 * The next command that brings a shop's charges in line with the platform's list. Only ACTIVE subscriptions count, in
 * production no tests (P-2). A frozen one may become active again.
 */
export const chargeStep = (
  { activeCharge, pendingCharge, endedCharge }: AuthorizedShop,
  subscriptions: readonly ListedSubscription[],
  environment: Parameters<typeof isTestCharge>[0],
): ChargeStep | undefined => {
  const listed = (id: string) => subscriptions.find((one) => one.id === id);
  const isActive = (id: string): boolean => {
    const one = listed(id);
    return one?.status === "ACTIVE" && (isTestCharge(environment) || !one.test);
  };
  const waiting = [pendingCharge, activeCharge ? null : endedCharge].find(
    (charge) => charge && isActive(charge.subscriptionId),
  );
  if (waiting) return { type: "ActivateCharge", subscriptionId: waiting.subscriptionId };
  if (!activeCharge || isActive(activeCharge.subscriptionId)) return undefined;
  const { subscriptionId } = activeCharge;
  return { type: "EndCharge", subscriptionId, status: listed(subscriptionId)?.status ?? "not-active" };
};
