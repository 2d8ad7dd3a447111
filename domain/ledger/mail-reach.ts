/** Recipients that have, or may have, a mailed report whose run failed. */
export type MailReach = {
  /** Number of recipients that certainly have it. */
  reached: number;
  /** Number of everybody who was on the list, as it may be edited between the tries. In old events, the newest list's. */
  recipients: number;
  /**
   * Number of recipients that surely don't have it; absent if none. If others may have it, this includes those put off
   * so far, unless an old event counts only those refused for good or unsendable.
   */
  refused?: number;
  /** A response was lost, so all but those may have it too; otherwise absent. */
  unsure?: true;
};

/** Advice where somebody may have a report. */
export const recipientsAdvice = "Ask its recipients before you send it again.";
const mayHaveArrivedHint = `The report may have arrived. ${recipientsAdvice}`;
const earlierMayHaveIt = `The report may have arrived at recipients who were on the list before. ${recipientsAdvice}`;
const ownServerFailed = "Our mail server has a problem.";
const notSent = "Our mail server has a problem, so the report couldn't be sent.";
const nothingToChange = " You don't need to change anything.";
/** Matches stored reasons of earlier versions, too. */
const nothingToChangePattern = / You (?:needn't|don't need to) change anything\./;
/** Matches what happened, and the advice that a reason ends with. */
const advicePattern =
  /^(.*?)((?: The report may have arrived(?: at recipients who were on the list before)?\. Ask its recipients before you send it again\.| You (?:needn't|don't need to) change anything\.)+)$/s;

const arrivalHintPattern =
  /(?: The report may have arrived(?: at recipients who were on the list before)?\.)?(?: Ask its recipients before you send it again\.)?$/;

const reachedPattern = /(\d+) of (\d+) recipients ha(?:s|ve) the report\. ?/;
const saysMayHaveArrived = (reason: string): boolean => reason.includes("may have arrived");

/** Adds a full stop where a sentence has none, as receivers' words are quoted as they are. */
export const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Tells if a reason already advises to ask the recipients, so that no other advice may follow. */
export const advisesToAsk = (reason: string): boolean => reason.includes(recipientsAdvice);

/** Removes that advice, for a reason that other advice follows. */
export const withoutAdviceToAsk = (reason: string): string => reason.replace(` ${recipientsAdvice}`, "");

/** Removes that advice and that the report may have arrived, if a reason ends with them. */
export const withoutArrivalHint = (reason: string): string =>
  withoutNothingToChange(reason).replace(arrivalHintPattern, "");

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
  isUnsure ? `${ownServerFailed} ${mayHaveArrivedHint}` : `${notSent}${nothingToChange}`;

/** Removes the words that nothing is to do, for a report that waits for its merchant. */
export const withoutNothingToChange = (reason: string): string => reason.replace(nothingToChangePattern, "");

/** Adds a sentence about what happened. It comes before the advice, if the reason ends with one. */
export const addBeforeAdvice = (reason: string, sentence: string): string => {
  const [, happened = reason, advice = ""] = advicePattern.exec(reason) ?? [];
  return `${endSentence(happened)} ${sentence}${advice}`;
};

const forTheOthers = "For the others: ";
/** Sentences with these words tell themselves whom they are about. */
const ownSubjects = [forTheOthers, "on the list at that time"];
/** Begins a sentence about the recipients that the ones before don't name, unless it tells of the others itself. */
export const aboutOthers = (earlier: string, sentence: string): string =>
  earlier === "" || ownSubjects.some((words) => sentence.includes(words))
    ? `${earlier}${sentence}`
    : `${earlier}${forTheOthers}${sentence}`;

/** Adds who has the report. A count in the reason may be of another list, so it is replaced. */
const addReached = (reason: string, arrived: MailReach): string => {
  if (arrived.reached === 0) return reason;
  const has = `${describeReached(arrived)} `;
  return reachedPattern.test(reason) ? reason.replace(reachedPattern, has).trimEnd() : aboutOthers(has, reason);
};

/**
 * Adds to a reason who has, or may have, the report, unless it says so. It then no longer denies the report.
 * `areOffList`: all who may have it are off the list now, so the reason's own words don't mean them.
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

/** Adds the advice to ask the recipients, for a report that isn't tried again though somebody may have it. */
export const addAdviceToAsk = (reason: string, arrived: MailReach | null | undefined): string =>
  arrived?.unsure && !advisesToAsk(reason) ? `${endSentence(reason)} ${recipientsAdvice}` : reason;

/** Removes the beginning that says how many recipients have the report. */
export const withoutReached = (reason: string): string => reason.replace(reachedPattern, "");

/** Tells how many recipients a failed report reached, without a full stop. `report`: it is the sentence's subject. */
export const describePartlyReached = (report: string, { reached, recipients }: MailReach): string =>
  `${report} reached ${reached} of ${recipients} recipients`;

/** Tells how many others may have a report that some have. */
const describeOthers = ({ reached, recipients, refused = 0, unsure }: MailReach): string => {
  if (!unsure) return "";
  const others = recipients - reached - refused;
  if (refused === 0) return ", and the others may have it";
  return others > 0 ? `, and ${others} more may have it` : "";
};

/** Describes the end of a failed report, without a full stop. `report`: it is the sentence's subject. */
export const describeFailedReport = (report: string, arrived: MailReach | null): string => {
  if (!arrived) return `${report} was not delivered`;
  if (arrived.reached === 0)
    return `Nobody confirmed ${report[0]?.toLowerCase()}${report.slice(1)}, so it may have arrived`;
  return `${describePartlyReached(report, arrived)}${describeOthers(arrived)}`;
};

/** A mail's reach as calls return it: some recipients have the report, or a response was lost. */
export type MailReachOnWire = "some" | "maybe";

/** Converts a reach for the wire; undefined if nobody has the report. */
export const toMailReachOnWire = (arrived: MailReach | null | undefined): MailReachOnWire | undefined => {
  if (!arrived) return undefined;
  return arrived.reached > 0 ? "some" : "maybe";
};
