import { afterEach, expect, it } from "vitest";
import { readMails, readUndelivered } from "#application/mails/mail-records.ts";
import { DestinationKind, WebhookMethod } from "#domain/enumerations.ts";
import type { RunOutcome } from "#domain/ledger/events.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { runDecider } from "#domain/run/decider.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";
import { reportMailReactions } from "../reactions.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const byEmail = {
  kind: DestinationKind.Email,
  recipients: ["ann@partner.example", "bob@partner.example"],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
} as const;
const seenBy = async ({ deps }: Awaited<ReturnType<typeof setUpDeliverer>>) =>
  readMails({ state: deps.stateStore, clock: deps.clock }, tenant);

it("support sees a report's mail with its number of recipients, and no address", async () => {
  const server = await startSmtp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer({ mail: server.mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  const mail = { id: `report:${run.runId}`, kind: "report", about: run.runId, recipients: 2 };
  server.fault = "refuse";
  await sheaf.work();
  const since = sheaf.clock.wall().toISOString();
  const reason = "it closed the connection unexpectedly";
  expect(await seenBy(sheaf)).toEqual([{ ...mail, tenant, outcome: "waiting", reason, at: since, since }]);
  sheaf.clock.advance(3_600_000);
  await sheaf.again(run.job);
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ ...mail, outcome: "waiting", since }]);
  server.fault = "none";
  await sheaf.again(run.job);
  await sheaf.work();
  const mails = await seenBy(sheaf);
  expect(mails).toMatchObject([{ ...mail, outcome: "sent", reason: null, since: null }]);
  expect(JSON.stringify(mails)).not.toContain("@");
});

/** A report whose mail waits for our mail server. `end` ends its run, `hear` delivers that event to the deliverer. */
const givenWaiting = async () => {
  const server = await startSmtp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer({ mail: server.mail });
  const { runId, job } = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  server.fault = "refuse";
  const of = { tenant, actor: { kind: "system", part: "scheduler" } as const, correlation: "c" };
  const end = (outcome: RunOutcome) =>
    sheaf.deps.runner.execute(
      runDecider,
      runId,
      (context): RunCommand => ({ type: "EndRun", outcome, reason: "It failed.", context }),
      of,
    );
  const hear = async () => reportMailReactions(sheaf.deps)(await sheaf.deps.eventStore.readStream(`run-${runId}`));
  return { server, sheaf, runId, job, end, hear };
};

it("support sees a report's mail as failed as soon as its run has ended, and not before", async () => {
  const { sheaf, end, hear } = await givenWaiting();
  await sheaf.work();
  sheaf.clock.advance(3 * 3_600_000);
  await hear();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "waiting" }]);
  await end("failed");
  await hear();
  const reason = "it closed the connection unexpectedly";
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "failed", since: null, reason }]);
});

it("support sees a report's mail as sent even if its worker died before recording that", async () => {
  const { server, sheaf, job, end, hear } = await givenWaiting();
  await sheaf.work();
  server.fault = "none";
  await sheaf.again(job);
  const { stateStore } = sheaf.deps;
  const put: typeof stateStore.put = async (key, ...rest) => {
    if (key.startsWith("mail:")) throw new Error("killed");
    return stateStore.put(key, ...rest);
  };
  await sheaf.work({ stateStore: { ...stateStore, put } });
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "waiting" }]);
  await end("delivered");
  await hear();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "sent", since: null, reason: null }]);
});

it("a report's mail isn't listed as waiting if its run ended before the record was written", async () => {
  const { sheaf, end, hear } = await givenWaiting();
  const { stateStore } = sheaf.deps;
  const put: typeof stateStore.put = async (key, ...rest) => {
    if (key.startsWith("mail:") && (rest[0] as { outcome?: string }).outcome === "waiting") {
      await end("failed");
      await hear();
    }
    return stateStore.put(key, ...rest);
  };
  await sheaf.work({ stateStore: { ...stateStore, put } });
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "failed", since: null }]);
});

it("a record is written again if its store doesn't accept it", async () => {
  const { sheaf } = await givenWaiting();
  const { stateStore } = sheaf.deps;
  let refusals = 1;
  const put: typeof stateStore.put = async (key, ...rest) => {
    if (key.startsWith("mail:") && refusals > 0) {
      refusals -= 1;
      throw new StoreUnwritable("state.db", "EROFS");
    }
    return stateStore.put(key, ...rest);
  };
  await sheaf.work({ stateStore: { ...stateStore, put } });
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "waiting" }]);
});

