import { afterEach, describe, expect, it } from "vitest";
import {
  aDelivery,
  aFile,
  clock,
  failure,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { type SmtpServer, startSmtp } from "#tests/protocols/smtp-server.ts";
import { withInternationalAddresses } from "../../mail/international-addresses.ts";
import { createSmtpMail } from "../../mail/smtp.ts";
import type { EmailDestination } from "../../ports/destination.ts";
import type { DestinationsOptions } from "../create-destinations.ts";

const servers: SmtpServer[] = [];
const start = async (options: Partial<DestinationsOptions> = {}, more: Parameters<typeof startSmtp>[1] = {}) => {
  const server = await startSmtp(undefined, more);
  servers.push(server);
  return { server, ...newDestinations({ mail: server.mail, ...options }) };
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const to = (changes: Partial<EmailDestination> = {}): EmailDestination => ({
  kind: "email",
  recipients: ["ann@partner.example"],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
  ...changes,
});
const three = to({ recipients: ["ann@partner.example", "bob@partner.example", "cy@partner.example"] });

describe("A report by e-mail", () => {
  it("is attached to a mail that describes it if the merchant wrote no message", async () => {
    const { server, destinations } = await start();
    const receipt = await destinations.deliver(aDelivery(to()), never);
    const [arrived] = server.arrived;
    expect(arrived?.mail).toMatchObject({
      subject: "Daily orders, 19 Nov 2026",
      messageId: "<report-run-1@sheaf.example>",
    });
    expect(arrived?.mail.text).toContain('Your report "Daily orders" for 19 Nov 2026 is ready.');
    expect(arrived?.greeting).toBe("sheaf.example");
    expect(arrived?.mail.from?.text).toBe('"Sheaf" <no-reply@sheaf.example>');
    const [attachment] = arrived?.mail.attachments ?? [];
    expect([attachment?.filename, attachment?.content.toString()]).toEqual(["Orders 2026-11-20 0001.csv", reportText]);
    expect(receipt).toMatchObject({ to: "1 recipient", answer: "250 Ok: queued for …", before: false });
    expect(receipt.steps.map(({ step }) => step)).toEqual(["handed over"]);
  });

  it("has the merchant's sender, reply address, subject and message", async () => {
    const { server, destinations } = await start();
    const subject = "{TITLE} of {period}";
    const message = "Hello,\n{file}: from {from} to {to}. {unknown} {title}";
    const destination = to({ fromName: "Aurora,\r\nAthens", replyTo: "owner@aurora.example", subject, message });
    await destinations.deliver(aDelivery(destination, { title: "A {period}" }), never);
    const mail = server.arrived[0]?.mail;
    expect(mail?.subject).toBe("A {period} of 19 Nov 2026");
    expect(mail?.from?.value[0]?.name).toBe("Aurora, Athens");
    expect(mail?.replyTo?.text).toBe("owner@aurora.example");
    expect(mail?.text).toContain(
      "Hello,\nOrders 2026-11-20 0001.csv: from 19 Nov 2026 to 19 Nov 2026. {unknown} A {period}\n",
    );
  });

  it.each([
    "\r\nBcc: spy@evil.example\r\n\r\n<b>",
    "\nBcc: spy@evil.example",
    "\rBcc: spy@evil.example",
    "\u2028Bcc: spy@evil.example",
  ])("gets no extra header through its title, sender and subject: %j", async (ending) => {
    const { server, destinations } = await start();
    const destination = to({ fromName: `Aurora${ending}`, subject: `{title} of the day${ending}` });
    await destinations.deliver(aDelivery(destination, { title: `Orders${ending}` }), never);
    const [arrived] = server.arrived;
    expect(arrived?.mail.headers.has("bcc")).toBe(false);
    expect(arrived?.mail.subject).toMatch(/^Orders.*Bcc: spy@evil\.example.* of the day.*$/);
    expect(arrived?.mail.from?.value).toHaveLength(1);
    expect(server.arrived).toHaveLength(1);
  });

  it("has no invisible characters in its subject and sender", async () => {
    const { server, destinations } = await start();
    const destination = to({ fromName: "Au\u200brora\u202e", subject: "\ufeff{title}\u2066 {file}" });
    await destinations.deliver(aDelivery(destination, { title: "Or\u202edders\u200f" }), never);
    const mail = server.arrived[0]?.mail;
    expect([mail?.subject, mail?.from?.value[0]?.name]).toEqual(["Ordders Orders 2026-11-20 0001.csv", "Aurora"]);
  });

  it("is a link if the merchant chose that or the file is too large, and the mail says so", async () => {
    const { server, destinations } = await start({ attachmentMaxMb: 1 });
    const large = aFile({ text: "x".repeat(750_000) });
    await destinations.deliver(aDelivery(to({ asLink: true })), never);
    await destinations.deliver(aDelivery(to(), { id: "run-2", file: large }), never);
    await destinations.deliver(aDelivery(to(), { id: "run-3", file: aFile({ text: "x".repeat(715_000) }) }), never);
    const [asked, tooLarge, fits] = server.arrived.map(({ mail }) => mail);
    expect(asked?.text).toContain(`Download it here: ${large.link}`);
    expect(tooLarge?.text).toContain("The file is too large for an e-mail, so it isn't attached. Download it here: ");
    expect(fits?.attachments[0]?.size).toBe(715_000);
    expect([asked, tooLarge, fits].map((mail) => mail?.attachments.length)).toEqual([0, 0, 1]);
    expect(large.opened).toBe(0);
  });

  it("announces its size to the mail server", async () => {
    const { server, destinations } = await start({}, { size: 10_000_000 });
    await destinations.deliver(aDelivery(to()), never);
    const [{ raw, announced } = { raw: "", announced: {} }] = server.arrived;
    expect(announced).toMatchObject({ SIZE: `${raw.length}` });
  });

  it("is a link if the mail server announces a lower size limit", async () => {
    const { server, destinations } = await start({}, { size: 100_000 });
    const receipt = await destinations.deliver(aDelivery(three), never);
    expect(receipt).toMatchObject({ to: "3 recipients", before: false });
    expect(server.arrived.map(({ mail }) => [mail.attachments.length, mail.text?.includes("too large")])).toEqual([
      [0, true],
    ]);
  });

  it.each(["552 5.3.4 Message too big", "552 5.2.3 Message length exceeds limit", "552 Too much mail data"])(
    "is sent again as a link to those without the file if the mail server says '%s'",
    async (says) => {
      const { server, destinations } = await start();
      server.refuses.set("bob@partner.example", 451);
      await failure(destinations.deliver(aDelivery(three), never));
      server.refuses.clear();
      server.saysToLarge = says;
      await destinations.deliver(aDelivery(three), never);
      await destinations.deliver(aDelivery(three), never);
      expect(server.arrived.map(({ mail, to: reached }) => [mail.messageId, mail.attachments.length, reached])).toEqual(
        [
          ["<report-run-1@sheaf.example>", 1, ["ann@partner.example", "cy@partner.example"]],
          ["<report-run-1-link@sheaf.example>", 0, ["bob@partner.example"]],
        ],
      );
    },
  );

  it.each([
    ["552 5.2.2 Mailbox full", "deferred"],
    ["554 5.7.1 Attachment refused", "content"],
  ])("isn't sent as a link if the mail server says '%s'", async (says, kind) => {
    const { server, destinations } = await start();
    server.saysToLarge = says;
    expect(await failure(destinations.deliver(aDelivery(to()), never))).toMatchObject({ kind });
    expect(server.arrived).toEqual([]);
  });

  it("says that it is a test run", async () => {
    const { server, destinations } = await start();
    await destinations.deliver(aDelivery(to(), { test: true }), never);
    expect(server.arrived[0]?.mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(server.arrived[0]?.mail.subject).toBe("Test: Daily orders, 19 Nov 2026");
    expect(server.arrived[0]?.mail.text).toContain("This is a test run.");
  });

  it("is one mail to all its recipients, and isn't resent once accepted", async () => {
    const { server, destinations } = await start();
    expect(await destinations.deliver(aDelivery(three), never)).toMatchObject({ to: "3 recipients" });
    expect(await destinations.deliver(aDelivery(three), never)).toMatchObject({ to: "3 recipients", before: true });
    expect(server.arrived.map((arrived) => arrived.to)).toEqual([three.recipients]);
  });

  it.each([
    ["says that it has no space", "full", true],
    ["refuses the login", "password", true],
    ["refuses our address", "error", true],
    ["can't be reached", "closed", true],
    ["closes the connection midway", "cut", true],
    ["doesn't answer the complete mail", "hang", false],
  ] as const)("says whether the mail server has any of it if the server %s", async (_, fault, nothing) => {
    const { server, destinations } = await start({}, { patience: { endMs: 400 } });
    if (fault === "closed") await server.close();
    else server.fault = fault;
    const failed = await failure(destinations.deliver(aDelivery(to()), never));
    const last = { step: nothing ? "handed over" : "answered", ms: expect.any(Number), failed: true };
    expect(failed.steps).toEqual([{ ...last, ...(nothing && { nothingLeft: true }) }]);
  });

  it("is retried only to the recipients that the mail server refused, as the same mail", async () => {
    const { server, destinations } = await start();
    server.refuses.set("bob@partner.example", 451);
    const failed = await failure(destinations.deliver(aDelivery(three), never));
    expect(failed).toMatchObject({
      kind: "deferred",
      reached: 2,
      message: "2 of 3 recipients have the report. The mail server refused recipient 2 of your list for now.",
    });
    server.refuses.clear();
    expect(await destinations.deliver(aDelivery(three), never)).toMatchObject({ to: "3 recipients", before: false });
    expect(server.arrived.map((arrived) => arrived.to)).toEqual([
      ["ann@partner.example", "cy@partner.example"],
      ["bob@partner.example"],
    ]);
    const [first, second] = server.arrived.map(({ mail }) => mail);
    expect([second?.messageId, second?.to]).toEqual([first?.messageId, first?.to]);
  });

  it("is delivered if some recipients are refused for good, and isn't resent to them", async () => {
    const { server, destinations } = await start();
    server.refuses.set("cy@partner.example", 550);
    const receipt = { to: "2 of 3 recipients", refused: [2] };
    expect(await destinations.deliver(aDelivery(three), never)).toMatchObject({ ...receipt, before: false });
    server.refuses.clear();
    expect(await destinations.deliver(aDelivery(three), never)).toMatchObject({ ...receipt, before: true });
    expect(server.arrived.map((arrived) => arrived.to)).toEqual([["ann@partner.example", "bob@partner.example"]]);
  });

  it("is retried while a recipient is refused temporarily, and delivered once the last is accepted or refused for good", async () => {
    const { server, destinations } = await start();
    const arrivedAt = () => server.arrived.map((arrived) => arrived.to.join());
    const [ann, bob, cy] = three.recipients as [string, string, string];
    for (const [id, last] of Object.entries({ taken: undefined, refused: 550 })) {
      server.arrived.length = 0;
      server.refuses.set(bob, 451).set(cy, 550);
      const failed = await failure(destinations.deliver(aDelivery(three, { id }), never));
      expect(failed).toMatchObject({
        kind: "deferred",
        reached: 1,
        message: expect.stringContaining("recipient 2 of"),
      });
      server.refuses.clear();
      if (last !== undefined) server.refuses.set(bob, last);
      const receipt = await destinations.deliver(aDelivery(three, { id }), never);
      expect(receipt).toMatchObject(
        last === undefined
          ? { to: "2 of 3 recipients", refused: [2] }
          : { to: "1 of 3 recipients", refused: [1, 2], answer: "" },
      );
      expect(arrivedAt()).toEqual(last === undefined ? [ann, bob] : [ann]);
    }
  });

  it("fails permanently if all recipients are refused for good", async () => {
    const { server, destinations } = await start();
    server.refuses.set("ann@partner.example", 550);
    const failed = await failure(destinations.deliver(aDelivery(to(), { id: "run-2" }), never));
    expect(failed).toMatchObject({
      kind: "lasting",
      reached: 0,
      refused: [0],
      message: "The mail server refused the only recipient on the list at that time for good. Check the address.",
    });
    for (const one of three.recipients) server.refuses.set(one, 550);
    expect(await failure(destinations.deliver(aDelivery(three, { id: "run-3" }), never))).toMatchObject({
      refused: [0, 1, 2],
      message: "The mail server refused all 3 recipients on the list at that time for good. Check their addresses.",
    });
    const two = to({ recipients: three.recipients.slice(1) });
    expect(await failure(destinations.deliver(aDelivery(two, { id: "run-4" }), never))).toMatchObject({
      message: "The mail server refused both recipients on the list at that time for good. Check their addresses.",
    });
    // The order doesn't matter: while one recipient is refused temporarily, another try may help.
    for (const [n, forNow] of three.recipients.entries()) {
      for (const one of three.recipients) server.refuses.set(one, one === forNow ? 451 : 550);
      const mixed = await failure(destinations.deliver(aDelivery(three, { id: `mixed-${n}` }), never));
      expect(mixed).toMatchObject({ kind: "deferred", reached: 0 });
    }
  });

  it.each([
    ["refuse", "ours"],
    ["cut", "ours"],
    ["full", "ours"],
    ["password", "ours"],
    ["error", "ours"],
  ] as const)("fails on %s, and is sent once that is over", async (fault, kind) => {
    const { server, destinations } = await start();
    server.fault = fault;
    const failed = await failure(destinations.deliver(aDelivery(to()), never));
    expect(failed).toMatchObject({ kind, steps: [{ step: "handed over", failed: true }] });
    expect(server.arrived).toEqual([]);
    server.fault = "none";
    await destinations.deliver(aDelivery(to()), never);
    expect(server.arrived).toHaveLength(1);
  });

  it.each([
    ["error", "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything."],
    ["password", "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything."],
    [
      "spam",
      "The mail server refused the content of this mail (554 5.7.1). Send the report as a link, or choose another destination.",
    ],
    ["greylisting", "The recipients' mail server isn't accepting mail for them now."],
  ] as const)("names the party at fault on %s", async (fault, message) => {
    const { server, destinations } = await start();
    if (fault === "greylisting") server.refuses.set("ann@partner.example", 450);
    else server.fault = fault;
    expect((await failure(destinations.deliver(aDelivery(to()), never))).message).toBe(message);
  });

  it("is retried in an hour if the mail server refuses its content", async () => {
    const { server, destinations } = await start({ clock: { ...clock, wall: () => new Date("2026-11-20T12:00:00Z") } });
    server.fault = "spam";
    const failed = await failure(destinations.deliver(aDelivery(to()), never));
    expect(failed).toMatchObject({ kind: "content", notBefore: "2026-11-20T13:00:00.000Z" });
  });

  it("does not wait forever for a silent mail server", async () => {
    const { server, destinations } = await start({}, { patience: { endMs: 400 } });
    server.fault = "hang";
    const failed = await failure(destinations.deliver(aDelivery(to()), never));
    expect(failed).toMatchObject({ kind: "unconfirmed", message: expect.stringContaining("answer was lost") });
  });

  it("arrives through a slow mail server", async () => {
    const { server, destinations } = await start();
    server.fault = "slow";
    await destinations.deliver(aDelivery(three), never);
    expect(server.arrived).toHaveLength(1);
  });

  it("stops at once on request", async () => {
    const { server, destinations } = await start();
    server.fault = "hang";
    const stop = new AbortController();
    const delivered = destinations.deliver(aDelivery(to()), stop.signal);
    stop.abort(new Error("The worker ends."));
    await expect(delivered).rejects.toThrow("The worker ends.");
  });

  it("is not sent if our own file is damaged", async () => {
    const { server, destinations } = await start();
    const file = aFile({ sha256: "0".repeat(64) });
    await expect(destinations.deliver(aDelivery(to(), { file }), never)).rejects.toThrow("isn't what was published");
    expect(server.arrived).toEqual([]);
  });

  it("is not sent to an invalid address", async () => {
    const { server, destinations } = await start();
    for (const bad of [
      to({ recipients: [] }),
      to({ recipients: ["ann@partner"] }),
      to({ replyTo: "a@b.example\nBcc: c" }),
    ])
      expect((await failure(destinations.deliver(aDelivery(bad), never))).kind).toBe("lasting");
    expect(server.arrived).toEqual([]);
  });
});

describe("Non-ASCII letters in an address", () => {
  const wide = to({ recipients: ["ann@partner.example", "bob@partner.example", "josé@partner.example"] });
  const reached = (server: SmtpServer) => server.arrived.map((arrived) => arrived.to);

  it("before the @ are sent by SMTPUTF8, in a separate mail from the other recipients'", async () => {
    const { server, destinations } = await start();
    expect(await destinations.deliver(aDelivery(wide), never)).toMatchObject({ to: "3 recipients" });
    expect(reached(server)).toEqual([["ann@partner.example", "bob@partner.example"], ["josé@partner.example"]]);
    const [plain, utf8] = server.arrived;
    expect([plain?.announced, utf8?.announced]).toEqual([false, { SMTPUTF8: true }]);
    expect(plain?.raw).toMatch(/^\p{ASCII}*$/u);
    expect(utf8?.mail.to).toMatchObject({ value: wide.recipients.map((address) => ({ address })) });
  });

  it("before the @ don't cost their recipient the report if the mail server refuses all others for good", async () => {
    const { server, destinations } = await start();
    for (const one of ["ann@partner.example", "bob@partner.example"]) server.refuses.set(one, 550);
    expect(await destinations.deliver(aDelivery(wide), never)).toMatchObject({
      to: "1 of 3 recipients",
      newlyReached: [2],
      refused: [0, 1],
    });
    expect(reached(server)).toEqual([["josé@partner.example"]]);
  });

  it("before the @ exclude only their recipient if the mail server has no SMTPUTF8", async () => {
    const { server, destinations } = await start({}, { utf8: false });
    const receipt = { to: "2 of 3 recipients", refused: [], unsendable: [2] };
    const first = await destinations.deliver(aDelivery(wide), never);
    expect(first).toMatchObject({ ...receipt, before: false });
    // Only the server's message.
    expect(first.answer).toMatch(/^250 [^()]*$/);
    expect(await destinations.deliver(aDelivery(wide), never)).toMatchObject({ ...receipt, before: true });
    expect(reached(server)).toEqual([["ann@partner.example", "bob@partner.example"]]);
  });

  it("aren't reported as refused by the mail server, which wasn't asked, even at a later try", async () => {
    const { server, destinations } = await start({}, { utf8: false });
    server.refuses.set("bob@partner.example", 450);
    const first = await failure(destinations.deliver(aDelivery(wide), never));
    expect(first).toMatchObject({ kind: "deferred", reached: 1, refused: [], unsendable: [2] });
    expect(first.message).toBe(
      "1 of 3 recipients has the report. The third address has letters before the @ that our mail server doesn't accept. Enter another address. The mail server refused recipient 2 of your list for now.",
    );
    expect((await failure(destinations.deliver(aDelivery(wide), never))).message).toBe(
      "1 of 3 recipients has the report. The third address has letters before the @ that our mail server doesn't accept. Enter another address. For the others: The recipients' mail server isn't accepting mail for them now.",
    );
    server.refuses.clear();
    expect(await destinations.deliver(aDelivery(wide), never)).toMatchObject({
      ...{ to: "2 of 3 recipients", refused: [], unsendable: [2] },
    });
  });

  it("end the delivery if all recipients have them before the @ and the mail server has no SMTPUTF8", async () => {
    const { server, destinations } = await start({}, { utf8: false });
    const both = to({ recipients: ["josé@partner.example", "ánna@partner.example"] });
    expect(await failure(destinations.deliver(aDelivery(both), never))).toMatchObject({
      kind: "lasting",
      reached: 0,
      unsendable: [0, 1],
      cause: { because: "letters" },
      message:
        "The first and second addresses have letters before the @ that our mail server doesn't accept. Enter others.",
    });
    expect(server.arrived).toEqual([]);
  });

  it.each([
    ["every recipient", ["josé@partner.example"], undefined],
    ["one recipient of the same mail", ["josé@partner.example", "ánna@partner.example"], [0]],
    ["the recipient of a separate mail", ["ann@partner.example", "josé@partner.example"], [1]],
  ])("before the @ count as unsendable if the mail server refuses %s with 5.6.7", async (_, recipients, unsendable) => {
    const server = await startScriptedSmtp({
      EHLO: "250-mail.example\r\n250 SMTPUTF8",
      RCPT: (line) => (line.includes("<jos") ? "553 5.6.7 Non-ASCII addresses not permitted" : "250 Ok"),
    });
    const mail = createSmtpMail({ url: server.url, from: "no-reply@sheaf.example" });
    const { destinations } = newDestinations({ mail: withInternationalAddresses(mail, async () => true) });
    const delivered = destinations.deliver(aDelivery(to({ recipients })), never);
    if (unsendable) expect(await delivered).toMatchObject({ to: "1 of 2 recipients", refused: [], unsendable });
    else
      expect(await failure(delivered)).toMatchObject({
        kind: "lasting",
        message:
          "The first address has letters before the @ that our mail server doesn't accept. Enter another address.",
      });
    await server.close();
  });

  it("before the @ leave their recipients for a later try if the mail server refuses them temporarily", async () => {
    const { server, destinations } = await start();
    server.refuses.set("josé@partner.example", 451);
    const failed = await failure(destinations.deliver(aDelivery(wide), never));
    expect(failed).toMatchObject({ kind: "deferred", reached: 2 });
    server.refuses.clear();
    await destinations.deliver(aDelivery(wide), never);
    expect(reached(server)).toEqual([["ann@partner.example", "bob@partner.example"], ["josé@partner.example"]]);
  });

  it("appear in the text if the reply address has them before the @, as no header may contain them", async () => {
    const { server, destinations } = await start();
    await destinations.deliver(aDelivery(to({ replyTo: "josé@aurora.example" })), never);
    const [arrived] = server.arrived;
    expect([arrived?.mail.replyTo, arrived?.announced]).toEqual([undefined, false]);
    expect(arrived?.mail.text).toContain("Replies go to: josé@aurora.example");
    expect(arrived?.raw).toMatch(/^\p{ASCII}*$/u);
  });

  it("after the @ are sent as punycode, and a refusal is matched to its recipient", async () => {
    const { server, destinations } = await start();
    const greek = to({ recipients: ["ann@παράδειγμα.example", "bob@παράδειγμα.example"] });
    // The server decodes the domain, so the refusal is matched by the envelope's own spelling.
    server.refuses.set("bob@παράδειγμα.example", 550);
    const receipt = await destinations.deliver(aDelivery(greek), never);
    expect(receipt).toMatchObject({ to: "1 of 2 recipients", refused: [1] });
    expect(server.arrived[0]?.raw).toMatch(/^To: ann@xn--hxajbheg2az3al\.example,/m);
    expect(server.arrived[0]?.announced).toBe(false);
  });
});
