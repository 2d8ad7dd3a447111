/** Recipients that have, or may have, a mailed report whose run failed. */
export type Arrival = {
  /** Number of recipients that certainly have it. */
  reached: number;
  recipients: number;
  /** A response was lost, so the others may have it too; otherwise absent. */
  unsure?: true;
};

const mayHaveArrivedHint = "The report may have arrived. Ask its recipients before you send it again.";
const ownServerFailed = "Our mail server has a problem.";
const notSentReason = "Our mail server has a problem, so the report couldn't be sent. You needn't change anything.";

const reachedPattern = /(\d+) of (\d+) recipients ha(?:s|ve) the report\. ?/;
const saysMayHaveArrived = (reason: string): boolean => reason.includes("may have arrived");

/** Tells how many recipients have the report. */
export const describeReached = ({ reached, recipients }: Arrival): string =>
  `${reached} of ${recipients} recipients ${reached === 1 ? "has" : "have"} the report.`;

/**
 * Reads who may have a failed report; null if nobody has it, as far as is known. Old events lack `arrived`, so the
 * words of their reason tell it.
 */
export const readArrival = ({ arrived, reason }: { arrived?: Arrival; reason: string | null }): Arrival | null => {
  if (arrived || reason === null) return arrived ?? null;
  const [, reached = "0", recipients = "0"] = reachedPattern.exec(reason) ?? [];
  const isUnsure = saysMayHaveArrived(reason);
  if (reached === "0" && !isUnsure) return null;
  return { reached: Number(reached), recipients: Number(recipients), ...(isUnsure && { unsure: true }) };
};

/** The reason of a try that failed as ours. */
export const ownServerReason = (isUnsure: boolean): string =>
  isUnsure ? `${ownServerFailed} ${mayHaveArrivedHint}` : notSentReason;

/** Adds to a reason who has, or may have, the report, unless it says so. It then no longer denies the report. */
export const withArrival = (reason: string, arrived: Arrival | null | undefined): string => {
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
export const describePartlyReached = (report: string, { reached, recipients }: Arrival): string =>
  `${report} reached ${reached} of ${recipients} recipients`;

/** The end of a failed report, without a full stop. `report`: it is the sentence's subject. */
export const describeFailedReport = (report: string, arrived: Arrival | null): string => {
  if (!arrived) return `${report} was not delivered`;
  if (arrived.reached === 0)
    return `Nobody confirmed ${report[0]?.toLowerCase()}${report.slice(1)}, so it may have arrived`;
  return `${describePartlyReached(report, arrived)}${arrived.unsure ? ", and the others may have it" : ""}`;
};

/** An arrival as calls return it: some recipients have the report, or a response was lost. */
export type ArrivalOnWire = "some" | "maybe";

/** Converts an arrival for the wire; undefined if nobody has the report. */
export const arrivalOnWire = (arrived: Arrival | null | undefined): ArrivalOnWire | undefined => {
  if (!arrived) return undefined;
  return arrived.reached > 0 ? "some" : "maybe";
};
