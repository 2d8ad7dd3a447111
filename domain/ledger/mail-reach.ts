/** Recipients that have, or may have, a mailed report whose run failed. */
export type MailReach = {
  /** Number of recipients that certainly have it. */
  reached: number;
  recipients: number;
  /** A response was lost, so the others may have it too; otherwise absent. */
  unsure?: true;
};

const mayHaveArrivedHint = "The report may have arrived. Ask its recipients before you send it again.";
const ownServerFailed = "Our mail server has a problem.";
const notSentReason =
  "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything.";

const reachedPattern = /(\d+) of (\d+) recipients ha(?:s|ve) the report\. ?/;
const saysMayHaveArrived = (reason: string): boolean => reason.includes("may have arrived");

/** Tells how many recipients have the report. */
export const describeReached = ({ reached, recipients }: MailReach): string =>
  `${reached} of ${recipients} recipients ${reached === 1 ? "has" : "have"} the report.`;

/**
 * Reads who may have a failed report; null if nobody has it, as far as is known. Old events lack `arrived`, so the
 * words of their reason tell it.
 */
export const readMailReach = ({
  arrived,
  reason,
}: {
  arrived?: MailReach;
  reason: string | null;
}): MailReach | null => {
  if (arrived || reason === null) return arrived ?? null;
  const [, reached = "0", recipients = "0"] = reachedPattern.exec(reason) ?? [];
  const isUnsure = saysMayHaveArrived(reason);
  if (reached === "0" && !isUnsure) return null;
  return { reached: Number(reached), recipients: Number(recipients), ...(isUnsure && { unsure: true }) };
};

/** Returns the reason of a try that failed as ours. */
export const ownServerReason = (isUnsure: boolean): string =>
  isUnsure ? `${ownServerFailed} ${mayHaveArrivedHint}` : notSentReason;

/** Adds to a reason who has, or may have, the report, unless it says so. It then no longer denies the report. */
export const addMailReach = (reason: string, arrived: MailReach | null | undefined): string => {
  if (!arrived) return reason;
  const others =
    arrived.reached > 0 && !reachedPattern.test(reason) ? `${describeReached(arrived)} For the others: ` : "";
  if (!arrived.unsure || saysMayHaveArrived(reason)) return `${others}${reason}`;
  const open = reason.replace(notSentReason, ownServerFailed);
  return `${others}${open}${/[.!?…]$/.test(open) ? "" : "."} ${mayHaveArrivedHint}`;
};

/** Removes the beginning that says how many recipients have the report. */
export const withoutReached = (reason: string): string => reason.replace(reachedPattern, "");

/** Tells how many recipients a failed report reached, without a full stop. `report`: it is the sentence's subject. */
export const describePartlyReached = (report: string, { reached, recipients }: MailReach): string =>
  `${report} reached ${reached} of ${recipients} recipients`;

/** Describes the end of a failed report, without a full stop. `report`: it is the sentence's subject. */
export const describeFailedReport = (report: string, arrived: MailReach | null): string => {
  if (!arrived) return `${report} was not delivered`;
  if (arrived.reached === 0)
    return `Nobody confirmed ${report[0]?.toLowerCase()}${report.slice(1)}, so it may have arrived`;
  return `${describePartlyReached(report, arrived)}${arrived.unsure ? ", and the others may have it" : ""}`;
};

/** A mail's reach as calls return it: some recipients have the report, or a response was lost. */
export type MailReachOnWire = "some" | "maybe";

/** Converts a reach for the wire; undefined if nobody has the report. */
export const toMailReachOnWire = (arrived: MailReach | null | undefined): MailReachOnWire | undefined => {
  if (!arrived) return undefined;
  return arrived.reached > 0 ? "some" : "maybe";
};
