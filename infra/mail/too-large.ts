import { type MailMessage, MailRefused } from "../ports/mail.ts";
import { codeOf, enhancedCode } from "./judge-refusal.ts";

/** RFC 3463: the mail is longer than the mail server, or the mailbox, takes. */
const sizeCodes = new Set(["5.3.4", "5.2.3"]);

/**
 * Tells if an error of nodemailer is about the size of a mail that has a file: before the mail, by what the server announced (RFC 1870); at MAIL and after
 * the dot, by its code. Returns the error of the port, or undefined.
 */
export const tooLarge = (message: MailMessage, error: unknown): MailRefused | undefined => {
  if ((message.attachments ?? []).length === 0 || !(error instanceof Error)) return undefined;
  const { code, command, responseCode, response } = error as Error & Record<string, unknown>;
  if (command !== "MAIL FROM" && command !== "DATA") return undefined;
  const said = (of: string) =>
    new MailRefused(`Mail ${message.id} is too large (${of}).`, { because: "size", code: of });
  if (typeof responseCode !== "number")
    return code === "EMESSAGE" && command === "MAIL FROM" ? said("SIZE") : undefined;
  const refusal = { code: responseCode, response: typeof response === "string" ? response : "" };
  const enhanced = enhancedCode(refusal.response);
  const isSize = enhanced === undefined ? responseCode === 552 : sizeCodes.has(enhanced);
  return isSize ? said(codeOf(refusal)) : undefined;
};
