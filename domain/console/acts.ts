/**
 * Acts for a shop that need a reason. Keys: names in {@link ConsoleEvent}. Values: audit log texts, which follow a
 * name.
 */
export const supportActs = {
  "restart-report": "restarted a report",
  "ask-again": "asked for an export again",
  "keep-file": "changed how long a file is kept",
  "change-tier": "changed the tier",
  "waive-charge": "waived the charge",
  "end-waiver": "ended the waiver of the charge",
  "change-quotas": "changed the quotas",
  "change-flag": "changed a flag",
} as const;
export type SupportAct = keyof typeof supportActs;

/** Acts on dead jobs. Keys: names in calls and in {@link ConsoleEvent}. Values: audit log texts. */
export const jobActs = { "try-again": "tried a job again", drop: "dropped a job" } as const;
export type JobAct = keyof typeof jobActs;

/** The act that each event on a dead job records. */
export const actOfJobEvent = { JobTriedAgain: "try-again", JobDropped: "drop" } as const satisfies Record<
  string,
  JobAct
>;
export type JobActType = keyof typeof actOfJobEvent;

/** An act's earlier and later value in a few words; null if there is none. */
export type ActChange = { from: string | null; to: string | null };

/** Acts whose change merchants see. Other changes are only ids and instants. */
const actsWithVisibleChange: readonly SupportAct[] = ["change-tier", "change-quotas", "change-flag"];

/** 'Changed the tier: Starter to Growth', for merchants. Reasons are only in the audit log. */
export const describeAct = (act: SupportAct, about: string | null, { from, to }: ActChange): string => {
  const what = supportActs[act];
  const done = what.charAt(0).toUpperCase() + what.slice(1);
  const name = about !== null && actsWithVisibleChange.includes(act) ? ` (${about})` : "";
  const change = [from, to].filter((word) => word !== null).join(" to ");
  return actsWithVisibleChange.includes(act) && change !== "" ? `${done}${name}: ${change}` : `${done}${name}`;
};
