import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Scripted, type ScriptedSmtp, type SmtpPhase, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { type MailMessage, MailUnavailable, type SendOptions } from "../ports/mail.ts";
import { StoreBusy } from "../ports/store-errors.ts";
import { createSmtpMail } from "./smtp.ts";
import { defaultSmtpTimeouts, type SmtpTimeouts } from "./smtp-watch.ts";

let server: ScriptedSmtp;
afterEach(() => server.close());

const long = 60_000;
/** Timeouts that are long except for the tested phase, so that only its timeout ends the mail. */
const patient: SmtpTimeouts = {
  connectMs: long,
  answerMs: long,
  dataMs: long,
  pieceMs: long,
  endMs: long,
  wholeMs: long,
  stopMs: long,
};
const three = ["ann@partner.example", "bob@partner.example", "cy@partner.example"];

const given = async (script: ScriptedSmtp["script"], impatient: Partial<SmtpTimeouts> = {}) => {
  server = await startScriptedSmtp(script);
  const mail = createSmtpMail({
    url: server.url,
    from: "no-reply@sheaf.example",
    timeouts: { ...patient, ...impatient },
  });
  const ends: string[] = [];
  const send = (options: SendOptions = {}, message: Partial<MailMessage> = {}) =>
    mail.send(
      { id: "m-1", to: ["ann@partner.example"], subject: "s", text: "t", date: new Date(0), ...message },
      { beforeEnd: async () => void ends.push(server.heard.at(-1) ?? ""), ...options },
    );
  return { send, ends };
};
const failureOf = (sent: Promise<unknown>): Promise<MailUnavailable> =>
  sent.then(
    () => expect.fail("It was taken."),
    (error: MailUnavailable) => error,
  );
/** More bytes than the buffers between two sockets hold. */
const content = async () => Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(65_536)));
const large = { attachments: [{ name: "a", contentType: "text/csv", content }] };
const soon = 100;

describe("A mail server that pipelines commands (PIPELINING)", () => {
  const pipelining = { EHLO: "250-mail.example\r\n250 PIPELINING" } as const;

  it.each([
    ["MAIL", { answerMs: soon }, { RCPT: "silence", DATA: "silence" }],
    ["RCPT", { answerMs: soon }, { DATA: "silence" }],
    ["DATA", { dataMs: soon }, {}],
  ] as const)("and doesn't answer from %s on is given up after that phase's timeout", async (phase, ms, others) => {
    const { send } = await given({ ...pipelining, [phase]: "silence", ...others }, ms);
    expect(await failureOf(send({}, { to: three }))).toMatchObject({ notTaken: true });
  });

  it("is reported with the command that it answers with 421", async () => {
    const { send } = await given({ ...pipelining, RCPT: "421 4.7.0 Too many errors" });
    expect(await failureOf(send())).toMatchObject({ reason: "code 421 4.7.0 to RCPT TO", scope: "mail" });
  });
});

it.each([
  ["one after the other", {}],
  ["at once", { EHLO: "250-mail.example\r\n250 PIPELINING" }],
] as const)("a lost answer to a mail tells which recipients were refused before, asked %s", async (_, offers) => {
  const answers = ["250 Ok", "550-5.1.1 User\r\n550 5.1.1 unknown", "450 4.2.0 Greylisted"];
  const { send } = await given({ ...offers, RCPT: () => answers.shift() ?? "250 Ok", END: "cut" });
  const [, bob, cy] = three;
  expect(await failureOf(send({}, { to: three }))).toMatchObject({
    notTaken: false,
    refused: [
      { address: bob, forGood: true },
      { address: cy, forGood: false },
    ],
  });
});

describe("A mail server that doesn't answer", () => {
  it.each([
    ["GREETING", { connectMs: soon }, true],
    ["EHLO", { answerMs: soon }, true],
    ["MAIL", { answerMs: soon }, true],
    ["RCPT", { answerMs: soon }, true],
    ["DATA", { dataMs: soon }, true],
    ["END", { endMs: soon }, false],
  ] as const)(
    "at %s is given up after that phase's timeout; it can't have the mail: %s",
    async (phase, impatient, notTaken) => {
      const { send, ends } = await given({ [phase]: "silence" }, impatient);
      const failed = await failureOf(send());
      expect(failed).toBeInstanceOf(MailUnavailable);
      expect([failed.notTaken, failed.ours, ends.length]).toEqual([notTaken, true, notTaken ? 0 : 1]);
    },
  );

  it.each([
    ["GREETING", { connectMs: soon }],
    ["EHLO", { answerMs: soon }],
    ["MAIL", { answerMs: soon }],
    ["RCPT", { answerMs: soon }],
    ["DATA", { dataMs: soon }],
    ["END", { endMs: soon }],
  ] as const)("at %s, but sends byte after byte, is given up after the same timeout", async (phase, impatient) => {
    const { send } = await given({ [phase]: "trickle" }, impatient);
    expect(await failureOf(send())).toMatchObject({ notTaken: phase !== "END" });
  });

  it("while it receives the mail's bytes is given up before the final dot", async () => {
    const { send, ends } = await given({ BODY: "deaf" }, { pieceMs: soon });
    expect(await failureOf(send({}, large))).toMatchObject({ notTaken: true });
    expect(ends).toEqual([]);
  });

  it("isn't blamed while the mail's own file is read too slowly", async () => {
    const { send, ends } = await given({}, { pieceMs: soon });
    const stalled = async () => {
      const stream = new Readable({ read: () => undefined });
      stream.push("#1001;25.00");
      return stream;
    };
    const sent = send({}, { attachments: [{ name: "a", contentType: "text/csv", content: stalled }] });
    expect(await failureOf(sent)).toBeInstanceOf(StoreBusy);
    expect(ends).toEqual([]);
  });

  it("is given up after the total timeout", async () => {
    const { send } = await given({ END: "silence" }, { wholeMs: soon });
    expect(await failureOf(send())).toMatchObject({ notTaken: false });
  });
});

