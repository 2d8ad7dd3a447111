import type { ConsoleActLabel } from "#domain/console/events.ts";
import type { ConsoleAct } from "#domain/wire/support/console.ts";
import type { LinkedItem } from "../lists/item-link.tsx";

type ItemRef = Omit<LinkedItem, "id">;

const anExport: ItemRef = { resource: "exports", name: "Open the export" };
const aReport: ItemRef = { resource: "automations", name: "Open the automated report" };
const aRun: ItemRef = { resource: "runs", name: "Open the run" };

/** Objects by the job's kind, which comes before the object's id in the job's id. */
const ofJobs: Readonly<Record<string, ItemRef>> = {
  "choose-lane": anExport,
  export: anExport,
  "expire-export": anExport,
  "cancel-export": anExport,
  "forget-people": anExport,
  "forget-input": anExport,
  "plan-automation": aReport,
  "advance-run": aRun,
  "deliver-run": aRun,
};

/** A job's object; undefined if it has no page. */
export const itemOfJob = (job: string): LinkedItem | undefined => {
  const [kind = "", id] = job.split(":");
  const item = Object.hasOwn(ofJobs, kind) ? ofJobs[kind] : undefined;
  return item && id ? { ...item, id } : undefined;
};

const ofActs: Readonly<Record<ConsoleActLabel, ItemRef | "the job's" | null>> = {
  "signed in": null,
  "signed out": null,
  "signed out everywhere": null,
  "looked at the shop": null,
  "asked to look as the merchant": { resource: "impersonations", name: "Open the impersonation session" },
  "changed something as the merchant": { resource: "happenings", name: "Open the event" },
  "tried a job again": "the job's",
  "dropped a job": "the job's",
  "tried a parked document again": null,
  "restarted a report": aReport,
  "asked for an export again": anExport,
  "changed how long a file is kept": anExport,
  "changed the tier": null,
  "waived the charge": null,
  "ended the waiver of the charge": null,
  "changed the quotas": null,
  "changed a flag": null,
};

/**
 * Returns an action's object, if it has a page: for an action on a job the job's object, as the job itself is soon
 * gone.
 */
export const itemOfAct = ({ what, about }: Pick<ConsoleAct, "what" | "about">): LinkedItem | undefined => {
  // The server may be of a later version.
  const item = Object.hasOwn(ofActs, what) ? ofActs[what as ConsoleActLabel] : null;
  if (about === null || item === null) return undefined;
  return item === "the job's" ? itemOfJob(about) : { ...item, id: about };
};
