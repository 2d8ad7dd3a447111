import { destinationsOf } from "./due-reports.ts";
import type { Scene } from "./killed-on-and-on.ts";

/** Three reports, one to each kind of receiver, each with a slot that is due; and what may be said of them when all is over. */

export const begun = ["RunStarted", "RunExportRequested"];
export const made = [...begun, "RunExportFinished"];
export const worked = [...made, "DeliveryConfirmed", "RunEnded"];

export const due: Scene = {
  given: async ({ shop, days, receivers }) => {
    days.hoursAgo(20);
    return shop.automate(destinationsOf(receivers), { exportEmptyReports: true });
  },
  ledger: ["SlotClaimed", "SlotSettled"],
  run: worked,
};

/** A shop without orders, whose merchant wants no empty reports. */
export const empty: Scene = {
  shop: "nimbus-demo",
  given: async ({ shop, days, receivers }) => {
    days.hoursAgo(20);
    return shop.automate(destinationsOf(receivers), { exportEmptyReports: false });
  },
  ledger: ["SlotClaimed", "SlotSettled"],
  run: [...begun, "RunExportEmpty", "RunEnded"],
};

/** Receivers take nothing until the first try of each report has failed. */
export const refusedAtFirst: Scene = {
  given: async (world) => {
    const { smtp, http, sftp } = world.receivers;
    [smtp.fault, http.fault, sftp.fault] = ["full", "error", "full"];
    return due.given(world);
  },
  meanwhile: (ledgers, { smtp, http, sftp }) => {
    if (ledgers.every((types) => types.includes("TryFailed"))) for (const one of [smtp, http, sftp]) one.fault = "none";
  },
  ledger: ["SlotClaimed", "TryFailed", "SlotSettled"],
  run: [...made, "DeliveryFailed", "DeliveryConfirmed", "RunEnded"],
};

/**
 * Decisions of a scheduler for a running run, after its claim. It is killed at one after another, in two parts: a
 * killed process takes all its work along, and a job that was begun ten times is given up.
 */
export const ofRun = ["StartRun", "RequestExport", "FinishRunExport", "Settle", "EndRun"];
export const around = (decision: string): string[] => [`scheduler:before-${decision}`, `scheduler:after-${decision}`];
export const beforeDecisions = (decisions: readonly string[]): string[] =>
  decisions.map((decision) => `scheduler:before-${decision}`);
export const afterDecisions = (decisions: readonly string[]): string[] => [
  ...decisions.map((decision) => `scheduler:after-${decision}`),
  "scheduler:after-hand-over",
];
/** Also in two parts, as a delivery has three attempts. */
export const toDeliverers = [
  "export:after-rows-before-file",
  "deliverer:before-start",
  "deliverer:after-start-before-delivery",
];
export const fromDeliverers = [
  "export:after-finished-before-complete",
  "deliverer:after-delivery-before-confirmed",
  "deliverer:after-confirmed",
];
