import { describePartlyReached, endSentence, type MailReach, readMailReach, withoutAdviceToAsk } from "./mail-reach.ts";

/** What to do about a report that stopped, if nobody has any of it. */
const fixAndStart = "Fix the cause, then start the report. You'll get everything that failed or was skipped meanwhile.";
const askBeforeStart = "Ask its recipients before you start it, because it covers the same time again.";

const saysWhoHasIt = (reason: string): boolean => readMailReach({ reason }) !== null;

/** Tells that a retry failed though somebody has or may have its report. */
const describeRetry = (arrived: MailReach): string => {
  const report = "The report after the stop";
  return `${arrived.reached > 0 ? describePartlyReached(report, arrived) : `${report} may have arrived`}.`;
};

/**
 * Advises on a stopped report, in the order of what is to do. `reasons`: of its failures. Starting it sends again what
 * somebody has or may have.
 */
export const adviseOnStop = (reasons: readonly string[]): string =>
  reasons.some(saysWhoHasIt) ? `Fix the cause. ${askBeforeStart}` : fixAndStart;

/** Returns the advice that a stopped report's reason lacks; null if it gives it. */
export const missingStopAdvice = (reason: string): string | null =>
  reason.includes(askBeforeStart) ? null : adviseOnStop([reason]);

/**
 * Returns a stopped report's reason. If somebody has or may have a report, it says to ask them before the start, as
 * lists show it without other advice. `firstReason`: of the first failure in a row, if known. `retryArrived`: of the
 * newest retry; null if nobody has it.
 */
export const describeStop = (
  { reason, firstReason = "" }: { reason: string | null; firstReason?: string | undefined },
  retryArrived: MailReach | null,
): string | null => {
  if (retryArrived) return `${describeRetry(retryArrived)} ${askBeforeStart}`;
  if (reason === null) return null;
  const happened = endSentence(withoutAdviceToAsk(reason));
  if (saysWhoHasIt(reason)) return `${happened} ${adviseOnStop([reason])}`;
  if (!saysWhoHasIt(firstReason)) return reason;
  return `${happened} An earlier report may have reached recipients. ${adviseOnStop([firstReason])}`;
};
