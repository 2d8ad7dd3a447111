import { expect, it } from "vitest";
import { runJob } from "#application/jobs/run-job.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { finishing } from "#tests/support/finishing.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { createPrivacyTask } from "./privacy-task.ts";

/** An export with frozen inputs, and upkeep, which receives its events. */
const setUp = async () => {
  const { deps, eventStore, clock } = upkeepForTests();
  const duty = createPrivacyTask(deps);
  await deps.stateStore.put("input:h", { schema: 1 });
  const run = async (command: WithoutContext<ExportCommand>) => {
    const result = await deps.runner.execute(
      exportDecider,
      "e",
      (context): ExportCommand => ({ ...command, context }) as ExportCommand,
      { tenant: "t", actor: { kind: "merchant" }, correlation: "c" },
    );
    if (isRefusal(result)) throw new Error(result.message);
  };
  await run({
    type: "RequestExport",
    exportId: "e",
    tenant: "t",
    shop: "aurora-demo",
    reportId: "r",
    reportTitle: "Untitled1",
    fileType: FileType.Csv,
    fileName: "e.csv",
    inputHash: "h",
    trigger: "manual",
    emptyExpected: false,
    asked: null,
  });
  const finish = async () => {
    await run({ type: "StartExport", worker: "w" });
    await run(finishing("e", clock.now()));
  };
  const work = async () => {
    const events = await eventStore.readAll({ limit: 1_000 });
    await duty.handle(events.filter(({ type }) => duty.types.includes(type)));
    const wanted = { kinds: Object.keys(duty.handlers), lanes: [upkeepLane], worker: "w", leaseMs: 30_000 };
    for (let job = await deps.queue.claim(wanted); job; job = await deps.queue.claim(wanted))
      await runJob({ ...deps, handlers: duty.handlers, signal: new AbortController().signal }, job);
  };
  const isKept = async () => (await deps.stateStore.get("input:h")) !== undefined;
  return { run, finish, work, isKept, after: (days: number) => clock.advance(days * dayMs) };
};

it("given a failed report, when 30 days have passed, then its inputs are deleted", async () => {
  const { run, work, isKept, after } = await setUp();
  await run({ type: "FailExport", attempt: 0, code: "internal", reason: "No." });
  await work();
  after(29);
  await work();
  expect(await isKept()).toBe(true);
  after(1);
  await work();
  expect(await isKept()).toBe(false);
});

it("given a canceled report, when 30 days have passed, then its inputs are deleted", async () => {
  const { run, work, isKept, after } = await setUp();
  await run({ type: "CancelExport" });
  await work();
  after(30);
  await work();
  expect(await isKept()).toBe(false);
});

it("given a finished report, then its inputs are kept for 30 days after its file's expiry and deletion", async () => {
  const { run, finish, work, isKept, after } = await setUp();
  await finish();
  await work();
  after(36);
  await work();
  expect(await isKept()).toBe(true);
  after(1);
  await work();
  // The exporter stood still: the file still exists.
  expect(await isKept()).toBe(true);
  await run({ type: "ExpireExport" });
  after(1);
  await work();
  expect(await isKept()).toBe(false);
});
