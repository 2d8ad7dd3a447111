import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { DestinationKind } from "#domain/enumerations.ts";
import { describeRunEvent } from "#domain/run/describe-run-event.ts";
import { deriveDisclosures } from "#domain/run/disclosure.ts";
import type { EmailSetup } from "#domain/workspace/automations/destination.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import { defaultSmtpTimeouts } from "#infra/mail/smtp-watch.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { setUpDeliverer } from "#tests/support/deliverer-for-tests.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Answers = Partial<Record<"ann" | "bob" | "cy" | "dan", string>>;
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
  const listOf = (listed: readonly (keyof Answers)[]): EmailSetup => ({
    kind: DestinationKind.Email,
    recipients: listed.map((name) => `${name}@partner.example`),
    ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
  });
  const automationId = await sheaf.givenReport(listOf(names));
  const run = await sheaf.givenRun(automationId);
  const editTo = (...listed: (keyof Answers)[]) => sheaf.edit(automationId, listOf(listed));
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
  /** Where the file went, with the recipients' names. */
  const disclosed = async () => {
    const events = await sheaf.deliveries(run.runId);
    const [started] = events.flatMap((event) => (event.type === "DeliveryStarted" ? [event.data.recipients] : []));
    const nameOf = (reference: string) => names[started?.indexOf(reference) ?? -1];
    const dated = events.map((event) => ({ ...event, instant: "2026-11-20T12:00:00.000Z" }));
    return deriveDisclosures(dated).map(({ recipients, ...rest }) => ({ ...rest, recipients: recipients.map(nameOf) }));
  };
  return { tryTo, killWhile, editTo, disclosed };
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

const greylisted = "450 4.2.0 Greylisted";

it("A recipient put off in the mail whose answer was lost isn't in doubt if refused for good later", async () => {
  const { tryTo, disclosed } = await given("ann", "bob");
  const lost = await tryTo({ RCPT: rcpt({ ann: greylisted }), END: "cut" });
  expect(lost.event).toMatchObject({
    data: { inDoubt: [expect.any(String)], arrived: { reached: 0, recipients: 2, refused: 1, unsure: true } },
  });
  expect(lost.sentence).toBe(
    "Nobody confirmed the report. The report wasn't sent to recipient 1 of your list yet. For the others: Our mail server's answer was lost, so the report may have arrived.",
  );
  expect(await disclosed()).toMatchObject([{ recipients: ["bob"], certain: false }]);
  const { event, sentence } = await tryTo({ RCPT: rcpt({ ann: unknown }) });
  expect(event).toMatchObject({ type: "DeliveryConfirmed", data: { receipt: { refused: [expect.any(String)] } } });
  expect(event).not.toHaveProperty("data.receipt.mayHaveIt");
  expect(sentence).toContain("1 recipient didn't get it, as the mail server refused their address for good.");
  expect(await disclosed()).toMatchObject([{ recipients: ["bob"], certain: true }]);
});

it("A recipient put off in the mail whose answer was lost isn't in doubt if only refusals follow", async () => {
  const { tryTo, disclosed } = await given("ann", "bob", "cy");
  await tryTo({ RCPT: rcpt({ ann: greylisted, cy: unknown }), END: "cut" });
  const { event, sentence } = await tryTo({ RCPT: rcpt({ ann: unknown, bob: unknown }) });
  const arrived = { reached: 0, recipients: 3, refused: 2, unsure: true };
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { kind: "lasting", arrived } });
  expect(sentence).toContain("The report may have arrived.");
  expect(await disclosed()).toMatchObject([{ recipients: ["bob"], certain: false }]);
});

it("Nobody is in doubt once those whose answer was lost have the mail", async () => {
  const { tryTo } = await given("ann", "bob");
  await tryTo({ RCPT: rcpt({ ann: greylisted }), END: "cut" });
  const { event, sentence } = await tryTo({ RCPT: rcpt({ ann: greylisted }) });
  expect(event).toMatchObject({
    type: "DeliveryFailed",
    data: { inDoubt: [], arrived: { reached: 1, recipients: 2 } },
  });
  expect(event).not.toHaveProperty("data.arrived.unsure");
  expect(sentence).toBe(
    "The report reached 1 of 2 recipients. The mail server refused recipient 1 of your list for now.",
  );
});

