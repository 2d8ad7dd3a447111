import { type MailMessage, MailRefused } from "../ports/mail.ts";
import { codeOf, isOfSize } from "./judge-refusal.ts";

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
  return isOfSize(refusal) ? said(codeOf(refusal)) : undefined;
};
