/**
 * Alerts in display order (ADR 103). `list`, `filter`: locate the counted items. `each`, `every`: singular and plural.
 */
export const alertDefinitions = [
  {
    name: "suspended-reports",
    list: "troubled-reports",
    filter: { standing: "suspended" },
    each: "report is suspended",
    every: "reports are suspended",
  },
  {
    name: "failing-reports",
    list: "troubled-reports",
    filter: { standing: "failing" },
    each: "report fails",
    every: "reports fail",
  },
  { name: "dead-jobs", list: "dead-jobs", filter: {}, each: "job was given up", every: "jobs were given up" },
  {
    name: "overdue-jobs",
    list: "open-jobs",
    filter: { state: "overdue" },
    each: "job is overdue",
    every: "jobs are overdue",
  },
  {
    name: "parked-documents",
    list: "parked",
    filter: {},
    each: "document is parked",
    every: "documents are parked",
  },
  { name: "lags", list: "measures", filter: { state: "behind" }, each: "part is behind", every: "parts are behind" },
  {
    name: "throttled-shops",
    list: "throttled-shops",
    filter: {},
    each: "shop is throttled by the store platform",
    every: "shops are throttled by the store platform",
  },
  {
    name: "waiting-mails",
    list: "mails",
    filter: { outcome: "waiting for our mail server" },
    each: "e-mail waits for our mail server",
    every: "e-mails wait for our mail server",
  },
  {
    name: "refused-mails",
    list: "mails",
    filter: { outcome: "refused" },
    each: "e-mail was refused by our mail server",
    every: "e-mails were refused by our mail server",
  },
  { name: "low-disks", list: "measures", filter: { state: "low" }, each: "disk is low", every: "disks are low" },
] as const;

export type AlertName = (typeof alertDefinitions)[number]["name"];

/** Age from which a claimable job is overdue, ms. */
export const overdueAfter = 600_000;
/** Time without a new event after which a subscriber is behind, ms. */
export const behindAfter = 60_000;
/** Below this free space a disk is low. */
export const lowDiskSpaceBytes = 1_000_000_000;
