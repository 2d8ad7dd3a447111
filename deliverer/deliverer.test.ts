import { describe, expect, it } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { runJob } from "#application/jobs/run-job.ts";
import { readMails, readUndelivered } from "#application/mails/mail-records.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { type SupportCommand, supportDecider } from "#domain/support/decider.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { MailDeps } from "./deps.ts";
import { mailKind, mailLane } from "./mails/mail-job.ts";
import { createMailJob, retryDelay } from "./mails/send-mail.ts";
import { mailReactions } from "./reactions.ts";

const tenant = "tenant-1";
const words = "Where is my report?";

const setUp = async (changes: { supportEmail?: string | undefined; email?: string } = {}) => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const stateStore = createMemoryStateStore(clock);
  const eventStore = createMemoryEventStore();
  const vault = createMemoryVault();
  const queue = createMemoryWorkQueue(clock);
  const mail = createMemoryMail();
  const outbox = createMemoryMail();
  const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createFakeIds(), upcasters });
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
  const deps: MailDeps = {
    runner,
    vault,
    mail,
    outbox,
    supportEmail: "supportEmail" in changes ? changes.supportEmail : "help@sheaf.example",
    appUrl: "https://sheaf.example",
    log: { info: note, warn: note, error: note },
    stateStore,
    clock,
  };
  const request = { tenant, actor: { kind: "merchant" } as const, correlation: "c" };
  const emailRef = await vault.put(changes.email ?? "owner@aurora.example", { owner: tenant });
  const profile = {
    platformId: "1",
    name: "Aurora",
    emailRef,
    myshopifyDomain: "aurora-demo.myshopify.com",
    ianaTimezone: "Europe/Athens",
    currencyCode: "EUR",
    moneyFormat: "",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    plan: "Basic",
    primaryLocale: "el",
  };
  const onShop = (command: (context: ShopCommand["context"]) => ShopCommand) =>
    runner.execute(shopDecider, tenant, command, request);
  await onShop((context) => ({ type: "InstallShop", tenant, shop: "aurora-demo", context }));
  await onShop((context) => ({ type: "AuthorizeShop", scopes: [], profile, context }));

  /** Records an event as if a merchant wrote to support. The deliverer makes a job of it. */
  const write = async (messageId: string) => {
    const messageRef = await vault.put(words, { owner: tenant, reference: `support-message:${messageId}` });
    await runner.execute(
      supportDecider,
      tenant,
      (context): SupportCommand => ({ type: "SendSupportMessage", messageId, messageRef, context }),
      request,
    );
    await hear();
    return messageRef;
  };
  const hear = async () => {
    const events = await eventStore.readStream(`support-${tenant}`);
    await mailReactions({ queue })(events.filter(({ type }) => type === "SupportMessageSent"));
  };
  const { signal } = new AbortController();
  const doing = { queue, clock, log: deps.log, handlers: { [mailKind]: createMailJob(deps) }, signal };
  /** Runs one job. Returns whether there was one. */
  const work = async () => {
    const job = await queue.claim({ kinds: [mailKind], lanes: [mailLane], worker: "w", leaseMs: 1_000 });
    if (job) await runJob(doing, job);
    return job !== undefined;
  };
  /** Reads the mail list that support sees. */
  const seen = async () =>
    (await readMails({ state: stateStore, clock }, tenant)).map(({ id, kind, about, outcome, recipients }) =>
      [id, kind, about, outcome, recipients].join(" "),
    );
  const logged = () => lines.join("\n");
  return { doing, clock, stateStore, queue, vault, mail, outbox, write, hear, work, seen, emailRef, logged };
};

