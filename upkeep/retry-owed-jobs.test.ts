import { expect, it } from "vitest";
import { expireExportKind, privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { createOwedJobRetry } from "./retry-owed-jobs.ts";

const never = new AbortController().signal;

it("an owed job is retried every day after it was given up, and every other job stays given up", async () => {
  const { deps, clock } = upkeepForTests();
  const { queue } = deps;
  const kinds = [expireExportKind, privacyRequestJobKind, "deliver-run"];
  for (const kind of kinds)
    await queue.enqueue({ id: `${kind}:1`, kind, lane: "l", tenant: "t", dueAt: clock.now(), payload: {} });
  const giveUp = async () => {
    for (;;) {
      const job = await queue.claim({ kinds, lanes: ["l"], worker: "w", leaseMs: 30_000 });
      if (job === undefined) return;
      await queue.deadLetter(job, "The folder can't be read.");
    }
  };
  const standings = () => Promise.all(kinds.map((kind) => queue.getStatus(`${kind}:1`)));
  await giveUp();
  for (let day = 0; day < 40; day += 1) {
    clock.advance(dayMs - 1);
    await createOwedJobRetry(deps).round(never);
    expect(await standings()).toEqual(["dead", "dead", "dead"]);
    clock.advance(1);
    await createOwedJobRetry(deps).round(never);
    expect(await standings()).toEqual(["open", "open", "dead"]);
    await giveUp();
  }
});
