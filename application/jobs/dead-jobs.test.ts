import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { until } from "#tests/support/until.ts";
import { watchDeadJobs } from "./dead-jobs.ts";
import { measureDeadJobs } from "./measure-dead-jobs.ts";

it("dead jobs are counted by kind in the metrics, and reported until they are retried", async () => {
  const queue = createMemoryWorkQueue(createFakeClock());
  const registry = new Registry();
  measureDeadJobs(registry, queue);
  const stopping = new AbortController();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const note = watchDeadJobs({ queue, log, signal: stopping.signal, every: 5 });
  const die = async (id: string, kind: string) => {
    await queue.enqueue({ id, kind, lane: "any", tenant: "s", dueAt: new Date(0), payload: {} });
    const job = await queue.claim({ kinds: [kind], lanes: ["any"], worker: "w", leaseMs: 1_000 });
    if (job) await queue.deadLetter(job, "It is broken.");
  };
  expect(await registry.metrics()).not.toContain("jobs_dead{");
  expect(note()).toBeUndefined();
  await die("m", "send-mail");
  await until("one is reported", note);
  expect(note()).toMatch(/^1 job was given up \(send-mail: 1\)\./);
  await die("e1", "export");
  await die("e2", "export");
  await until("all are reported", () =>
    note()?.startsWith("3 jobs were given up (export: 2, send-mail: 1). The support console"),
  );
  expect(await registry.metrics()).toMatch(/jobs_dead\{kind="export"\} 2\njobs_dead\{kind="send-mail"\} 1/);
  for (const { id } of await queue.listDead(10)) await queue.revive(id);
  await until("none is reported", () => note() === undefined);
  expect(await registry.metrics()).not.toContain("jobs_dead{");
  stopping.abort();
});