it("a report whose answer was lost waits to be sent again, and then may have arrived", async () => {
  const lost = new MailUnavailable("No answer.", { notTaken: false });
  const mail = createMemoryMail();
  mail.send = async (_, { beforeEnd = async () => {} } = {}) => {
    await beforeEnd();
    throw lost;
  };
  const sheaf = await setUpDeliverer({ mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "waiting", since: expect.any(String) }]);
  await sheaf.again(run.job);
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "may have arrived", since: null }]);
});

it("a report whose answer was lost may have arrived, even if all its recipients are refused later", async () => {
  const mail = createMemoryMail();
  const errors = [new MailUnavailable("No answer.", { notTaken: false }), new MailRefused("Unknown.")];
  mail.send = async (_, { beforeEnd = async () => {} } = {}) => {
    await beforeEnd();
    throw errors.shift();
  };
  const sheaf = await setUpDeliverer({ mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  await sheaf.again(run.job);
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "may have arrived", reason: "code 550" }]);
});

it("support sees a report as partly sent if some have it and the others were put off until its run ended", async () => {
  const mail = createMemoryMail();
  const refused = [{ address: "bob@partner.example", forGood: false }];
  mail.send = async () => ({ answer: "250 Ok", refused });
  const sheaf = await setUpDeliverer({ mail });
  const { runId } = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  const of = { tenant, actor: { kind: "system", part: "scheduler" } as const, correlation: "c" };
  const end = (context: RunCommand["context"]): RunCommand => ({
    type: "EndRun",
    outcome: "failed",
    reason: "No.",
    context,
  });
  await sheaf.deps.runner.execute(runDecider, runId, end, of);
  await reportMailReactions(sheaf.deps)(await sheaf.deps.eventStore.readStream(`run-${runId}`));
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "partly sent", since: null }]);
  const byHand = await setUpDeliverer({ mail });
  await byHand.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] }, { cause: "test" });
  await byHand.work();
  expect(await seenBy(byHand)).toMatchObject([{ outcome: "partly sent", since: null }]);
});

it("support sees a report's mail as partly sent if the report went to a webhook in the end", async () => {
  const server = await startHttp();
  closing.push(server.close);
  const mail = createMemoryMail();
  mail.send = async () => ({ answer: "250 Ok", refused: [{ address: "bob@partner.example", forGood: false }] });
  const sheaf = await setUpDeliverer({ mail });
  const automationId = await sheaf.givenReport({ ...byEmail, recipients: [...byEmail.recipients] });
  const { runId, job } = await sheaf.givenRun(automationId);
  await sheaf.work();
  await sheaf.edit(automationId, {
    kind: DestinationKind.Webhook,
    method: WebhookMethod.Post,
    url: `${server.origin}/hook`,
  });
  await sheaf.again(job);
  await sheaf.work();
  const of = { tenant, actor: { kind: "system", part: "scheduler" } as const, correlation: "c" };
  const end = (context: RunCommand["context"]) =>
    ({ type: "EndRun", outcome: "delivered", reason: null, context }) as const;
  await sheaf.deps.runner.execute(runDecider, runId, end, of);
  await reportMailReactions(sheaf.deps)(await sheaf.deps.eventStore.readStream(`run-${runId}`));
  const reason = "1 of 2 recipients has it; 1 refused for now";
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "partly sent", since: null, recipients: 2, reason }]);
});

it("support sees how many have, or were to get, a report's mail if its list was edited", async () => {
  const mail = createMemoryMail();
  mail.send = async () => ({ answer: "250 Ok", refused: [{ address: "bob@partner.example", forGood: false }] });
  const sheaf = await setUpDeliverer({ mail });
  const automationId = await sheaf.givenReport({ ...byEmail, recipients: [...byEmail.recipients] });
  const { job } = await sheaf.givenRun(automationId);
  await sheaf.work();
  await sheaf.edit(automationId, { ...byEmail, recipients: ["bob@partner.example"] });
  mail.send = () => Promise.reject(new MailRefused("Unknown.", { because: "recipient" }));
  await sheaf.again(job);
  await sheaf.work();
  const reason = "1 of 2 recipients has it; code 550";
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "partly sent", recipients: 2, reason }]);
});

