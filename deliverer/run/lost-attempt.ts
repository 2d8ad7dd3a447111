import { sha256 } from "#application/text/derive-id.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { deliveryIdOf } from "#domain/run/run-ids.ts";
import type { ExistingRun } from "#domain/run/state.ts";
import { createDeliveryProgressStore } from "#infra/destinations/delivery-progress.ts";
import type { DelivererDeps } from "../deps.ts";

/**
 * Tells if the run's attempt was lost before a mail server could have its mail. Its progress must say this; without
 * progress nobody knows.
 */
export const lostBeforeSending = async (
  { stateStore, clock }: Pick<DelivererDeps, "stateStore" | "clock">,
  { status, delivery }: Pick<ExistingRun, "status" | "delivery">,
  runId: string,
): Promise<boolean> => {
  if (status !== "delivering" || delivery?.destination !== DestinationKind.Email) return false;
  const progress = createDeliveryProgressStore(stateStore, clock);
  const mail = await progress.readHandover("email", deliveryIdOf(sha256, runId));
  return mail !== undefined && (mail.unanswered ?? 0) === 0 && mail.reached.length === 0;
};
