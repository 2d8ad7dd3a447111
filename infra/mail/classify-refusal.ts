import type { FaultScope } from "../ports/mail.ts";

/**
 * `recipient`: the address takes no mail. `content`: the server refuses this mail. `ours`: all else, such as a login,
 * sender or relay that the operator must fix.
 */
export type RefusalFault = "recipient" | "content" | "ours";

/** A server's refusal. */
export type SmtpRefusal = {
  /** SMTP phase in nodemailer's terms. */
  command: string | undefined;
  code: number;
  response: string;
  othersTaken: boolean;
};

/** Words of a response that refuses the sender or relay, if it has no enhanced code. */
const meansOurs =
  /relay|sender|client|\bIP\b|blocked|black ?list|blocklist|spamhaus|authenticat|not permitted to send|policy/i;

/** Finds the enhanced code of a response (RFC 3463), such as `5.7.1`. */
const enhancedCode = (response: string): string | undefined =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];

/** Words of greylisting, which defers unknown senders for minutes, often with words about the sender or a policy. */
const meansGreylisting = /gr[ae]y[ -]?list/i;

/**
 * Texts that refuse the sender or relay in a response to the whole mail, where spam filters say `blocked` or `policy`.
 */
const meansOursAtEnd =
  /relay(?:ing)? (?:access )?(?:denied|not (?:permitted|allowed))|unable to relay|not (?:permitted|allowed) to relay|sender address rejected|send as this sender/i;

/** RFC 3463: x.1.7 and x.1.8 are about the sender. */
const isOfSender = (enhanced: string): boolean => /^[45]\.1\.[78]$/.test(enhanced);
/** Enhanced code (RFC 6531): the server can't take non-ASCII letters for this recipient. */
const letterCode = "5.6.7";
const isOfRecipient = (enhanced: string): boolean =>
  enhanced === letterCode || (/^[45]\.[12]\./.test(enhanced) && !isOfSender(enhanced)) || enhanced === "5.4.1";

/** True if the login or the client is refused. 530 asks for a login or TLS; some servers say it only in words. */
const isLoginOrClientRefusal = ({ code, response }: Pick<SmtpRefusal, "code" | "response">): boolean =>
  code === 530 || /authenti/i.test(response) || (/\bclient\b/i.test(response) && !/\bsender\b/i.test(response));

/** MAIL was refused for the sender: for good, or by its enhanced code. */
export const isSenderRefusal = ({ code, response }: Pick<SmtpRefusal, "code" | "response">): boolean => {
  if (isLoginOrClientRefusal({ code, response })) return false;
  const enhanced = enhancedCode(response);
  if (enhanced === undefined) return code >= 500;
  return /^[45]\.[17]\./.test(enhanced) && !meansGreylisting.test(response);
};

/** Returns the codes of a refusal, such as `554 5.7.1`, or `554` without an enhanced code. */
export const getRefusalCode = ({ code, response }: Pick<SmtpRefusal, "code" | "response">): string => {
  const enhanced = enhancedCode(response);
  return enhanced === undefined ? `${code}` : `${code} ${enhanced}`;
};

/** True if this mail may have no more recipients (RFC 5321, 4.5.3.1.10). The rest may be sent in another. */
export const isRecipientLimit = ({ code, response }: SmtpRefusal): boolean =>
  code < 500 && (enhancedCode(response) === "4.5.3" || /too many recipients/i.test(response));

/** True if the letters before the @ are refused. */
export const isLetterRefusal = ({ command, response }: SmtpRefusal): boolean =>
  command === "RCPT TO" && enhancedCode(response) === letterCode;

/** True if the recipient's server defers the mail: some servers ask it only once they have the mail. */
const isDeferred = ({ code, response }: SmtpRefusal): boolean => {
  const enhanced = enhancedCode(response);
  return enhanced === undefined ? code === 450 : /^4\.2\./.test(enhanced);
};

/**
 * True for a temporary refusal of relay or sender, which some servers send with 4xx, such as Postfix with 454.
 * Greylisting and full mailboxes are the recipient's fault.
 */
const isTemporarilyOurs = (enhanced: string | undefined, response: string): boolean => {
  if (meansGreylisting.test(response)) return false;
  if (enhanced !== undefined && isOfSender(enhanced)) return true;
  return !(enhanced !== undefined && isOfRecipient(enhanced)) && meansOurs.test(response);
};

const classifyRecipientRefusal = ({
  code,
  response,
  othersTaken,
}: SmtpRefusal): { fault: RefusalFault; forGood: boolean } => {
  const enhanced = enhancedCode(response);
  if (code < 500) {
    const isServers = code === 421 || /^4\.[34]\./.test(enhanced ?? "");
    const isOurs = isServers || (!othersTaken && isTemporarilyOurs(enhanced, response));
    return { fault: isOurs ? "ours" : "recipient", forGood: false };
  }
  const isRecipients = othersTaken || (enhanced === undefined ? !meansOurs.test(response) : isOfRecipient(enhanced));
  // A full mailbox may be emptied later.
  return isRecipients ? { fault: "recipient", forGood: enhanced !== "5.2.2" } : { fault: "ours", forGood: false };
};

/** Classifies a refusal after the mail: some servers check recipients and sender only then. */
const classifyContentRefusal = (refusal: SmtpRefusal): { fault: RefusalFault; forGood: boolean } => {
  const enhanced = enhancedCode(refusal.response) ?? "";
  if (isOfSender(enhanced) || meansOursAtEnd.test(refusal.response)) return { fault: "ours", forGood: false };
  if (isOfRecipient(enhanced) && !isSizeRefusal(refusal)) return { fault: "recipient", forGood: enhanced !== "5.2.2" };
  return { fault: "content", forGood: true };
};

/**
 * Classifies by phase and codes. `forGood`: retrying can't help. Our own fault is never for good, as the operator can
 * fix it.
 */
export const classifyRefusal = (refusal: SmtpRefusal): { fault: RefusalFault; forGood: boolean } => {
  const { command, code } = refusal;
  if (command === "RCPT TO") return classifyRecipientRefusal(refusal);
  if (command === "DATA" && code >= 500) return classifyContentRefusal(refusal);
  if (command === "DATA" && isDeferred(refusal)) return { fault: "recipient", forGood: false };
  return { fault: "ours", forGood: false };
};

/** Enhanced codes of a mail that exceeds a size limit (RFC 3463). */
const sizeCodes = new Set(["5.3.4", "5.2.3"]);

export const isSizeRefusal = ({ code, response }: Pick<SmtpRefusal, "code" | "response">): boolean => {
  const enhanced = enhancedCode(response);
  return enhanced === undefined ? code === 552 : sizeCodes.has(enhanced);
};

/**
 * Returns how far a fault reaches. One mail's recipients can cause a 421 ("too many errors"), and its size a 452:
 * neither proves a failing relay.
 */
export const scopeOfRefusal = (refusal: SmtpRefusal, hasSender: boolean): FaultScope => {
  const { command, code } = refusal;
  if (command === "RCPT TO" && code !== 421) return "recipient";
  if (command === "MAIL FROM") return code === 452 || isSizeRefusal(refusal) ? "mail" : "relay";
  // nodemailer reports a pipelined 421 as a connection fault.
  return hasSender ? "mail" : "relay";
};
