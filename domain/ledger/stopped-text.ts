import {
  describeFailedReport,
  endSentence,
  type MailReach,
  readMailReach,
  withoutAdviceToAsk,
  withoutArrivalHint,
  withoutReached,
} from "./mail-reach.ts";

/** Advice for a stopped report that reached nobody. */
const fixAndStart = "Fix the cause, then start the report. You'll get everything that failed or was skipped meanwhile.";
const askBeforeStart = "Ask its recipients before you start it, because it covers the same time again.";

const saysWhoHasIt = (reason: string): boolean => readMailReach({ reason }) !== null;

/** Removes sentences that repeat that the report may have arrived. */
const withoutLostAnswer = (reason: string): string =>
  reason
    .split(/(?<=[.!?…]) (?=[A-Z])/)
    .filter((sentence) => !saysWhoHasIt(sentence))
    .join(" ");

const earlierMayHaveArrived = "An earlier report may have reached recipients.";

const describeRetry = (arrived: MailReach, reason: string | null): string => {
  const report = "The report after the stop";
  const happened = `${arrived.reached > 0 ? describeFailedReport(report, arrived) : `${report} may have arrived`}.`;
  const cause = withoutLostAnswer(withoutArrivalHint(withoutReached(reason ?? "")));
  return cause === "" ? happened : `${happened} ${endSentence(cause)}`;
};

/** Advises in the order of the steps. A start sends again what somebody may have. */
const adviseOnStop = (mayHaveArrived: boolean): string =>
  mayHaveArrived ? `Fix the cause. ${askBeforeStart}` : fixAndStart;

/** Returns the advice that a stopped report's reason lacks, if any. */
export const missingStopAdvice = (reason: string): string | null =>
  reason.includes(askBeforeStart) ? null : adviseOnStop(saysWhoHasIt(reason));

type Stop = {
  /** Reason of the newest failure. */
  reason: string | null;
  /** The next start covers the time of a failed report that somebody has, or may have. */
  mayHaveArrived: boolean;
  /** Recipients that have, or may have, the newest retry's report. */
  retryArrived: MailReach | null;
  retryReason: string | null;
};

/**
 * Describes why a report stopped. If somebody may have a report, advises to ask before the start: lists give no other
 * advice.
 */
export const describeStop = ({ reason, mayHaveArrived, retryArrived, retryReason }: Stop): string | null => {
  if (retryArrived) return `${describeRetry(retryArrived, retryReason)} ${askBeforeStart}`;
  if (reason === null) return null;
  const happened = endSentence(withoutAdviceToAsk(reason));
  if (saysWhoHasIt(reason)) return `${happened} ${adviseOnStop(true)}`;
  return mayHaveArrived ? `${happened} ${earlierMayHaveArrived} ${adviseOnStop(true)}` : reason;
};

/** Advice after the reasons in the mail about a stopped report. */
export const adviseInMail = ({
  reason,
  firstReason,
  mayHaveArrived,
}: Pick<Stop, "mayHaveArrived"> & { reason: string; firstReason: string }): string => {
  if ([reason, firstReason].some(saysWhoHasIt)) return adviseOnStop(true);
  return `${mayHaveArrived ? `${earlierMayHaveArrived} ` : ""}${adviseOnStop(mayHaveArrived)}`;
};