describe("A message to support", () => {
  it("is mailed to support, and replies go to the shop's own address", async () => {
    const { mail, outbox, write, work, logged } = await setUp();
    await write("m1");
    expect(await work()).toBe(true);
    expect(mail.sent).toEqual([
      {
        id: "support-m1",
        owner: { tenant, shop: "aurora-demo" },
        to: ["help@sheaf.example"],
        replyTo: "owner@aurora.example",
        subject: "Message from aurora-demo",
        text: expect.stringMatching(
          /^Where is my report\?\n\n-- \nShop: aurora-demo\nReply to: owner@aurora\.example\n/,
        ),
        date: new Date("2026-11-20T12:00:00.000Z"),
      },
    ]);
    expect(outbox.sent).toEqual([]);
    expect(await work()).toBe(false);
    expect(logged()).not.toMatch(/report\?|owner@/);
  });

  it("is mailed once if its event is delivered several times", async () => {
    const { mail, write, hear, work } = await setUp();
    await write("m1");
    await hear();
    await work();
    await hear();
    expect(await work()).toBe(false);
    expect(mail.sent).toHaveLength(1);
  });

  it("is sent once if the worker dies after recording it as sent", async () => {
    const { doing, clock, queue, mail, write, work } = await setUp();
    await write("m1");
    const dying = { ...doing, queue: { ...queue, complete: () => Promise.reject(new Error("killed")) } };
    const job = await queue.claim({ kinds: [mailKind], lanes: [mailLane], worker: "w", leaseMs: 1_000 });
    if (!job) throw new Error("There is no job.");
    await expect(runJob(dying, job)).rejects.toThrow("killed");
    clock.advanceWall(1_001);
    expect([await work(), await work()]).toEqual([true, false]);
    expect(mail.sent).toHaveLength(1);
  });

  it("is sent a second time, under the same id, if the worker dies after the final dot, but never a third time", async () => {
    const { clock, mail, write, work, seen } = await setUp();
    await write("m1");
    const { send } = mail;
    mail.send = async (...sending) => {
      await send(...sending);
      throw new Error("killed");
    };
    for (let n = 0; n < 4; n += 1) {
      await work();
      clock.advanceWall(60_000);
    }
    expect(mail.sent).toHaveLength(2);
    expect(mail.sent[1]).toEqual(mail.sent[0]);
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 may have arrived 1"]);
    expect(await work()).toBe(false);
  });

  it("goes to the outbox if no support address is set, with or without a mail server", async () => {
    const { mail, outbox, write, work } = await setUp({ supportEmail: undefined });
    await write("m1");
    await work();
    expect([mail.sent.length, outbox.sent[0]?.to]).toEqual([0, ["support@localhost"]]);
  });

  it("backs off while the mail server can't be reached, then is sent under the same id", async () => {
    const { clock, mail, write, work } = await setUp();
    await write("m1");
    mail.failing = new MailUnavailable("Not now.", { notTaken: true });
    expect(await work()).toBe(true);
    expect(await work()).toBe(false);
    clock.advanceWall(5_000);
    expect(await work()).toBe(true);
    clock.advanceWall(5_000);
    expect(await work()).toBe(false);
    clock.advanceWall(5_000);
    mail.failing = undefined;
    expect(await work()).toBe(true);
    expect(mail.sent.map(({ id }) => id)).toEqual(["support-m1"]);
    expect([1, 2, 3, 8, 50].map(retryDelay)).toEqual([5_000, 10_000, 20_000, 600_000, 600_000]);
  });

  it("is retried every hour after the mail server refused it", async () => {
    const { clock, mail, write, work } = await setUp();
    await write("m1");
    mail.failing = new MailRefused("Never.");
    await work();
    clock.advanceWall(3_599_000);
    expect(await work()).toBe(false);
    clock.advanceWall(1_000);
    mail.failing = undefined;
    expect(await work()).toBe(true);
    expect(mail.sent.map(({ id }) => id)).toEqual(["support-m1"]);
  });

  it("waits for our mail server only while that is at fault, not while the recipient's server defers it", async () => {
    const { clock, mail, stateStore, write, work, seen } = await setUp();
    await write("m1");
    for (const ours of [true, false]) {
      mail.failing = new MailUnavailable("450 4.2.0", { notTaken: true, ours, reason: "code 450 4.2.0 to RCPT TO" });
      expect(await work()).toBe(true);
      expect(await seen()).toEqual(["send-mail:m1 message to support m1 waiting 1"]);
      expect(await readUndelivered({ state: stateStore }, "waiting")).toHaveLength(ours ? 1 : 0);
      clock.advanceWall(60_000);
    }
  });

  it("is sent again ten minutes after its answer was lost", async () => {
    const { clock, mail, write, work } = await setUp();
    await write("m1");
    mail.failing = new MailUnavailable("No answer.", { notTaken: false });
    await work();
    clock.advanceWall(599_000);
    expect(await work()).toBe(false);
    clock.advanceWall(1_000);
    expect(await work()).toBe(true);
  });

  it("may have arrived if the second answer is lost too, and is never sent a third time", async () => {
    const { clock, mail, queue, write, work, seen, logged } = await setUp();
    await write("m1");
    mail.failing = new MailUnavailable("No answer.", { notTaken: false });
    await work();
    clock.advanceWall(600_000);
    await work();
    mail.failing = undefined;
    clock.advanceWall(600_000);
    expect([await work(), await queue.getStatus("send-mail:m1"), mail.sent]).toEqual([false, "completed", []]);
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 may have arrived 1"]);
    expect(logged()).toContain("The mail server's answer to a mail was lost twice, so it may have arrived.");
  });

  it("may have arrived if its answer was lost and the mail server refuses it for five days after that", async () => {
    const { clock, mail, queue, stateStore, write, work, seen } = await setUp();
    await write("m1");
    mail.failing = new MailUnavailable("No answer.", { notTaken: false });
    await work();
    clock.advanceWall(600_000);
    mail.failing = new MailRefused("Unknown.", { code: "550 5.1.1", command: "RCPT TO" });
    await work();
    const [noted] = await readMails({ state: stateStore, clock }, undefined);
    const reason = "the first sending may have arrived, as its answer was lost; now: code 550 5.1.1 to RCPT TO";
    expect(noted).toMatchObject({ outcome: "refused", reason });
    clock.advanceWall(5 * 86_400_000);
    await work();
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 may have arrived 1"]);
    expect(await queue.getStatus("send-mail:m1")).toBe("completed");
  });

  it("is retried for as long as the mail server answers the whole mail with a temporary error", async () => {
    const { clock, mail, write, work, seen } = await setUp();
    await write("m1");
    const { send } = mail;
    mail.send = async (_message, { beforeEnd } = {}) => {
      await beforeEnd?.();
      throw new MailUnavailable("451 4.3.0 Queue error", { notTaken: true });
    };
    for (let n = 0; n < 4; n += 1) {
      expect(await work()).toBe(true);
      clock.advanceWall(60_000);
    }
    mail.send = send;
    await work();
    expect([await seen(), mail.sent.length]).toEqual([["send-mail:m1 message to support m1 sent 1"], 1]);
  });

  it("isn't listed as waiting after it was sent, even if the state store was read-only then", async () => {
    const { clock, stateStore, mail, write, work, seen } = await setUp();
    await write("m1");
    mail.failing = new MailUnavailable("Not now.", { notTaken: true });
    await work();
    clock.advanceWall(5_000);
    mail.failing = undefined;
    const { put } = stateStore;
    let refusals = 1;
    stateStore.put = async (key, value, options) => {
      const { outcome } = value as { outcome?: string };
      if (outcome === "sent" && refusals > 0) {
        refusals -= 1;
        throw new StoreUnwritable("state.db", "EROFS");
      }
      return put(key, value, options);
    };
    await work();
    expect([await seen(), mail.sent.length]).toEqual([["send-mail:m1 message to support m1 sent 1"], 1]);
  });

  it("isn't listed as waiting after its text is erased", async () => {
    const { clock, mail, vault, write, work, seen } = await setUp();
    const words = await write("m1");
    mail.failing = new MailUnavailable("Not now.", { notTaken: true });
    await work();
    await vault.erase(words);
    clock.advanceWall(5_000);
    await work();
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 failed 1"]);
  });

  it("is listed as stuck if it can't be sent for another reason", async () => {
    const { clock, mail, queue, write, work, seen } = await setUp();
    await write("m1");
    mail.failing = new RangeError("This cannot be sent.");
    for (let n = 0; n < 10; n += 1) {
      await work();
      clock.advanceWall(60_000);
    }
    expect(await queue.listDead(10)).toHaveLength(1);
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 stuck 1"]);
  });

  it.each([new MailUnavailable("Not now.", { notTaken: true }), new MailRefused("Never.")])(
    "is given up after five days, and is sent when support retries it: %s",
    async (failing) => {
      const { clock, mail, queue, write, work, seen } = await setUp();
      await write("m1");
      mail.failing = failing;
      await work();
      clock.advance(5 * 24 * 3_600_000 - 1);
      await work();
      expect(await queue.listDead(10)).toEqual([]);
      clock.advance(3_600_000);
      await work();
      expect(await queue.listDead(10)).toMatchObject([
        { id: "send-mail:m1", reason: expect.stringContaining(failing.message) },
      ]);
      expect(await seen()).toEqual(["send-mail:m1 message to support m1 stuck 1"]);
      clock.advance(3_600_000);
      expect(await work()).toBe(false);
      await queue.revive("send-mail:m1");
      await work();
      expect(await seen()).toEqual([expect.stringMatching(/ (?:waiting|refused) 1$/)]);
      clock.advance(5 * 24 * 3_600_000 - 1);
      await work();
      expect(await queue.listDead(10)).toEqual([]);
      clock.advance(3_600_000);
      mail.failing = undefined;
      await work();
      expect(mail.sent.map(({ id }) => id)).toEqual(["support-m1"]);
      expect(await seen()).toEqual(["send-mail:m1 message to support m1 sent 1"]);
    },
  );

  it("is listed for support with its latest outcome, without its address", async () => {
    const { clock, mail, write, work, seen } = await setUp();
    await write("m1");
    mail.failing = new MailUnavailable("Not now.", { notTaken: true });
    await work();
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 waiting 1"]);
    clock.advanceWall(5_000);
    mail.failing = new MailRefused("Never.");
    await work();
    expect(await seen()).toEqual(["send-mail:m1 message to support m1 refused 1"]);
    mail.failing = undefined;
    await write("m2");
    await work();
    expect(await seen()).toContain("send-mail:m2 message to support m2 sent 1");
    clock.advance(31 * 24 * 3_600_000);
    expect(await seen()).toEqual([]);
  });

  it("is not sent after its text is erased", async () => {
    const { mail, vault, write, work } = await setUp();
    await vault.erase(await write("m1"));
    expect([await work(), await work(), mail.sent]).toEqual([true, false, []]);
  });

  it("is not left in the outbox if its text is erased while it is being written", async () => {
    const { outbox, vault, write, work, seen } = await setUp({ supportEmail: undefined });
    const messageRef = await write("m1");
    const { send } = outbox;
    outbox.send = async (message) => {
      // The erasure finds nothing to remove yet.
      await vault.erase(messageRef);
      expect(await outbox.remove("support-m1")).toBe(false);
      return send(message);
    };
    await work();
    expect([outbox.sent, await seen()]).toEqual([[], []]);
  });

  it("is removed from the outbox by the next worker if its text was erased after the first was killed", async () => {
    const { doing, clock, queue, outbox, vault, write, work } = await setUp({ supportEmail: undefined });
    const messageRef = await write("m1");
    const dying = { ...doing, queue: { ...queue, complete: () => Promise.reject(new Error("killed")) } };
    const job = await queue.claim({ kinds: [mailKind], lanes: [mailLane], worker: "w", leaseMs: 1_000 });
    if (!job) throw new Error("There is no job.");
    await expect(runJob(dying, job)).rejects.toThrow("killed");
    expect(outbox.sent).toHaveLength(1);
    await vault.erase(messageRef);
    clock.advanceWall(1_001);
    await work();
    expect(outbox.sent).toEqual([]);
  });

  it.each([
    ["was erased", undefined],
    ["isn't valid", "owner at aurora"],
  ])("is sent without a reply address if the shop's address %s", async (_name, email) => {
    const { mail, vault, emailRef, write, work } = await setUp(email === undefined ? {} : { email });
    if (email === undefined) await vault.erase(emailRef);
    await write("m1");
    await work();
    expect(mail.sent[0]).not.toHaveProperty("replyTo");
    expect(mail.sent[0]?.text).toContain("Reply to: unknown");
  });
});
