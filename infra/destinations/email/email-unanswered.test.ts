import { afterEach, describe, expect, it, vi } from "vitest";
import { aDelivery, clock, failure, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { withInternationalAddresses } from "../../mail/international-addresses.ts";
import { createSmtpMail } from "../../mail/smtp.ts";
import { defaultSmtpTimeouts } from "../../mail/smtp-watch.ts";
import type { EmailDestination } from "../../ports/destination.ts";
import type { Mail } from "../../ports/mail.ts";
import { createDeliveryProgressStore } from "../delivery-progress.ts";

const [ann, bob, cy] = ["ann@partner.example", "bob@partner.example", "cy@partner.example"];
const destination: EmailDestination = {
  kind: "email",
  recipients: [ann, bob, cy],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
};
const delivery = aDelivery(destination);
const now = new Date();
const fixed = { ...clock, wall: () => now };

let server: ScriptedSmtp;
afterEach(() => server.close());

/** Destinations of one deliverer. `others`: those of another process with the same state store. */
const given = async (script: ScriptedSmtp["script"] = {}) => {
  server = await startScriptedSmtp(script);
  const patience = { ...defaultSmtpTimeouts, endMs: 300, stopMs: 50 };
  const mail = createSmtpMail({ url: server.url, from: "no-reply@sheaf.example", timeouts: patience });
  const { destinations, stateStore } = newDestinations({ mail, clock: fixed });
  const others = (by: Mail = mail) => newDestinations({ mail: by, clock: fixed, stateStore }).destinations;
  const notes = createDeliveryProgressStore(stateStore, fixed);
  const note = async () => (await notes.read(delivery.id)) ?? notes.readHandover("email", delivery.id);
  /** How many answers were lost for each recipient, as recorded. */
  const lostAnswers = async () => {
    const noted = await note();
    return noted?.stage === "partly" ? Object.values(noted.lostAnswers ?? {}) : [];
  };
  const ends = () => server.heard.filter((what) => what === "END").length;
  return { mail, destinations, others, note, lostAnswers, ends };
};

const lost = {
  kind: "unconfirmed",
  reached: 0,
  message: "Our mail server's answer was lost, so the report may have arrived.",
  notBefore: new Date(now.getTime() + 600_000).toISOString(),
};
const lostTwice = {
  kind: "unconfirmed",
  message:
    "We sent the mail twice, but our mail server's answer was lost both times, so the report may have arrived. Ask its recipients before you send it again.",
  notBefore: undefined,
};

describe("A report whose mail got no answer", () => {
  it("is sent once more after ten minutes, and is delivered if that mail is accepted", async () => {
    const { destinations, ends } = await given({ END: "silence" });
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject(lost);
    server.script = {};
    expect(await destinations.deliver(delivery, never)).toMatchObject({ to: "3 recipients" });
    expect(await destinations.deliver(delivery, never)).toMatchObject({ before: true });
    expect(ends()).toBe(2);
  });

  it("may have arrived if the second answer is lost too, and is never sent a third time", async () => {
    const { destinations, others, ends } = await given({ END: "silence" });
    await failure(destinations.deliver(delivery, never));
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject(lostTwice);
    server.script = {};
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
      ...lostTwice,
      cause: { reason: "its answer to the whole mail was lost twice" },
    });
    expect(await failure(others().deliver(delivery, never))).toMatchObject(lostTwice);
    expect(ends()).toBe(2);
  });

  it("isn't reported as not sent if the mail server has a problem after that", async () => {
    const { destinations } = await given({ END: "silence" });
    await failure(destinations.deliver(delivery, never));
    server.script = { MAIL: "421 Closing" };
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
      kind: "ours",
      message:
        "Our mail server has a problem. The report may have arrived. Ask its recipients before you send it again.",
    });
  });

  it.each([
    ["the recipients", { RCPT: "550 5.1.1 User unknown" }, "lasting"],
    ["the content", { END: "554 5.7.1 Spam" }, "content"],
    ["the recipients for now", { RCPT: "450 Greylisted" }, "deferred"],
  ] as const)("isn't reported as not sent if the mail server refuses %s after that", async (_, script, kind) => {
    const { destinations } = await given({ END: "silence" });
    await failure(destinations.deliver(delivery, never));
    server.script = script;
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
      kind,
      message: expect.stringMatching(/The report may have arrived\. Ask its recipients before you send it again\.$/),
    });
  });

  it("counts as sent once if its worker died while waiting for the answer", async () => {
    const { destinations, others, lostAnswers, ends } = await given({ END: "silence" });
    destinations.deliver(delivery, never).catch(() => undefined);
    await server.hears("END");
    expect(await lostAnswers()).toEqual([1, 1, 1]);
    const repeated = others();
    expect(await failure(repeated.deliver(delivery, never))).toMatchObject(lostTwice);
    expect(ends()).toBe(2);
  });

  it.each([
    ["before all of it was sent", "MAIL"],
    ["by an answer that it wasn't taken", "END"],
  ] as const)("doesn't count as sent if it failed %s", async (_, phase) => {
    const { destinations, lostAnswers, ends } = await given({ [phase]: "421 Closing" });
    for (let n = 0; n < 3; n += 1)
      expect(await failure(destinations.deliver(delivery, never))).toMatchObject({ kind: "ours" });
    expect(await lostAnswers()).toEqual([]);
    server.script = {};
    await destinations.deliver(delivery, never);
    expect(ends()).toBe(phase === "END" ? 4 : 1);
  });

  it("is not sent if Sheaf can't record first that it may arrive", async () => {
    const { mail, others, ends } = await given();
    const failing: Mail = {
      ...mail,
      send: (message) => mail.send(message, { beforeEnd: () => Promise.reject(new Error("The disk is full.")) }),
    };
    await expect(others(failing).deliver(delivery, never)).rejects.toThrow("The disk is full.");
    expect(ends()).toBe(0);
  });

  it("is delivered if the answer comes while the worker is stopping", async () => {
    const { destinations, note } = await given({ END: "silence" });
    const stop = new AbortController();
    const delivered = destinations.deliver(delivery, stop.signal);
    await server.hears("END");
    stop.abort(new Error("The worker ends."));
    server.answer("250 Ok");
    expect(await delivered).toMatchObject({ to: "3 recipients" });
    expect(await note()).toMatchObject({ stage: "confirmed" });
  });

  it("is also sent once more after ten minutes if its worker ended before the answer", async () => {
    const { destinations, lostAnswers } = await given({ END: "silence" });
    const stop = new AbortController();
    const delivered = destinations.deliver(delivery, stop.signal);
    await server.hears("END");
    stop.abort(new Error("The worker ends."));
    expect(await failure(delivered)).toMatchObject({
      ...lost,
      message: "We stopped before our mail server's answer came, so the report may have arrived.",
    });
    expect(await lostAnswers()).toEqual([1, 1, 1]);
  });
});

