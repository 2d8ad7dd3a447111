import { afterEach, expect, it } from "vitest";
import { DestinationKind } from "#domain/enumerations.ts";
import { describeRunEvent } from "#domain/run/describe-run-event.ts";
import type { EmailSetup } from "#domain/workspace/automations/destination.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import { defaultSmtpTimeouts } from "#infra/mail/smtp-watch.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { setUpDeliverer } from "#tests/support/deliverer-for-tests.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Answers = Partial<Record<"ann" | "bob" | "cy", string>>;
/** Answers RCPT by recipient; the others are accepted. */
const rcpt = (answers: Answers) => (line: string) =>
  Object.entries(answers).find(([name]) => line.includes(`${name}@`))?.[1] ?? "250 Ok";
const unknown = "550 5.1.1 User unknown";

/** A run to these recipients by a scripted mail server. Each try returns its newest sentence. */
const given = async (...names: (keyof Answers)[]) => {
  const server = await startScriptedSmtp();
  closing.push(async () => server.close());
  const timeouts = { ...defaultSmtpTimeouts, endMs: 300 };
  const mail = createSmtpMail({ url: server.url, from: "no-reply@sheaf.example", timeouts });
  const sheaf = await setUpDeliverer({ mail });
  const to: EmailSetup = {
    kind: DestinationKind.Email,
    recipients: names.map((name) => `${name}@partner.example`),
    ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
  };
  const run = await sheaf.givenRunTo(to);
  const newest = async () => {
    const event = (await sheaf.deliveries(run.runId)).at(-1);
    if (!event) throw new Error("There is no event.");
    return { event, sentence: describeRunEvent(event, { zone: "Europe/Athens" }) };
  };
  let tries = 0;
  const tryTo = async (script: ScriptedSmtp["script"]) => {
    if (tries > 0) await sheaf.again(run.job);
    tries += 1;
    server.script = script;
    await sheaf.work();
    return newest();
  };
  /** Kills the worker of the next try once the server falls silent, and takes its job over. */
  const killWhile = async (
    scriptOf: (silence: () => "silence") => ScriptedSmtp["script"],
    after: ScriptedSmtp["script"],
  ) => {
    if (tries > 0) await sheaf.again(run.job);
    tries += 1;
    const dead = Promise.withResolvers<never>();
    const silent = Promise.withResolvers<void>();
    server.script = scriptOf(() => {
      silent.resolve();
      return "silence";
    });
    const { destinations } = sheaf.deps;
    const deliver: typeof destinations.deliver = (...asked) =>
      Promise.race([destinations.deliver(...asked), dead.promise]);
    const working = sheaf.work({ destinations: { ...destinations, deliver } });
    await silent.promise;
    dead.reject(new Error("killed"));
    await working;
    sheaf.clock.advance(60_000);
    server.script = after;
    await sheaf.work();
    return newest();
  };
  return { tryTo, killWhile };
};

it("A recipient that may have an unconfirmed mail isn't reported as lacking it if refused later", async () => {
  const { tryTo } = await given("ann", "bob");
  await tryTo({ END: "cut" });
  const { event, sentence } = await tryTo({ RCPT: rcpt({ bob: unknown }) });
  expect(event).toMatchObject({
    type: "DeliveryConfirmed",
    data: { receipt: { refused: [expect.any(String)], mayHaveIt: [expect.any(String)] } },
  });
  expect(sentence).toMatch(
    /^The report was sent to 1 of 2 recipients\. 1 recipient may have it from an earlier attempt, though the mail server refuses their address for good now\./,
  );
});

it("A recipient refused in the very mail whose answer was lost isn't reported as in doubt", async () => {
  const { tryTo } = await given("ann", "bob");
  const refusesBob = { RCPT: rcpt({ bob: unknown }) };
  const lost = await tryTo({ ...refusesBob, END: "cut" });
  expect(lost.event).toMatchObject({ data: { arrived: { reached: 0, recipients: 2, refused: 1, unsure: true } } });
  const { event, sentence } = await tryTo(refusesBob);
  expect(event).toMatchObject({ type: "DeliveryConfirmed", data: { receipt: { refused: [expect.any(String)] } } });
  expect(event).not.toHaveProperty("data.receipt.mayHaveIt");
  expect(sentence).not.toContain("may have it");
});

it("A refusal is reported only once, beside those that still wait and those that may have the mail", async () => {
  const { tryTo } = await given("ann", "bob", "cy");
  await tryTo({ END: "cut" });
  const { sentence } = await tryTo({ RCPT: rcpt({ bob: unknown, cy: "450 Greylisted" }) });
  expect(sentence).toBe(
    "The report reached 1 of 3 recipients. The mail server refused recipient 2 of your list for good. It refused recipient 3 of your list for now. The report may have arrived. Ask its recipients before you send it again.",
  );
});

it("A recipient refused before any doubt still counts as refused", async () => {
  const { tryTo } = await given("ann", "bob", "cy");
  await tryTo({ RCPT: rcpt({ bob: unknown, cy: "450 Greylisted" }) });
  await tryTo({ END: "cut" });
  const { event } = await tryTo({ END: "cut" });
  const arrived = { reached: 1, recipients: 3, refused: 1, unsure: true };
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { kind: "unconfirmed", arrived } });
});

it("A recipient that got nothing isn't reported as in doubt if a later worker is killed before its mail", async () => {
  const { tryTo, killWhile } = await given("ann", "bob");
  await tryTo({ RCPT: rcpt({ bob: "450 Greylisted" }) });
  const { event, sentence } = await killWhile((silence) => ({ RCPT: silence }), { RCPT: "451 4.3.0 Try later" });
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { arrived: { reached: 1, recipients: 2 } } });
  expect(event).not.toHaveProperty("data.arrived.unsure");
  expect(sentence).toBe(
    "The report reached 1 of 2 recipients. For the others: Our mail server has a problem, so the report couldn't be sent. You don't need to change anything.",
  );
});

it("A recipient that got nothing isn't reported as in doubt if the worker is killed after another's mail", async () => {
  const { killWhile } = await given("ann", "bob");
  let mails = 0;
  const onePerMail = (silence: () => "silence") => ({
    MAIL: () => {
      mails += 1;
      return "250 Ok";
    },
    RCPT: (line: string) => (line.includes("ann@") ? "250 Ok" : mails === 1 ? "452 4.5.3 Too many" : silence()),
  });
  const { event } = await killWhile(onePerMail, { RCPT: "451 4.3.0 Try later" });
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { arrived: { reached: 1, recipients: 2 } } });
  expect(event).not.toHaveProperty("data.arrived.unsure");
});

it("A recipient that may have got the mail as the worker was killed isn't reported as lacking it", async () => {
  const { killWhile } = await given("ann", "bob");
  const { event } = await killWhile((silence) => ({ END: silence }), { RCPT: rcpt({ bob: unknown }) });
  expect(event).toMatchObject({ type: "DeliveryConfirmed", data: { receipt: { mayHaveIt: [expect.any(String)] } } });
});
