import type { ConsoleMail, ConsoleTroubledReport } from "#domain/wire/support/console-alerts.ts";
import { formatInstantUtc } from "../lists/instants.ts";

/** Names an e-mail by its kind and automated report. */
export const nameMail = ({ kind, title }: Pick<ConsoleMail, "kind" | "title">): string =>
  title ? `${kind} "${title}"` : kind;

/** Makes a reason stand alone: names the mail server, which it calls "it". */
export const describeMailReason = ({ reason }: Pick<ConsoleMail, "reason">): string | null =>
  reason?.replace(/(^|; )it /g, "$1the mail server ").replace(/(^|; )its /g, "$1the mail server's ") ?? null;

/** Counts recipients, with those that the mail server refused and those it wasn't asked about. */
export const countMailRecipients = ({
  recipients,
  refused = 0,
  unsendable = 0,
}: Pick<ConsoleMail, "recipients" | "refused" | "unsendable">): string => {
  const refusedText = refused === 0 ? "" : `, ${refused} of them refused`;
  return `${recipients}${refusedText}${unsendable === 0 ? "" : `, ${unsendable} of them with letters that our mail server doesn't accept`}`;
};

/** Describes a report in trouble, below its title on a phone. */
export const describeTrouble = ({
  standing,
  since,
  reason,
}: Pick<ConsoleTroubledReport, "standing" | "since" | "reason">): string =>
  [`${standing} since ${formatInstantUtc(since)}`, reason].filter(Boolean).join(" · ");