it("A report that some recipients have names those refused for good by their position", async () => {
  const answers = ["250 Ok", "550 5.1.1 User unknown", "450 Greylisted"];
  const { destinations } = await given({ RCPT: () => answers.shift() ?? "450 Greylisted" });
  const first = "1 of 3 recipients has the report. The mail server refused recipient 2 of your list for good.";
  expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
    message: `${first} It refused recipient 3 of your list for now.`,
    reached: 1,
    refused: [1],
    cause: { reason: "1 of 3 recipients has it; 1 refused for now, 1 for good" },
  });
  expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
    message: `${first} For the others: The recipients' mail server isn't accepting mail for them now.`,
    refused: [1],
  });
});

it("A report refused as a link isn't advised to be sent as a link", async () => {
  const { destinations } = await given({ END: "554 5.7.1 Spam" });
  const asLink = aDelivery({ ...destination, asLink: true });
  expect(await failure(destinations.deliver(asLink, never))).toMatchObject({
    message: "The mail server refused the content of this mail (554 5.7.1). Choose another destination.",
  });
});

it.each(["554 5.7.1 Spam", "552 5.3.4 Message too big", "552 5.2.3 Message too long"])(
  "A report that fell back to a link isn't advised to be sent as a link if '%s' refuses that",
  async (said) => {
    const answers = ["552 5.3.4 Message too big", said];
    const { destinations } = await given({ END: () => answers.shift() ?? "250 Ok" });
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
      kind: "content",
      message: `The mail server refused the content of this mail (${said.slice(0, 9)}). Choose another destination.`,
    });
  },
);