it("support still sees that some have a waiting report after a try that reached nobody else", async () => {
  const mail = createMemoryMail();
  mail.send = async () => ({ answer: "250 Ok", refused: [{ address: "bob@partner.example", forGood: false }] });
  const sheaf = await setUpDeliverer({ mail });
  const automationId = await sheaf.givenReport({ ...byEmail, recipients: [...byEmail.recipients] });
  const { job } = await sheaf.givenRun(automationId);
  await sheaf.work();
  mail.send = () => Promise.reject(new MailUnavailable("Later.", { notTaken: true, ours: false, reason: "code 450" }));
  await sheaf.again(job);
  await sheaf.work();
  const rows = async () =>
    (await seenBy(sheaf)).map(({ outcome, recipients, reason }) => [outcome, recipients, reason]);
  expect(await rows()).toEqual([["waiting", 2, "1 of 2 recipients has it; code 450"]]);
  await sheaf.edit(automationId, { ...byEmail, recipients: ["cy@partner.example", "bob@partner.example"] });
  mail.send = async () => ({ answer: "250 Ok", refused: [{ address: "bob@partner.example", forGood: false }] });
  await sheaf.again(job);
  await sheaf.work();
  expect(await rows()).toEqual([["waiting", 3, "2 of 3 recipients have it; 1 refused for now"]]);
});

it("support still sees who may have a mail, though they are off the list that confirmed it", async () => {
  const lost = new MailUnavailable("No answer.", { notTaken: false });
  const mail = createMemoryMail();
  const takes = mail.send;
  mail.send = async (_, { beforeEnd = async () => {} } = {}) => {
    await beforeEnd();
    throw lost;
  };
  const sheaf = await setUpDeliverer({ mail });
  const automationId = await sheaf.givenReport({ ...byEmail, recipients: ["ann@partner.example"] });
  const { job } = await sheaf.givenRun(automationId);
  await sheaf.work();
  await sheaf.edit(automationId, { ...byEmail, recipients: ["cy@partner.example", "dan@partner.example"] });
  mail.send = takes;
  await sheaf.again(job);
  await sheaf.work();
  const reason = "2 of 3 recipients have it";
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "may have arrived", recipients: 3, reason }]);
});

it("support sees recipients that our mail server can't send to apart from refused ones", async () => {
  const mail = createMemoryMail();
  const [ann, bob] = byEmail.recipients;
  mail.send = async (_, { onUnsendable } = {}) => {
    onUnsendable?.([bob]);
    return { answer: "250 Ok", refused: [{ address: bob, forGood: true }] };
  };
  const sheaf = await setUpDeliverer({ mail });
  await sheaf.givenRunTo({ ...byEmail, recipients: [ann, bob] });
  await sheaf.work();
  const [sent] = await seenBy(sheaf);
  expect(sent).toMatchObject({ outcome: "partly sent", reason: "1 of 2 recipients has it", unsendable: 1 });
  expect(sent).not.toHaveProperty("refused");
  mail.send = async (_, { onUnsendable } = {}) => {
    onUnsendable?.([ann, bob]);
    throw new MailRefused("No SMTPUTF8.", { because: "letters" });
  };
  const other = await setUpDeliverer({ mail });
  await other.givenRunTo({ ...byEmail, recipients: [ann, bob] });
  await other.work();
  const reason = "it doesn't accept letters outside ASCII before the @";
  expect(await seenBy(other)).toMatchObject([{ outcome: "failed", unsendable: 2, reason }]);
});

const bobLeft = { address: "bob@partner.example", forGood: true };
it.each(["slot", "test"] as const)(
  "support reads the same word for the same truth, whatever the cause: %s",
  async (cause) => {
    const mail = createMemoryMail();
    mail.send = async () => ({ answer: "250 Ok", refused: [bobLeft] });
    const sheaf = await setUpDeliverer({ mail });
    await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] }, { cause });
    await sheaf.work();
    const row = { outcome: "partly sent", recipients: 2, refused: 1, reason: "1 of 2 recipients has it", since: null };
    expect(await seenBy(sheaf)).toMatchObject([row]);
  },
);

it("support reads that a confirmed mail may have reached a recipient who is refused now", async () => {
  const mail = createMemoryMail();
  const errors = [new MailUnavailable("No answer.", { notTaken: false })];
  mail.send = async (_, { beforeEnd = async () => {} } = {}) => {
    await beforeEnd();
    const error = errors.shift();
    if (error) throw error;
    return { answer: "250 Ok", refused: [bobLeft] };
  };
  const sheaf = await setUpDeliverer({ mail });
  const { job } = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  await sheaf.again(job);
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "may have arrived", reason: "1 of 2 recipients has it" }]);
});

