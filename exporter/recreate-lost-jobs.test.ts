import { beforeEach, expect, it } from "vitest";
import { permitPrefixes } from "#application/admission/export-permits.ts";
import { setTenant } from "#application/session/shop-names.ts";
import { StreamDamaged } from "#infra/ports/store-errors.ts";
import { exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "./jobs/export-job.ts";
import { createReactions } from "./jobs/reactions.ts";
import { createLostJobSearch } from "./recreate-lost-jobs.ts";

const never = new AbortController().signal;
let exporter: ReturnType<typeof exporterForTests>;
let said: string[];
let round: () => Promise<void>;
beforeEach(async () => {
  exporter = exporterForTests(someOrders(3));
  said = [];
  const note = (fields: object) => void said.push(String((fields as { exportId: string }).exportId));
  const sweep = createLostJobSearch({ ...exporter.deps, log: { ...exporter.deps.log, warn: note } });
  round = () => sweep(never);
  await setTenant(exporter.deps.stateStore, "aurora-demo", tenant);
});

const letIn = async (...exportIds: string[]) => {
  const since = "2026-11-20T12:30:00.000Z";
  await exporter.deps.stateStore.put(
    `${permitPrefixes.manual}${tenant}`,
    exportIds.map((exportId) => ({ exportId, since })),
  );
};
/** Requests a report that is admitted. */
const requested = async (exportId: string) => {
  await letIn(exportId);
  await exporter.request(exportId);
};
const heard = async (...exportIds: string[]) => {
  for (const id of exportIds)
    await createReactions(exporter.deps.queue)(await exporter.deps.eventStore.readStream(`export-${id}`));
};

it("an export without an end whose jobs are done gets a new job once, which is logged", async () => {
  await requested("lost");
  await heard("lost");
  await exporter.deps.queue.complete(await exporter.claim("choose-lane"));
  await exporter.enqueue("lost");
  await exporter.deps.queue.complete(await exporter.claim());
  await round();
  expect(said).toEqual([]);
  await round();
  expect(said).toEqual(["lost"]);
  await round();
  await round();
  expect(said).toEqual(["lost"]);
  expect((await exporter.claim("choose-lane")).payload.exportId).toBe("lost");
  await expect(exporter.claim("choose-lane")).rejects.toThrow("There is no job");
});

it("an export with a damaged stream doesn't delay others", async () => {
  const load: typeof exporter.deps.runner.load = async (decider, id, ...rest) => {
    if (id === "broken") throw new StreamDamaged("Events of the stream export-broken are missing.");
    return exporter.deps.runner.load(decider, id, ...rest);
  };
  const note = (fields: object) => void said.push(String((fields as { exportId: string }).exportId));
  const log = { ...exporter.deps.log, warn: note };
  const sweep = createLostJobSearch({ ...exporter.deps, runner: { ...exporter.deps.runner, load }, log });
  await requested("lost");
  await letIn("broken", "lost");
  await sweep(never);
  await sweep(never);
  expect(said).toEqual(["lost"]);
});

it("a canceled export gets a new job for its cancel", async () => {
  await requested("lost");
  await exporter.send("lost", (context) => ({ type: "StartExport", worker: "dead", context }));
  await exporter.send("lost", (context) => ({ type: "CancelExport", context }));
  await round();
  await round();
  expect((await exporter.claim("cancel-export")).payload.exportId).toBe("lost");
});

it("an export that waits, has ended, was given up or was just requested is left alone", async () => {
  await letIn("waits", "ends", "given-up", "never-requested");
  for (const id of ["waits", "ends", "given-up"]) await exporter.request(id);
  await heard("waits");
  for (const id of ["ends", "given-up"]) {
    await exporter.enqueue(id);
    const job = await exporter.claim();
    if (id === "given-up") await exporter.deps.queue.deadLetter(job, "Broken.");
    else {
      await createExportJob(exporter.deps)(job, never);
      await exporter.deps.queue.complete(job);
    }
  }
  await round();
  await letIn("waits", "ends", "given-up", "never-requested", "new");
  await exporter.request("new");
  await round();
  expect(said).toEqual([]);
  await heard("new");
  await round();
  expect(said).toEqual([]);
});