it("A report that was refused as too large is known not to have arrived before its link is sent", async () => {
  const { destinations, note, lostAnswers } = await given({ END: "552 5.3.4 Message too big" });
  let mails = 0;
  server.script.RCPT = () => {
    mails += 1;
    return mails === 2 ? "silence" : "250 Ok";
  };
  const one = aDelivery({ ...destination, recipients: [ann] });
  destinations.deliver(one, never).catch(() => undefined);
  await vi.waitFor(() => expect(server.heard.filter((what) => what === "RCPT")).toHaveLength(2));
  expect(await note()).toMatchObject({ stage: "partly", by: expect.any(String) });
  expect(await lostAnswers()).toEqual([]);
  expect(await destinations.countConfirmedRecipients(one.id, { isFirst: false })).toBe(0);
});

it("A report whose answer was lost names those refused for good before, and isn't sent to them again", async () => {
  const { destinations, note, lostAnswers } = await given({
    RCPT: (line) => (line.includes("bob@") ? "550 5.1.1 User unknown" : "250 Ok"),
    END: "silence",
  });
  expect(await failure(destinations.deliver(delivery, never))).toMatchObject({
    kind: "unconfirmed",
    refused: [1],
    message:
      "The mail server refused recipient 2 of your list for good. For the others: Our mail server's answer was lost, so the report may have arrived.",
  });
  expect(await note()).toMatchObject({ refused: [expect.any(String)] });
  expect(await lostAnswers()).toEqual([1, 1]);
  server.script = {};
  expect(await destinations.deliver(delivery, never)).toMatchObject({ to: "2 of 3 recipients", refused: [1] });
  expect(server.taken).toEqual([[ann, cy]]);
});

it("A report without a record reached nobody, but only if its first attempt was lost", async () => {
  const { destinations } = await given();
  expect(await destinations.countConfirmedRecipients(delivery.id, { isFirst: true })).toBe(0);
  expect(await destinations.countConfirmedRecipients(delivery.id, { isFirst: false })).toBeUndefined();
  await destinations.deliver(delivery, never);
  expect(await destinations.countConfirmedRecipients(delivery.id, { isFirst: false })).toBe(3);
});

it("A report fails if everybody left on its edited list was refused before", async () => {
  const answers = ["250 Ok", "550 5.1.1 User unknown", "450 Greylisted"];
  const { destinations } = await given({ RCPT: () => answers.shift() ?? "450 Greylisted" });
  await failure(destinations.deliver(delivery, never));
  const edited = aDelivery({ ...destination, recipients: [bob] });
  expect(await failure(destinations.deliver(edited, never))).toMatchObject({
    kind: "lasting",
    reached: 0,
    refused: [0],
    message: "The mail server refused the only recipient on the list at that time for good. Check the address.",
  });
  expect(await destinations.deliver(aDelivery({ ...destination, recipients: [ann, bob] }), never)).toMatchObject({
    to: "1 of 2 recipients",
    before: true,
  });
  expect(server.taken).toEqual([[ann]]);
});

it("A report fails if everybody left on its edited list has letters that the mail server doesn't take", async () => {
  const { mail, others } = await given({ RCPT: (line) => (line.includes("bob@") ? "450 Greylisted" : "250 Ok") });
  const destinations = others(withInternationalAddresses(mail, async () => false));
  const wide = "josé@partner.example";
  await failure(destinations.deliver(aDelivery({ ...destination, recipients: [ann, bob, wide] }), never));
  const edited = aDelivery({ ...destination, recipients: [wide] });
  expect(await failure(destinations.deliver(edited, never))).toMatchObject({
    kind: "lasting",
    refused: [],
    message: "The first address has letters before the @ that our mail server doesn't accept. Enter another address.",
  });
});

