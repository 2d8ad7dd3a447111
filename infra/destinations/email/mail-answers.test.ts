import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isUncounted } from "#domain/ledger/events.ts";
import { retryAtUncounted } from "#domain/ledger/tries.ts";
import { aDelivery, clock, failure, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { type Scripted, type SmtpPhase, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { createSmtpMail } from "../../mail/smtp.ts";
import { defaultSmtpTimeouts } from "../../mail/smtp-watch.ts";
import { DeliveryFailed, type FailureKind } from "../../ports/destination.ts";

/** Checks the tables of responses in docs/operations.md, row by row (ADR 111). */

const text = await readFile(new URL("../../../docs/operations.md", import.meta.url), "utf8");
const section = text.split("### Answers of the mail server\n")[1]?.split("\n### ")[0] ?? "";
/** Reads the rows of the section's tables, each as a list of cells. */
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| at |") && !line.startsWith("| outcome |"))
  .map((line) => line.slice(2, -2).split(" | "));
const answerRows = rows.filter(({ length }) => length === 3);
const outcomes = new Map(
  rows
    .filter(({ length }) => length === 5)
    .map(([name = "", fault, counts, next, reads]) => [name, { fault, counts, next, reads }]),
);

const phases: Readonly<Record<string, SmtpPhase>> = {
  connection: "GREETING",
  greeting: "GREETING",
  EHLO: "EHLO",
  STARTTLS: "STARTTLS",
  AUTH: "AUTH",
  MAIL: "MAIL",
  RCPT: "RCPT",
  "RCPT, another one taken": "RCPT",
  DATA: "DATA",
  "end of the mail": "END",
};
const answersIn = (cell: string): Scripted[] =>
  [...cell.matchAll(/`(.+?)`|\*(.+?)\*/g)].map(([, said, does]) => said ?? (does === "nothing" ? "silence" : "cut"));
const lines = answerRows.flatMap(([at = "", cell = "", outcome = ""]) =>
  answersIn(cell).map((answer) => ({ at, answer, outcome })),
);

const faults: Readonly<Record<FailureKind, string>> = {
  temporary: "unknown",
  ours: "ours",
  lasting: "the recipients'",
  deferred: "the recipients'",
  content: "the content's",
  unconfirmed: "nobody's",
};
// The state store forgets what is older.
const now = new Date();
const minute = 60_000;

/** Minutes between the tries of a report whose tries all fail the same way. `again`: makes another try. */
const pausesAfter = async (first: DeliveryFailed, again: () => Promise<DeliveryFailed>): Promise<number[]> => {
  const pauses: number[] = [];
  const { kind } = first;
  if (!isUncounted(kind)) return pauses;
  let failed = first;
  for (let [at, tries] = [now.getTime(), 1]; ; tries += 1) {
    const { notBefore } = failed;
    const asked = notBefore && new Date(at + Date.parse(notBefore) - now.getTime()).toISOString();
    const known = { tries, since: now.toISOString() };
    const next = retryAtUncounted(kind, known, new Date(at).toISOString(), asked);
    if (next === null) return pauses;
    pauses.push((Date.parse(next) - at) / minute);
    at = Date.parse(next);
    // Only lost answers are counted by the delivery itself.
    if (kind === "unconfirmed") failed = await again();
  }
};
const nextInWords = (pauses: readonly number[]): string => {
  if (pauses.length === 0) return "none";
  if (pauses.length === 1) return `once, after ${pauses[0]} minutes`;
  const first = `after ${pauses.slice(0, 3).join(", ")} and ${pauses[3]} minutes`;
  if (pauses.length === 4) return first;
  const hours = pauses.reduce((sum, one) => sum + one, 0) / 60;
  expect(pauses.slice(4, -1).every((one) => one === 60)).toBe(true);
  return `${first}, then each hour for ${hours} hours`;
};

/** A server that gives a response in its phase. A response about the size is given only to mails with the file. */
const serverThatSays = async ({ at, answer }: { at: string; answer: Scripted }, offers: readonly string[]) => {
  const phase = phases[at];
  if (phase === undefined) throw new Error(`"${at}" is no phase of the table.`);
  let mails = 0;
  let recipients = 0;
  const isOfSize = /5\.3\.4|5\.2\.3|552 Too much/.test(answer);
  const offered = ["mail.example", "AUTH PLAIN", ...(phase === "STARTTLS" ? ["STARTTLS"] : []), ...offers];
  const greeting = offered.map((line, n) => `250${n === offered.length - 1 ? " " : "-"}${line}`).join("\r\n");
  return startScriptedSmtp({
    EHLO: greeting,
    ...(phase !== "MAIL" && {
      MAIL: () => {
        mails += 1;
        recipients = 0;
        return "250 Ok";
      },
    }),
    [phase]: () => {
      if (phase === "MAIL") mails += 1;
      if (phase === "RCPT") recipients += 1;
      if (isOfSize && mails > 1) return "250 Ok";
      return at.endsWith("another one taken") && recipients === 1 ? "250 Ok" : answer;
    },
  });
};

const become = async (line: { at: string; answer: Scripted }, offers: readonly string[]) => {
  const server = await serverThatSays(line, offers);
  const ms = line.answer === "silence" ? 300 : 10_000;
  const patience = { ...defaultSmtpTimeouts, connectMs: ms, answerMs: ms, dataMs: ms, endMs: ms };
  const url = server.url.replace("//", "//sheaf:word@");
  const mail = createSmtpMail({ url, from: "no-reply@sheaf.example", timeouts: patience });
  const { destinations } = newDestinations({ mail, clock: { ...clock, wall: () => now } });
  const recipients = ["ann@partner.example", ...(line.at.endsWith("another one taken") ? ["bob@partner.example"] : [])];
  const words = { fromName: "", replyTo: "", subject: "", message: "", asLink: false };
  const delivery = aDelivery({ kind: "email", recipients, ...words });
  const again = () => failure(destinations.deliver(delivery, never));
  try {
    const { to, refused } = await destinations.deliver(delivery, never);
    const mails = server.heard.filter((what) => what === "MAIL").length;
    const how = server.taken.length > 1 ? "in another mail" : "as a link";
    const fault = refused.length > 0 ? "the recipients'" : how === "as a link" ? "the content's" : "nobody's";
    return { fault, counts: "no", next: mails > 1 ? `at once, ${how}` : "none", reads: to };
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error;
    return {
      fault: faults[error.kind],
      counts: isUncounted(error.kind) ? "no" : "yes",
      next: nextInWords(await pausesAfter(error, again)),
      reads: error.message.replace(/\(\d{3}.*?\)/, "(code)"),
    };
  } finally {
    await server.close();
  }
};

it("the tables list many answers, and every outcome occurs", () => {
  expect(lines.length).toBeGreaterThan(70);
  expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(outcomes.keys()));
});

describe.each([
  ["one after the other", []],
  ["at once (PIPELINING)", ["PIPELINING"]],
] as const)("A mail server that takes commands %s", (_, offers) => {
  it.concurrent.each(lines)("and says $answer at $at leads to: $outcome", async ({ outcome, ...line }) => {
    expect(await become(line, offers)).toEqual(outcomes.get(outcome));
  });
});
