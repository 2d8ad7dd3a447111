import { expect, it } from "vitest";
import { dayMs, outboxKeptDays } from "#domain/retention/retention.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { createOutboxCleanup } from "./clean-up-outbox.ts";

it("a mail that nobody takes from the outbox is kept for its time and then deleted", async () => {
  const { deps, clock } = upkeepForTests();
  const mail = { id: "m", to: ["a@b.example"], subject: "Hello", text: "x", date: clock.wall() };
  await deps.outbox.send(mail);
  const sweep = createOutboxCleanup(deps);
  clock.advance(outboxKeptDays * dayMs);
  await sweep.round(new AbortController().signal);
  expect(await deps.outbox.remove("m")).toBe(true);
  await deps.outbox.send(mail);
  clock.advance(1);
  await sweep.round(new AbortController().signal);
  expect(await deps.outbox.remove("m")).toBe(false);
});