it("A report is sent to the other recipients only once if just the answer to its SMTPUTF8 mail is lost", async () => {
  const { mail, others, note, lostAnswers } = await given({ EHLO: "250-mail.example\r\n250 SMTPUTF8" });
  const wide = "josé@partner.example";
  let mails = 0;
  server.script.END = () => {
    mails += 1;
    return mails === 2 ? "silence" : "250 Ok";
  };
  const destinations = others(withInternationalAddresses(mail, async () => true));
  const mixed = aDelivery({ ...destination, recipients: [ann, wide] });
  expect(await failure(destinations.deliver(mixed, never))).toMatchObject({ kind: "unconfirmed", reached: 1 });
  expect(await note()).toMatchObject({ reached: [expect.any(String)] });
  expect(await lostAnswers()).toEqual([1]);
  expect(await destinations.deliver(mixed, never)).toMatchObject({ to: "2 recipients" });
  expect(server.taken).toHaveLength(2);
  expect(server.taken[0]).toEqual([ann]);
});

describe("A recipient that our mail server can't send to", () => {
  const wide = "josé@partner.example";
  const unasked =
    "The first address has letters before the @ that our mail server doesn't accept. Enter another address. ";
  const lostFor = "For the others: Our mail server's answer was lost";

  it.each([
    [
      "are refused",
      { RCPT: "550 5.1.1 User unknown" },
      `${unasked}The mail server refused the others for good. Check their addresses.`,
      [1],
    ],
    [
      "are put off",
      { RCPT: "450 4.2.0 Greylisted" },
      `${unasked}For the others: The recipients' mail server isn't accepting mail for them now.`,
      [],
    ],
    ["have an unconfirmed mail", { END: "silence" }, `${unasked}${lostFor}, so the report may have arrived.`, []],
    [
      "get refused content",
      { END: "554 5.7.1 Spam" },
      `${unasked}For the others: The mail server refused the content of this mail (554 5.7.1). Send the report as a link, or choose another destination.`,
      [],
    ],
  ] as const)("is named if the others %s", async (_, script, message, refused) => {
    const { mail, others } = await given(script);
    const mixed = aDelivery({ ...destination, recipients: [wide, ann] });
    const destinations = others(withInternationalAddresses(mail, async () => false));
    const told = { message, reached: 0, refused, unsendable: [0] };
    expect(await failure(destinations.deliver(mixed, never))).toMatchObject(told);
    // The next attempt knows it without asking.
    expect((await failure(destinations.deliver(mixed, never))).unsendable).toEqual([0]);
  });

  it("is still named after the mail to the others was lost twice", async () => {
    const { mail, others } = await given({ END: "silence" });
    const mixed = aDelivery({ ...destination, recipients: [wide, ann] });
    const destinations = others(withInternationalAddresses(mail, async () => false));
    await failure(destinations.deliver(mixed, never));
    expect(await failure(destinations.deliver(mixed, never))).toMatchObject({
      message: `${unasked}For the others: We sent the mail twice, but our mail server's answer was lost both times, so the report may have arrived. Ask its recipients before you send it again.`,
      unsendable: [0],
    });
  });
});

describe("A mail server that accepts few recipients per mail", () => {
  const one = () => {
    let taken = 0;
    return {
      MAIL: () => {
        taken = 0;
        return "250 Ok";
      },
      RCPT: () => {
        taken += 1;
        return taken === 1 ? "250 Ok" : "452 4.5.3 Too many recipients";
      },
    };
  };

  it("gets the mail again at once for the rest", async () => {
    const { destinations } = await given(one());
    expect(await destinations.deliver(delivery, never)).toMatchObject({ to: "3 recipients" });
    expect(server.taken).toEqual([[ann], [bob], [cy]]);
  });

  it("is retried later for the remaining recipients if it fails then", async () => {
    const { destinations } = await given(one());
    let mails = 0;
    server.script.END = () => {
      mails += 1;
      return mails === 2 ? "451 4.3.0 Try later" : "250 Ok";
    };
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject({ kind: "ours", reached: 1 });
    expect(await destinations.deliver(delivery, never)).toMatchObject({ to: "3 recipients" });
    expect(server.taken).toEqual([[ann], [bob], [cy]]);
  });

  it("delays the report when it accepts no recipient", async () => {
    const { destinations } = await given({ RCPT: "452 4.5.3 Too many recipients" });
    expect(await failure(destinations.deliver(delivery, never))).toMatchObject({ kind: "deferred", reached: 0 });
  });
});
