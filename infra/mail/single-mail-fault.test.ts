import { describe, expect, it } from "vitest";
import { type Scripted, type ScriptedSmtp, type SmtpPhase, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { createSmtpMail } from "./smtp.ts";
import { createSmtpCircuitBreaker } from "./smtp-circuit-breaker.ts";
import { defaultSmtpTimeouts } from "./smtp-watch.ts";

/** Sends a shop's mail to a server that answers as scripted. Returns whether mail pauses, and the error's sentence. */
const become = async (
  script: ScriptedSmtp["script"],
  { offers = [] as readonly string[], shops = ["aurora"] } = {},
) => {
  const offered = ["mail.example", "AUTH PLAIN", ...offers];
  const EHLO = offered.map((line, n) => `250${n === offered.length - 1 ? " " : "-"}${line}`).join("\r\n");
  const server = await startScriptedSmtp({ EHLO, ...script });
  const ms = 200;
  const patience = { ...defaultSmtpTimeouts, connectMs: ms, answerMs: ms, dataMs: ms, pieceMs: ms, endMs: ms };
  const url = server.url.replace("//", "//sheaf:word@");
  const pauses: number[] = [];
  const turns = createSmtpCircuitBreaker({ clock: { steady: () => 0 }, onPause: (pause) => pauses.push(pause) });
  const mail = turns.watch(createSmtpMail({ url, from: "no-reply@sheaf.example", timeouts: patience }));
  const sentences: string[] = [];
  for (const shop of shops) {
    const message = { id: "m-1", owner: { tenant: shop, shop }, subject: "s", text: "t", date: new Date(0) };
    const failed = await mail.send({ ...message, to: ["ann@partner.example"] }).then(
      () => expect.fail("It was taken."),
      (error: Error) => error,
    );
    sentences.push(failed.message);
  }
  await server.close();
  return { opens: pauses.length > 0, sentence: sentences[0] ?? "" };
};

type Line = readonly [SmtpPhase, Scripted];
const ofRelay: Line[] = [
  ["GREETING", "554 No SMTP service here"],
  ["GREETING", "421 4.7.0 Too many connections"],
  ["GREETING", "silence"],
  ["EHLO", "550 Access denied"],
  ["EHLO", "cut"],
  ["AUTH", "535 5.7.8 Bad password"],
  ["AUTH", "silence"],
  ["MAIL", "550 5.7.1 Sender rejected"],
  ["MAIL", "421 Closing"],
  ["MAIL", "silence"],
  ["MAIL", "cut"],
];
const ofRecipient: Line[] = [
  ["RCPT", "554 5.7.1 Relay access denied"],
  ["RCPT", "454 4.7.1 Relay access denied"],
  ["RCPT", "554 5.7.1 Service unavailable; Client host blocked"],
  ["RCPT", "550 5.1.8 Bad sender domain"],
  ["RCPT", "451 4.3.0 Lookup failed"],
  ["RCPT", "451 4.4.1 No answer from host"],
  ["RCPT", "450 Greylisted"],
];
const ofMail: Line[] = [
  ["MAIL", "452 4.3.1 Disk full"],
  ["MAIL", "552 5.3.4 Message too big"],
  ["RCPT", "421 4.7.0 Too many errors"],
  ["RCPT", "silence"],
  ["RCPT", "cut"],
  ["DATA", "451 4.3.0 Try later"],
  ["DATA", "silence"],
  ["BODY", "cut"],
  ["END", "451 4.3.0 Queue error"],
  ["END", "421 Closing"],
  ["END", "silence"],
  ["END", "cut"],
];

describe.each([
  ["one after the other", []],
  ["at once (PIPELINING)", ["PIPELINING"]],
])("A mail server that takes commands %s", (_, offers) => {
  // A server that accepts everything at once would send no more answers after that.
  const lines = ofRelay.filter(([phase, answer]) => !(phase === "MAIL" && answer === "silence" && offers.length > 0));
  it.concurrent.each(lines)(
    "and answers at %s '%s' pauses mail, as every mail would get that answer",
    async (phase, answer) => {
      expect(await become({ [phase]: answer }, { offers })).toMatchObject({ opens: true });
    },
  );

  it.concurrent.each([...ofRecipient, ...ofMail])(
    "and answers at %s '%s' pauses no mail while only one shop gets that answer",
    async (phase, answer) => {
      const shops = ["aurora", "aurora"];
      expect(await become({ [phase]: answer }, { offers, shops })).toMatchObject({ opens: false });
    },
  );

  it.concurrent.each(ofMail)(
    "and answers at %s '%s' pauses mail after two shops got that answer",
    async (phase, answer) => {
      const shops = ["aurora", "borealis"];
      expect(await become({ [phase]: answer }, { offers, shops })).toMatchObject({ opens: true });
    },
  );
});

it.concurrent.each(ofRecipient)("an answer at %s '%s' never pauses mail", async (phase, answer) => {
  expect(await become({ [phase]: answer }, { shops: ["aurora", "borealis"] })).toMatchObject({ opens: false });
});

describe("The error of a failed mail", () => {
  it.concurrent.each([
    [
      "GREETING",
      "silence",
      "Mail m-1 could not be handed to the mail server (it didn't answer in time). Check SMTP_URL.",
    ],
    ["RCPT", "silence", "Mail m-1 could not be handed to the mail server (it didn't answer in time)."],
    [
      "RCPT",
      "454 4.7.1 Relay access denied",
      "The mail server isn't accepting mail m-1 right now (code 454 4.7.1 to RCPT TO). Check SMTP_URL and what the mail server allows.",
    ],
    ["DATA", "cut", "Mail m-1 could not be handed to the mail server (it closed the connection unexpectedly)."],
    [
      "END",
      "silence",
      "The mail server's answer to mail m-1 was lost (it didn't answer in time). It may have the mail.",
    ],
    [
      "END",
      "cut",
      "The mail server's answer to mail m-1 was lost (it closed the connection unexpectedly). It may have the mail.",
    ],
  ] as const)("after %s says: %s", async (phase, does, sentence) => {
    expect((await become({ [phase]: does })).sentence).toBe(sentence);
  });
});
