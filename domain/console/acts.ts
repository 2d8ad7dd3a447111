/** What support can do for a shop with a reason, by its name in {@link ConsoleEvent}, and its words in the audit log, in the past tense behind a name. */
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

/** What an act changed, in a few words; null where there is nothing to say. */
export type ActChange = { from: string | null; to: string | null };

/** Acts whose change is told to the merchant as it stands; those of the others are ids and instants. */
const told: readonly SupportAct[] = ["change-tier", "change-quotas", "change-flag"];

/** What was done, as the shop's merchant reads it: 'Changed the tier: Starter to Growth'. Reasons are the audit log's. */
export const actInWords = (act: SupportAct, about: string | null, { from, to }: ActChange): string => {
  const what = supportActs[act];
  const done = what.charAt(0).toUpperCase() + what.slice(1);
  const name = about !== null && told.includes(act) ? ` (${about})` : "";
  const change = [from, to].filter((word) => word !== null).join(" to ");
  return told.includes(act) && change !== "" ? `${done}${name}: ${change}` : `${done}${name}`;
};
