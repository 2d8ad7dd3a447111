import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { MailRefused } from "#infra/ports/mail.ts";
import { until } from "#tests/support/until.ts";
import { formatMailReason, type MailRecord, recordMail } from "./mail-records.ts";
import { describeUndelivered, watchMails } from "./watch-mails.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const given = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const state = createMemoryStateStore(clock);
  const note = (id: string, outcome: MailRecord["outcome"], reason: string | null = null) =>
    recordMail({ state, clock }, { id, kind: "alert", tenant: "t", about: "a", outcome, reason, recipients: 1 });
  return { clock, state, note };
};

it("undelivered e-mails are reported after five minutes of waiting, with the start of the wait and the last try", async () => {
  const { clock, state, note } = given();
  await note("m1", "waiting");
  expect(await describeUndelivered({ state, clock })).toBeUndefined();
  clock.advanceWall(300_000);
  await note("m1", "waiting", "its certificate has expired");
  await note("m2", "waiting", "its certificate has expired");
  await note("m3", "refused", "code 550 5.7.1");
  clock.advanceWall(600_000);
  expect(await describeUndelivered({ state, clock })).toBe(
    "The mail server had a problem at the last try, 2026-11-20T12:05:00.000Z: 2 e-mails are waiting, the oldest since 2026-11-20T12:00:00.000Z, 1 was refused. The last reasons: its certificate has expired; code 550 5.7.1. Check SMTP_URL and the deliverer's log. Sheaf tries each again within an hour. This note ends once they are accepted.",
  );
  for (const id of ["m1", "m2", "m3"]) await note(id, "sent");
  expect(await describeUndelivered({ state, clock })).toBeUndefined();
});

it("the note about the mail server doesn't say who has a mail", async () => {
  const { clock, state, note } = given();
  await note("m1", "waiting", "1 of 2 recipients has it; code 421");
  await note("m2", "waiting", "2 of 3 recipients have it; code 421");
  clock.advanceWall(600_000);
  expect(await describeUndelivered({ state, clock })).toContain("The last reasons: code 421. Check");
  await note("m1", "sent");
  await note("m2", "waiting", "2 of 3 recipients have it; its answer to the whole mail was lost");
  expect(await describeUndelivered({ state, clock })).toMatch(/^1 e-mail has been waiting .*answer was lost/);
});

it("undelivered e-mails are checked for repeatedly", async () => {
  const { clock, state, note } = given();
  const stopping = new AbortController();
  const told = watchMails({ state, clock, log, signal: stopping.signal, every: 5 });
  expect(told()).toBeUndefined();
  await note("m1", "refused");
  await until("it is reported", () => told()?.includes("1 was refused"));
  await note("m1", "sent");
  await until("it is no longer reported", () => told() === undefined);
  stopping.abort();
});

it("an address whose letters the mail server doesn't accept isn't blamed on the mail server's settings", async () => {
  const { clock, state, note } = given();
  await note("m1", "refused", formatMailReason(new MailRefused("No SMTPUTF8.", { because: "letters" })));
  expect(await describeUndelivered({ state, clock })).toBe(
    "1 e-mail can't be sent: the mail server doesn't accept letters outside ASCII before the @. Change SUPPORT_EMAIL or the shop's address, or use a mail server with SMTPUTF8.",
  );
});

it("an awaited answer isn't reported as lost", async () => {
  const { clock, state, note } = given();
  await note("m1", "waiting", "its answer to the whole mail is awaited");
  clock.advanceWall(360_000);
  expect(await describeUndelivered({ state, clock })).toBe(
    "1 e-mail has been waiting since 2026-11-20T12:00:00.000Z: the mail server's answer is awaited.",
  );
});

it("a refused mail is reported as possibly arrived if an earlier answer was lost", async () => {
  const { clock, state, note } = given();
  const refusal = "code 550 5.1.1 to RCPT TO";
  await note("m1", "refused", `the first sending may have arrived, as its answer was lost; now: ${refusal}`);
  const advice = "the recipient's address isn't accepted. Check SUPPORT_EMAIL or the shop's address.";
  const doubt = "may have arrived, as the answer to an earlier sending was lost.";
  expect(await describeUndelivered({ state, clock })).toBe(`1 e-mail was refused: ${advice} It ${doubt}`);
  await note("m2", "refused", refusal);
  expect(await describeUndelivered({ state, clock })).toBe(`2 e-mails were refused: ${advice} 1 of them ${doubt}`);
});

it("a refused recipient and a lost answer aren't blamed on the mail server's settings", async () => {
  const { clock, state, note } = given();
  await note("m1", "refused", "code 550 5.1.1 to RCPT TO");
  expect(await describeUndelivered({ state, clock })).toBe(
    "1 e-mail was refused: the recipient's address isn't accepted. Check SUPPORT_EMAIL or the shop's address.",
  );
  await note("m1", "sent");
  await note("m2", "waiting", "its answer to the whole mail was lost");
  clock.advanceWall(300_000);
  expect(await describeUndelivered({ state, clock })).toBe(
    "1 e-mail has been waiting since 2026-11-20T12:00:00.000Z: the mail server's answer was lost. Sheaf sends each once more.",
  );
});
