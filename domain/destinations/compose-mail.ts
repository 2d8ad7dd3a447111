import { removeInvalid } from "../text/remove-invalid.ts";
import { toOneLine } from "../text/to-one-line.ts";
import { removeInvisible, toSafeName } from "../text/visible.ts";
import { describePeriod, type PeriodText } from "./period-text.ts";

/** Placeholders for the subject and message of a report's mail, with their meanings. */
export const placeholders = {
  "{title}": "the title of the automated report",
  "{period}": "the days or hours that the report covers",
  "{from}": "the first day of the period",
  "{to}": "the last day of the period",
  "{file}": "the name of the file",
} as const;

/** Used if a field is empty. */
export const defaultSubject = "{title}, {period}";
export const defaultMessage = 'Your report "{title}" for {period} is ready.';

export type MailContent = {
  title: string;
  fileName: string;
  /** ISO UTC instants, half open. */
  period: { from: string; to: string };
  zone: string;
  /** True if the mail must say that the run was a test. */
  test: boolean;
  /** Sentences that the receivers must know about the file. */
  notes?: readonly string[];
};

/** `too-large`: a link although a file was requested. */
export type FileAttachment = { as: "file" } | { as: "link" | "too-large"; link: string };

const fillPlaceholders = (text: string, { title, fileName }: MailContent, words: PeriodText): string => {
  const values: Record<string, string> = { title: removeInvisible(title), file: removeInvisible(fileName), ...words };
  // One pass, so a title's text is never read as a placeholder.
  return text.replaceAll(/\{(title|period|from|to|file)\}/gi, (_all, name: string) => values[name.toLowerCase()] ?? "");
};

const describeAttachment = (attachment: FileAttachment, fileName: string): string => {
  if (attachment.as === "file") return `The file is attached: ${fileName}`;
  const link = `Download it here: ${attachment.link}`;
  if (attachment.as === "link") return link;
  return `The file is too large for an e-mail, so it isn't attached. ${link}`;
};

/** Subject and text of a report's mail, from the merchant's texts or the defaults. @throws {UnknownTimezone} */
export const composeMail = (
  typed: { subject: string; message: string },
  content: MailContent,
  attachment: FileAttachment,
): { subject: string; text: string } => {
  const words = describePeriod(content.period, content.zone);
  const or = (text: string, other: string): string => (text.trim() === "" ? other : text);
  const subject = toSafeName(toOneLine(fillPlaceholders(or(typed.subject, defaultSubject), content, words)));
  const message = removeInvalid(fillPlaceholders(or(typed.message, defaultMessage), content, words));
  return {
    subject: `${content.test ? "Test: " : ""}${subject}`,
    text: [
      message.trimEnd(),
      describeAttachment(attachment, content.fileName),
      ...(content.notes ?? []),
      ...(content.test ? ["This is a test run."] : []),
    ].join("\n\n"),
  };
};
