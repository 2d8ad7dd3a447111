import { toLocalTime } from "../dates/local-time.ts";
import { toOneLine } from "../text/to-one-line.ts";
import { toSafeName } from "../text/visible.ts";
import { withoutAdviceToAsk } from "./mail-reach.ts";
import { adviseInMail } from "./stopped-text.ts";

export type AlertContent = {
  /** Title of the automated report. */
  title: string;
  failedTries: number;
  /** Sentences for merchants. `firstFailedAt`: ISO UTC. */
  reason: string;
  firstReason: string;
  firstFailedAt: string;
  /** The next start covers the time of a failed report that somebody has, or may have. */
  mayHaveArrived: boolean;
  /** The shop's time zone. */
  zone: string;
  /** True if it was started again before this mail. */
  startedAgain: boolean;
  /** Other running reports that write the same files (ADR 84). */
  sameFiles: readonly string[];
  /** Address of the report's history. */
  link: string;
};

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign);

/**
 * Composes the mail about a suspended report (R-45). `html` says the same as `text`.
 * @throws {UnknownTimezone}
 */
export const composeAlert = (content: AlertContent): { subject: string; text: string; html: string } => {
  const title = toSafeName(toOneLine(content.title));
  const { failedTries, startedAgain, link } = content;
  // The advice comes once, at the end.
  const [reason, firstReason] = [withoutAdviceToAsk(content.reason), withoutAdviceToAsk(content.firstReason)];
  const first = toLocalTime(content.firstFailedAt, content.zone).toFormat("d LLL yyyy, h:mm a", { locale: "en" });
  const stopped = `because ${failedTries} attempts in a row failed.`;
  const happened = startedAgain
    ? `Your automated report "${title}" had stopped, ${stopped} It has been started again since.`
    : `Your automated report "${title}" has stopped, ${stopped} It sends nothing until you start it again.`;
  const since = `It first failed on ${first}${firstReason === reason ? "." : `: ${firstReason}`}`;
  const next = startedAgain ? [] : [adviseInMail(content)];
  const shared = content.sameFiles.map(
    (other) =>
      `Also: "${toSafeName(toOneLine(other))}" puts files with the same names into the same folder, so the two overwrite each other's files. Give one of them another folder or title.`,
  );
  const button = "See what happened";
  return {
    subject: `"${title}" ${startedAgain ? "had" : "has"} stopped`,
    text: [happened, `Why: ${reason}`, since, ...next, ...shared, `${button}: ${link}`].join("\n\n"),
    html: [
      "<!doctype html>",
      '<html lang="en"><body style="font-family:sans-serif;line-height:1.5">',
      `<p>${escapeHtml(happened)}</p>`,
      `<p><strong>Why:</strong> ${escapeHtml(reason)}</p>`,
      `<p>${escapeHtml(since)}</p>`,
      ...[...next, ...shared].map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
      `<p><a href="${escapeHtml(link)}">${button}</a></p>`,
      "</body></html>",
    ].join("\n"),
  };
};