it.each([
  ["MAIL", true],
  ["DATA", true],
  ["BODY", true],
  ["END", false],
] as const)("a connection lost at %s: the server can't have the mail, %s", async (phase, notTaken) => {
  const { send } = await given({ [phase]: "cut" });
  expect(await failureOf(send({}, phase === "BODY" ? large : {}))).toMatchObject({ notTaken, ours: true });
});

it.each([
  ["DATA", "354 Go on\r\n250 Ok"],
  ["BODY", "250 Ok"],
] as const)("a server that accepts the mail at %s, before the final dot, doesn't have it", async (phase, said) => {
  const { send, ends } = await given({ [phase]: said });
  expect(await failureOf(send({}, large))).toMatchObject({
    notTaken: true,
    reason: "it answered before it had the whole mail",
    scope: "mail",
  });
  expect(ends).toEqual([]);
  expect(server.taken).toEqual([]);
});

it("a server that accepts the mail while that is noted gets no final dot, and the failure comes after the note", async () => {
  const { send } = await given({});
  let isNoted = false;
  const beforeEnd = async () => {
    server.answer("250 Ok");
    await vi.waitFor(() => expect(server.connections()).toBe(0));
    isNoted = true;
  };
  expect(await failureOf(send({ beforeEnd }))).toMatchObject({ notTaken: true });
  expect([isNoted, server.taken]).toEqual([true, []]);
});

it.each(["421 Closing", "451 4.3.0 Try later", "554 5.7.1 Spam"] satisfies Scripted[])(
  "a server that answers '%s' to the final dot hasn't accepted the mail",
  async (END) => {
    const { send } = await given({ END });
    const failed = await failureOf(send());
    expect("notTaken" in failed ? failed.notTaken : true).toBe(true);
  },
);

describe("The timeouts of RFC 5321", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const minute = 60_000;

  it.each([
    ["RCPT", 0.5],
    ["DATA", 2],
    ["END", 10],
  ] as const)("apply by default: %s gets %s minutes", async (phase, minutes) => {
    const { send } = await given({ [phase]: "silence" }, defaultSmtpTimeouts);
    for (const isLate of [false, true]) {
      server.heard.length = 0;
      const sent = send();
      sent.catch(() => undefined);
      await server.hears(phase);
      vi.advanceTimersByTime(minutes * minute - (isLate ? 0 : 1));
      if (isLate) expect(await failureOf(sent)).toBeInstanceOf(MailUnavailable);
      else {
        server.script = {};
        server.answer(phase === "DATA" ? "354 Go on" : "250 Ok");
        expect(await sent).toMatchObject({ refused: [] });
        server.script = { [phase]: "silence" };
      }
    }
  });
});

describe("The beforeEnd callback", () => {
  it("is called before the final dot, which waits for it", async () => {
    const { send } = await given({});
    const noted = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const sent = send({
      beforeEnd: () => {
        asked.resolve();
        return noted.promise;
      },
    });
    await asked.promise;
    expect(server.heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA", "BODY"]);
    noted.resolve();
    await sent;
    expect(server.heard.at(-1)).toBe("END");
  });

  it("prevents the final dot if it fails, and its error is reported", async () => {
    const { send } = await given({});
    const failed = await failureOf(send({ beforeEnd: () => Promise.reject(new Error("The disk is full.")) }));
    expect([failed.message, server.heard.includes("END")]).toEqual(["The disk is full.", false]);
  });
});

describe("A mail that is aborted because the process ends", () => {
  it.each([
    ["at once if the server doesn't have all of it", "DATA", {}, "The worker ends."],
    [
      "after some seconds, as a mail that may have arrived, if its answer may still come",
      "END",
      { stopMs: soon },
      "The mail server's answer to mail m-1 was lost (Sheaf was stopped before it came). It may have the mail.",
    ],
  ] as const)("ends %s", async (_, phase: SmtpPhase, impatient, message) => {
    const { send } = await given({ [phase]: "silence" }, impatient);
    const stop = new AbortController();
    const sent = failureOf(send({ signal: stop.signal }));
    await server.hears(phase);
    stop.abort(new Error("The worker ends."));
    expect((await sent).message).toBe(message);
  });

  it("succeeds if the answer comes in time", async () => {
    const { send } = await given({ END: "silence" });
    const stop = new AbortController();
    const sent = send({ signal: stop.signal });
    await server.hears("END");
    stop.abort(new Error("The worker ends."));
    server.answer("250 Ok");
    expect(await sent).toMatchObject({ answer: "250 Ok" });
  });

  it("doesn't start if it was aborted before", async () => {
    const { send } = await given({});
    expect((await failureOf(send({ signal: AbortSignal.abort(new Error("The worker ends.")) }))).message).toBe(
      "The worker ends.",
    );
    expect(server.heard).toEqual([]);
  });
});

it.each(["452 4.5.3 Too many recipients", "452 Too many recipients"])(
  "a recipient beyond the server's limit is told apart from other refusals: %s",
  async (said) => {
    const { send } = await given({ RCPT: (line) => (line.includes("ann@") ? "250 Ok" : said) });
    const refused = three.slice(1).map((address) => ({ address, forGood: false, inNextMail: true }));
    expect(await send({}, { to: three })).toMatchObject({ refused });
    expect(server.taken).toEqual([["ann@partner.example"]]);
  },
);
