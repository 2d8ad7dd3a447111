import { type MailMessage, MailRefused } from "../ports/mail.ts";
import { getRefusalCode, isSizeRefusal } from "./classify-refusal.ts";

/**
 * Detects a refusal for the size of a mail with a file. Before the mail, the server's announced limit decides (RFC
 * 1870); at MAIL and after the final dot, the code.
 */
export const toSizeRefusal = (message: MailMessage, error: unknown): MailRefused | undefined => {
  if ((message.attachments ?? []).length === 0 || !(error instanceof Error)) return undefined;
  const { code, command, responseCode, response } = error as Error & Record<string, unknown>;
  if (command !== "MAIL FROM" && command !== "DATA") return undefined;
  const refuse = (of: string) =>
    new MailRefused(`Mail ${message.id} is too large (${of}).`, { because: "size", code: of });
  if (typeof responseCode !== "number")
    return code === "EMESSAGE" && command === "MAIL FROM" ? refuse("SIZE") : undefined;
  const refusal = { code: responseCode, response: typeof response === "string" ? response : "" };
  return isSizeRefusal(refusal) ? refuse(getRefusalCode(refusal)) : undefined;
};
