/** Recipients that have, or may have, a failed run's mail. */
export type MailReach = {
  /** Recipients that certainly have it. */
  reached: number;
  /** Everybody who was on the list, which may change between tries. Old events: the newest list's. */
  recipients: number;
  /**
   * Recipients that surely don't have it. If others may have it, this includes those put off so far; in some old
   * events, only those refused for good or unsendable.
   */
  refused?: number;
  /** A response was lost, so all other recipients may have it. */
  unsure?: true;
};

/** Advice for a report that somebody may have. */
export const recipientsAdvice = "Ask its recipients before you send it again.";
const mayHaveArrivedHint = `The report may have arrived. ${recipientsAdvice}`;
const earlierMayHaveIt = `The report may have arrived at recipients who were on the list before. ${recipientsAdvice}`;
const ownServerFailed = "Our mail server has a problem.";
const notSent = "Our mail server has a problem, so the report couldn't be sent.";
const nothingToChange = " You don't need to change anything.";
/** The sentence that nothing needs a change, also in stored reasons of earlier versions. */
const nothingToChangePattern = / You (?:needn't|don't need to) change anything\./;
/** Splits what happened from the advice at the end. */
const advicePattern =
  /^(.*?)((?: The report may have arrived(?: at recipients who were on the list before)?\. Ask its recipients before you send it again\.| You (?:needn't|don't need to) change anything\.)+)$/s;

const arrivalHintPattern =
  /(?: The report may have arrived(?: at recipients who were on the list before)?\.)?(?: Ask its recipients before you send it again\.)?$/;

const reachedPattern = /(\d+) of (\d+) recipients ha(?:s|ve) the report\. ?/;
const saysMayHaveArrived = (reason: string): boolean => reason.includes("may have arrived");

/** Adds a full stop if there is none: receivers' words are quoted as they are. */
export const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** True if a reason gives {@link recipientsAdvice}. No other advice may follow. */
export const advisesToAsk = (reason: string): boolean => reason.includes(recipientsAdvice);

/** Removes {@link recipientsAdvice} before other advice. */
export const withoutAdviceToAsk = (reason: string): string => reason.replace(` ${recipientsAdvice}`, "");

/** Removes the sentences that the report may have arrived, and that nothing needs a change. */
export const withoutArrivalHint = (reason: string): string =>
  withoutNothingToChange(reason).replace(arrivalHintPattern, "");

/** `2 of 3 recipients have the report.` */
export const describeReached = ({ reached, recipients }: MailReach): string =>
  `${reached} of ${recipients} recipients ${reached === 1 ? "has" : "have"} the report.`;

/**
 * Returns null if nobody is known to have a failed report. Old events lack `arrived`, so the words of their reason tell
 * it.
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

/** Reason of a try that failed through our mail server. */
export const ownServerReason = (isUnsure: boolean): string =>
  isUnsure ? `${ownServerFailed} ${mayHaveArrivedHint}` : `${notSent}${nothingToChange}`;

/** Removes the sentence that nothing needs a change, for a report that waits for its merchant. */
export const withoutNothingToChange = (reason: string): string => reason.replace(nothingToChangePattern, "");

/** Adds a sentence before the advice, if any. */
export const addBeforeAdvice = (reason: string, sentence: string): string => {
  const [, happened = reason, advice = ""] = advicePattern.exec(reason) ?? [];
  return `${endSentence(happened)} ${sentence}${advice}`;
};

const forTheOthers = "For the others: ";
/** Sentences with these words name their subject themselves. */
const ownSubjects = [forTheOthers, "on the list at that time"];
/** Starts a sentence about recipients that the earlier ones don't name. */
export const aboutOthers = (earlier: string, sentence: string): string =>
  earlier === "" || ownSubjects.some((words) => sentence.includes(words))
    ? `${earlier}${sentence}`
    : `${earlier}${forTheOthers}${sentence}`;

/** Adds how many have the report. Replaces a count in the reason, which may be of another list. */
const addReached = (reason: string, arrived: MailReach): string => {
  if (arrived.reached === 0) return reason;
  const has = `${describeReached(arrived)} `;
  return reachedPattern.test(reason) ? reason.replace(reachedPattern, has).trimEnd() : aboutOthers(has, reason);
};

/**
 * Adds who has, or may have, the report, unless the reason says so; removes a denial. `areOffList`: all who may have it
 * are off the list now, so the reason's own words don't mean them.
 */
export const addMailReach = (
  reason: string,
  arrived: MailReach | null | undefined,
  { areOffList = false }: { areOffList?: boolean } = {},
): string => {
  if (!arrived) return reason;
  const told = addReached(reason, arrived);
  if (!arrived.unsure || saysMayHaveArrived(told)) return told;
  const open = withoutNothingToChange(told).replace(notSent, ownServerFailed);
  return `${endSentence(open)} ${areOffList ? earlierMayHaveIt : mayHaveArrivedHint}`;
};

/** Adds advice for reports that aren't tried again though somebody may have them. */
export const addAdviceToAsk = (reason: string, arrived: MailReach | null | undefined): string =>
  arrived?.unsure && !advisesToAsk(reason) ? `${endSentence(reason)} ${recipientsAdvice}` : reason;

/** Removes {@link describeReached}. */
export const withoutReached = (reason: string): string => reason.replace(reachedPattern, "");

/** A sentence without a full stop. `report`: its subject. */
export const describePartlyReached = (report: string, { reached, recipients }: MailReach): string =>
  `${report} reached ${reached} of ${recipients} recipients`;

const describeOthers = ({ reached, recipients, refused = 0, unsure }: MailReach): string => {
  if (!unsure) return "";
  const others = recipients - reached - refused;
  if (refused === 0) return ", and the others may have it";
  return others > 0 ? `, and ${others} more may have it` : "";
};

/** A sentence without a full stop. `report`: its subject. */
export const describeFailedReport = (report: string, arrived: MailReach | null): string => {
  if (!arrived) return `${report} was not delivered`;
  if (arrived.reached === 0)
    return `Nobody confirmed ${report[0]?.toLowerCase()}${report.slice(1)}, so it may have arrived`;
  return `${describePartlyReached(report, arrived)}${describeOthers(arrived)}`;
};

/** `maybe`: a response was lost. */
export type MailReachOnWire = "some" | "maybe";

/** Returns undefined if nobody has the report. */
export const toMailReachOnWire = (arrived: MailReach | null | undefined): MailReachOnWire | undefined => {
  if (!arrived) return undefined;
  return arrived.reached > 0 ? "some" : "maybe";
};
