import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { aDelivery, clock, failure, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { withInternationalAddresses } from "../../mail/international-addresses.ts";
import { createSmtpMail } from "../../mail/smtp.ts";
import { DeliveryFailed, type EmailDestination } from "../../ports/destination.ts";
import type { Mail } from "../../ports/mail.ts";
import { createDeliveryProgressStore, type HandoverProgress } from "../delivery-progress.ts";

/** Each recipient is sent at most two mails whose answer was lost, and nobody who got none is in doubt. */

const [ann, bob, cy] = ["ann@partner.example", "bob@partner.example", "cy@partner.example"];
const to = (...recipients: string[]) =>
  aDelivery<EmailDestination>({
    kind: "email",
    recipients,
    ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
  });
const now = new Date();
const fixed = { ...clock, wall: () => now };
const inTenMinutes = new Date(now.getTime() + 600_000).toISOString();

const servers: ScriptedSmtp[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

type Answers = Partial<Record<"ann" | "bob" | "cy", string>>;
/** Answers a try's recipients, and the end of its mail. */
type Script = { rcpt?: Answers; end?: "cut" | "250 Ok" | "554 5.7.1 Spam" };
const greylisted = "450 4.2.0 Greylisted";
const unknown = "550 5.1.1 User unknown";

/** A delivery by a scripted mail server that notes who was in each mail whose answer was lost. */
const given = async (wrap: (mail: Mail) => Mail = (mail) => mail) => {
  const server = await startScriptedSmtp();
  servers.push(server);
  const mail = wrap(createSmtpMail({ url: server.url, from: "no-reply@sheaf.example" }));
  const { destinations, stateStore } = newDestinations({ mail, clock: fixed });
  const lost: string[][] = [];
  const tryTo = (delivery: ReturnType<typeof to>, { rcpt = {}, end = "250 Ok" }: Script) => {
    let accepted: string[] = [];
    server.script = {
      MAIL: () => {
        accepted = [];
        return "250 Ok";
      },
      RCPT: (line) => {
        const [, address = ""] = /<(.*?)>/.exec(line) ?? [];
        const answer = Object.entries(rcpt).find(([name]) => address.startsWith(`${name}@`))?.[1] ?? "250 Ok";
        if (answer.startsWith("2")) accepted.push(address);
        return answer;
      },
      END: () => {
        if (end === "cut") lost.push(accepted);
        return end;
      },
    };
    return destinations.deliver(delivery, never);
  };
  const progress = createDeliveryProgressStore(stateStore, fixed);
  const countLost = (address: string) => lost.filter((mailed) => mailed.includes(address)).length;
  return { server, tryTo, lost, countLost, progress };
};

describe("A recipient whose answer was lost once", () => {
  it("is asked again, though another's answer was lost before", async () => {
    const { tryTo, server } = await given();
    const delivery = to(ann, bob);
    expect(await failure(tryTo(delivery, { rcpt: { ann: greylisted }, end: "cut" }))).toMatchObject({
      kind: "unconfirmed",
      notBefore: inTenMinutes,
      inDoubt: [1],
      message:
        "The report wasn't sent to recipient 1 of your list yet. For the others: Our mail server's answer was lost, so the report may have arrived.",
    });
    expect(await failure(tryTo(delivery, { rcpt: { ann: greylisted } }))).toMatchObject({
      kind: "deferred",
      reached: 1,
      inDoubt: [],
      message: "1 of 2 recipients has the report. The mail server refused recipient 1 of your list for now.",
    });
    expect(await failure(tryTo(delivery, { end: "cut" }))).toMatchObject({
      kind: "unconfirmed",
      notBefore: inTenMinutes,
      inDoubt: [0],
      message:
        "1 of 2 recipients has the report. For the others: Our mail server's answer was lost, so the report may have arrived.",
    });
    expect(await tryTo(delivery, {})).toMatchObject({ to: "2 recipients" });
    expect(server.taken).toEqual([[bob], [ann]]);
  });

  it("is asked again after another's answer was lost twice, and that one isn't", async () => {
    const { tryTo, server, lost } = await given();
    const delivery = to(ann, bob);
    await failure(tryTo(delivery, { rcpt: { ann: greylisted }, end: "cut" }));
    expect(await failure(tryTo(delivery, { end: "cut" }))).toMatchObject({
      kind: "unconfirmed",
      notBefore: inTenMinutes,
      inDoubt: [0, 1],
    });
    // Ann has it, and nobody may be asked any more.
    expect(await failure(tryTo(delivery, {}))).toMatchObject({
      kind: "unconfirmed",
      notBefore: undefined,
      reached: 1,
      inDoubt: [1],
      message:
        "1 of 2 recipients has the report. For the others: We sent the mail twice, but our mail server's answer was lost both times, so the report may have arrived. Ask its recipients before you send it again.",
    });
    expect(await failure(tryTo(delivery, {}))).toMatchObject({ kind: "unconfirmed", notBefore: undefined, reached: 1 });
    expect([lost, server.taken]).toEqual([[[bob], [ann, bob]], [[ann]]]);
  });

  it("is the last one if the other is refused for good after two lost answers", async () => {
    const { tryTo } = await given();
    const delivery = to(ann, bob);
    await failure(tryTo(delivery, { rcpt: { ann: greylisted }, end: "cut" }));
    await failure(tryTo(delivery, { rcpt: { ann: greylisted }, end: "cut" }));
    const ended = {
      kind: "unconfirmed",
      notBefore: undefined,
      refused: [0],
      inDoubt: [1],
      message:
        "The mail server refused recipient 1 of your list for good. For the others: We sent the mail twice, but our mail server's answer was lost both times, so the report may have arrived. Ask its recipients before you send it again.",
    };
    expect(await failure(tryTo(delivery, { rcpt: { ann: unknown } }))).toMatchObject(ended);
    expect(await failure(tryTo(delivery, {}))).toMatchObject(ended);
  });
});

it("A recipient that goes into a mail of its own isn't in doubt if the other mail's answer was lost", async () => {
  const wide = "josé@partner.example";
  const { tryTo } = await given((mail) => withInternationalAddresses(mail, async () => true));
  const delivery = to(ann, wide);
  expect(await failure(tryTo(delivery, { end: "cut" }))).toMatchObject({ kind: "unconfirmed", inDoubt: [0] });
});

describe("A record of an earlier version of Sheaf", () => {
  it("counts a lost answer for everybody whom it doesn't name as reached or refused", async () => {
    const { tryTo, progress } = await given();
    const delivery = to(ann, bob, cy);
    await failure(tryTo(delivery, { rcpt: { ann: greylisted, bob: unknown } }));
    const note = await progress.readHandover("email", delivery.id);
    if (!note) throw new Error("There is no record.");
    await progress.writeHandover("email", delivery.id, { ...note, unanswered: 1 });
    // It doesn't tell who was in that mail.
    const lost = await failure(tryTo(delivery, { end: "cut" }));
    expect(lost).toMatchObject({ kind: "unconfirmed", notBefore: undefined, reached: 1, refused: [1] });
    expect(lost.inDoubt).toBeUndefined();
    expect(await failure(tryTo(delivery, {}))).toMatchObject({ kind: "unconfirmed", notBefore: undefined });
  });

  it("is never sent again if two answers were lost", async () => {
    const { tryTo, progress, server } = await given();
    const delivery = to(ann);
    const note: HandoverProgress = { stage: "partly", reached: [], refused: [], unanswered: 2 };
    await progress.writeHandover("email", delivery.id, note);
    expect(await failure(tryTo(delivery, {}))).toMatchObject({ kind: "unconfirmed", notBefore: undefined });
    expect(server.heard).toEqual([]);
  });
});

it("Whatever a mail server does, nobody is in more than two mails with a lost answer, and only those are in doubt", async () => {
  const rcpt = fc.constantFrom("250 Ok", greylisted, unknown, "452 4.5.3 Too many recipients");
  const script: fc.Arbitrary<Script> = fc.record({
    rcpt: fc.record({ ann: rcpt, bob: rcpt, cy: rcpt }),
    end: fc.constantFrom("cut", "cut", "250 Ok", "554 5.7.1 Spam"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 2, maxLength: 6 }), async (scripts) => {
      const { tryTo, countLost, server } = await given();
      const delivery = to(ann, bob, cy);
      for (const one of scripts) {
        const ended = await tryTo(delivery, one).catch((error: unknown) => error);
        const inLost = [ann, bob, cy].filter((address) => countLost(address) > 0);
        const has = server.taken.flat();
        expect(new Set(has).size).toBe(has.length);
        for (const address of inLost) expect(countLost(address)).toBeLessThanOrEqual(2);
        if (!(ended instanceof DeliveryFailed)) {
          expect(ended).toMatchObject({ steps: expect.any(Array) });
          continue;
        }
        const places = [ann, bob, cy].flatMap((address, place) =>
          inLost.includes(address) && !has.includes(address) ? [place] : [],
        );
        if (ended.inDoubt) expect(ended.inDoubt).toEqual(places);
        else expect(places).toEqual([]);
        // Without a next try nobody is left to ask.
        if (ended.kind === "unconfirmed" && ended.notBefore === undefined)
          for (const [place, address] of [ann, bob, cy].entries())
            expect(has.includes(address) || ended.refused.includes(place) || countLost(address) === 2).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

it("A recipient that has the mail isn't sent it again if the list spells its address another way", async () => {
  const { tryTo } = await given();
  const decoded = to("ann@bücher.example", "bob@bücher.example");
  const encoded = to("Ann@xn--bcher-kva.example", "bob@XN--bcher-kva.example");
  await failure(tryTo(encoded, { rcpt: { bob: greylisted } }));
  expect(await tryTo(decoded, {})).toMatchObject({ to: "2 recipients", newlyReached: [1] });
});

it("A recipient that has the mail isn't sent it again if an earlier version recorded it as it was spelled", async () => {
  const { tryTo, progress } = await given();
  const delivery = to("ann@bücher.example", "bob@bücher.example");
  const reached = [createHash("sha256").update(`${delivery.id}\nann@bücher.example`).digest("base64url").slice(0, 22)];
  await progress.writeHandover("email", delivery.id, { stage: "partly", reached, refused: [] });
  expect(await tryTo(delivery, {})).toMatchObject({ to: "2 recipients", newlyReached: [1] });
});