it("support reads the same word if the worker died before recording a confirmed mail", async () => {
  const mail = createMemoryMail();
  mail.send = () => Promise.reject(new MailUnavailable("Later.", { notTaken: true, ours: false }));
  const sheaf = await setUpDeliverer({ mail });
  const { runId, job } = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  mail.send = async () => ({ answer: "250 Ok", refused: [bobLeft] });
  await sheaf.again(job);
  const { stateStore } = sheaf.deps;
  const put: typeof stateStore.put = async (key, ...rest) => {
    if (key.startsWith("mail:")) throw new Error("killed");
    return stateStore.put(key, ...rest);
  };
  await sheaf.work({ stateStore: { ...stateStore, put } });
  const of = { tenant, actor: { kind: "system", part: "scheduler" } as const, correlation: "c" };
  const end = (context: RunCommand["context"]) =>
    ({ type: "EndRun", outcome: "delivered", reason: null, context }) as const;
  await sheaf.deps.runner.execute(runDecider, runId, end, of);
  await reportMailReactions(sheaf.deps)(await sheaf.deps.eventStore.readStream(`run-${runId}`));
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "partly sent", recipients: 2, refused: 1 }]);
});

it("support sees that a waiting report has reached some, and why the others wait", async () => {
  const mail = createMemoryMail();
  const refused = [{ address: "bob@partner.example", forGood: false }];
  mail.send = async () => ({ answer: "250 Ok", refused });
  const sheaf = await setUpDeliverer({ mail });
  await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([
    { outcome: "waiting", reason: "1 of 2 recipients has it; 1 refused for now" },
  ]);
});

it.each([
  ["its content is refused for now", new MailRefused("Spam.", { because: "content" })],
  ["its recipients are put off", new MailUnavailable("Later.", { notTaken: true, ours: false })],
  ["its answer was lost", new MailUnavailable("No answer.", { notTaken: false })],
])("a report waits if %s, and our mail server isn't reported as failing", async (_, error) => {
  const sheaf = await setUpDeliverer({ mail: { ...createMemoryMail(), send: () => Promise.reject(error) } });
  await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "waiting" }]);
  expect(await readUndelivered({ state: sheaf.deps.stateStore }, "waiting")).toEqual([]);
});

it.each([
  ["our mail server has a problem", new MailUnavailable("No.", { notTaken: true }), "test", "failed"],
  ["the answer was lost", new MailUnavailable("No answer.", { notTaken: false }), "test", "may have arrived"],
  ["all recipients are refused for good", new MailRefused("No.", { because: "recipient" }), "slot", "failed"],
] as const)("a report that isn't retried doesn't wait: %s", async (_, error, cause, outcome) => {
  const sheaf = await setUpDeliverer({ mail: { ...createMemoryMail(), send: () => Promise.reject(error) } });
  await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] }, { cause });
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome, since: null }]);
});

const lost = new MailUnavailable("No answer.", { notTaken: false });
const bobWaits = { answer: "250 Ok", refused: [{ address: "bob@partner.example", forGood: false }] };
it.each([
  ["its answer was lost", [lost], "The receiver's response to a report was lost, so it may have arrived."],
  ["some have it", [bobWaits], "A report was delivered to some recipients, but not to all."],
  [
    "some have it and the answer for the others was lost",
    [bobWaits, lost],
    "A report was delivered to some recipients. The response for the others was lost, so they may have it.",
  ],
  ["nobody has it", [new MailUnavailable("No.", { notTaken: true })], "A report could not be delivered."],
])("the log says who may have a report that failed: %s", async (_, answers, message) => {
  const mail = createMemoryMail();
  const left = [...answers];
  mail.send = async (__, { beforeEnd = async () => {} } = {}) => {
    await beforeEnd();
    const answer = left.shift() ?? bobWaits;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const sheaf = await setUpDeliverer({ mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  for (const __ of answers) {
    await sheaf.again(run.job);
    await sheaf.work();
  }
  expect(sheaf.logged().split("\n").at(-1)).toContain(message);
});

it("the log doesn't deny a report whose webhook gave no answer to the call", async () => {
  const server = await startHttp();
  closing.push(server.close);
  server.fault = "hang";
  const sheaf = await setUpDeliverer({ impatient: true });
  await sheaf.givenRunTo({ kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${server.origin}/hook` });
  await sheaf.work();
  expect(sheaf.logged()).toContain("The delivery of a report was not confirmed. It may have arrived.");
});

it("a report by another channel isn't listed as a mail", async () => {
  const server = await startHttp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer();
  await sheaf.givenRunTo({ kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${server.origin}/hook` });
  await sheaf.work();
  expect(await seenBy(sheaf)).toEqual([]);
});