it("A recipient whose answer was lost stays in doubt after a later try without an answer of its own", async () => {
  const { tryTo } = await given("ann", "bob", "cy");
  await tryTo({ RCPT: rcpt({ ann: greylisted }), END: "cut" });
  const { event, sentence } = await tryTo({ RCPT: rcpt({ ann: greylisted, bob: greylisted }) });
  const arrived = { reached: 1, recipients: 3, refused: 1, unsure: true };
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { kind: "deferred", arrived } });
  expect(sentence).toContain("The report may have arrived.");
  const refused = await tryTo({ RCPT: rcpt({ ann: unknown, bob: unknown }) });
  expect(refused.event).toMatchObject({ data: { receipt: { refused: { length: 2 }, mayHaveIt: { length: 1 } } } });
});

it("Whatever a mail server does, only recipients of a mail with a lost answer read as in doubt", async () => {
  const names = ["ann", "bob", "cy"] as const;
  const answer = fc.constantFrom("250 Ok", greylisted, unknown);
  const tries = fc.array(
    fc.record({ answers: fc.record({ ann: answer, bob: answer, cy: answer }), end: fc.constantFrom("cut", "250 Ok") }),
    { minLength: 2, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(tries, async (scripts) => {
      const { tryTo, disclosed } = await given(...names);
      const inLost = new Set<string>();
      for (const { answers, end } of scripts) {
        let accepted: string[] = [];
        const { event } = await tryTo({
          MAIL: () => {
            accepted = [];
            return "250 Ok";
          },
          RCPT: (line) => {
            const name = names.find((one) => line.includes(`${one}@`)) ?? "ann";
            if (answers[name] === "250 Ok") accepted.push(name);
            return answers[name];
          },
          END: () => {
            if (end === "cut") for (const name of accepted) inLost.add(name);
            return end;
          },
        });
        for (const { recipients, reached, certain } of await disclosed())
          if (!certain && reached === null) for (const name of recipients) expect(inLost).toContain(name);
        if (event.type === "DeliveryConfirmed") {
          expect(event.data.receipt.mayHaveIt?.length ?? 0).toBeLessThanOrEqual(inLost.size);
          return;
        }
        if (event.type !== "DeliveryFailed") throw new Error(`The try ended with ${event.type}.`);
        const { inDoubt, arrived } = event.data;
        const doubtful = arrived?.unsure ? 3 - arrived.reached - (arrived.refused ?? 0) : 0;
        expect(doubtful).toBe(inDoubt?.length ?? 0);
        expect(doubtful).toBeLessThanOrEqual(inLost.size);
      }
    }),
    { numRuns: 25 },
  );
});

it("A refusal is reported only once, beside those that still wait and those that may have the mail", async () => {
  const { tryTo } = await given("ann", "bob", "cy");
  await tryTo({ END: "cut" });
  const { sentence } = await tryTo({ RCPT: rcpt({ bob: unknown, cy: "450 Greylisted" }) });
  expect(sentence).toBe(
    "The report reached 1 of 3 recipients. The mail server refused recipient 2 of your list for good. It refused recipient 3 of your list for now. The report may have arrived.",
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

/** Ann, or all the named ones, are put off, and the others get the mail. */
const putOff = (...names: (keyof Answers)[]) => ({
  RCPT: rcpt(Object.fromEntries(names.map((name) => [name, greylisted]))),
});

it("A count after an edit of the list is over everybody who was on a list, if nobody on the new one has the mail", async () => {
  const { tryTo, editTo } = await given("ann", "bob");
  await tryTo(putOff("ann"));
  await editTo("cy", "dan");
  const { event, sentence } = await tryTo({ END: "552 5.3.4 Too big" });
  expect(event).toMatchObject({ data: { arrived: { reached: 1, recipients: 4 } } });
  expect(event).toHaveProperty(
    "data.reason",
    expect.stringMatching(/^1 of 4 recipients has the report\. For the others: /),
  );
  expect(sentence).toContain(
    "The report reached 1 of 4 recipients. For the others: The mail server refused the content",
  );
});

it("A removed recipient's mail doesn't hide that a new one may have it after a kill", async () => {
  const { tryTo, editTo, killWhile } = await given("ann", "bob");
  await tryTo(putOff("ann"));
  await editTo("dan");
  await tryTo(putOff("dan"));
  const { event } = await killWhile((silence) => ({ END: silence }), { RCPT: "451 4.3.0 Try later" });
  expect(event).toMatchObject({ data: { arrived: { reached: 1, recipients: 3, refused: 1, unsure: true } } });
});

it("A failure after an edit of the list tells only one count", async () => {
  const { tryTo, editTo } = await given("ann", "bob", "cy");
  await tryTo(putOff("ann"));
  await editTo("ann", "cy", "dan");
  const { event, sentence } = await tryTo({ MAIL: "550 5.7.1 No" });
  expect(event).toMatchObject({ data: { arrived: { reached: 2, recipients: 4 } } });
  expect(event).toHaveProperty("data.reason", expect.stringMatching(/^2 of 4 recipients have the report\./));
  expect(sentence).toMatch(/^The report reached 2 of 4 recipients\./);
  expect(sentence.match(/\d of \d/g)).toHaveLength(1);
});

it("A report that the last recipient of an edited list refuses isn't told as one that reached everybody", async () => {
  const { tryTo, editTo } = await given("ann", "bob", "cy");
  await tryTo(putOff("cy"));
  await editTo("cy", "dan");
  const second = await tryTo(putOff("cy"));
  expect(second.event).toHaveProperty(
    "data.reason",
    "3 of 4 recipients have the report. The mail server refused recipient 1 of your list for now.",
  );
  await editTo("cy");
  const { event, sentence } = await tryTo({ RCPT: rcpt({ cy: unknown }) });
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { arrived: { reached: 3, recipients: 4 } } });
  expect(event).not.toHaveProperty("data.arrived.unsure");
  expect(sentence).toContain("The report reached 3 of 4 recipients. The mail server refused the only recipient");
});

it("Recipients put off are told from those in doubt after an edit of the list", async () => {
  const { tryTo, editTo } = await given("ann", "bob");
  await tryTo(putOff("bob"));
  await editTo("cy", "dan");
  const lost = await tryTo({ ...putOff("dan"), END: "cut" });
  expect(lost.event).toHaveProperty(
    "data.reason",
    "1 of 4 recipients has the report. The report wasn't sent to recipient 2 of your list yet. For the others: Our mail server's answer was lost, so the report may have arrived.",
  );
  await tryTo({ ...putOff("dan"), END: "cut" });
  const { event } = await tryTo({ RCPT: rcpt({ dan: unknown }) });
  expect(event).toMatchObject({ data: { arrived: { reached: 1, recipients: 4, refused: 2, unsure: true } } });
});

it("Whatever is edited and refused, the counts are those of everybody who was on a list", async () => {
  const names = ["ann", "bob", "cy", "dan"] as const;
  const answer = fc.constantFrom("250 Ok", greylisted, unknown);
  const tries = fc.array(
    fc.record({
      list: fc.subarray([...names], { minLength: 1 }),
      answers: fc.record({ ann: answer, bob: answer, cy: answer, dan: answer }),
      end: fc.constantFrom("cut", "250 Ok", "552 5.3.4 Too big"),
    }),
    { minLength: 2, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(tries, async (scripts) => {
      const { tryTo, editTo } = await given(...(scripts[0]?.list ?? []));
      const [listed, has, mayHave] = [new Set<string>(), new Set<string>(), new Set<string>()];
      for (const { list, answers, end } of scripts) {
        await editTo(...list);
        for (const name of list) listed.add(name);
        let accepted: string[] = [];
        const { event } = await tryTo({
          MAIL: () => {
            accepted = [];
            return "250 Ok";
          },
          RCPT: (line) => {
            const name = names.find((one) => line.includes(`${one}@`)) ?? "ann";
            if (answers[name] === "250 Ok") accepted.push(name);
            return answers[name];
          },
          END: () => {
            for (const name of accepted) if (end !== "552 5.3.4 Too big") (end === "cut" ? mayHave : has).add(name);
            return end;
          },
        });
        if (event.type !== "DeliveryFailed") return;
        for (const name of has) mayHave.delete(name);
        const { arrived, reason } = event.data;
        expect(arrived?.reached ?? 0).toBe(has.size);
        if (arrived) expect(arrived.recipients).toBe(listed.size);
        expect(arrived?.unsure ? listed.size - has.size - (arrived.refused ?? 0) : 0).toBe(mayHave.size);
        expect(reason.match(/For the others: /g)?.length ?? 0).toBeLessThanOrEqual(1);
        if (has.size > 0) expect(reason.startsWith(`${has.size} of ${listed.size} recipients ha`)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
