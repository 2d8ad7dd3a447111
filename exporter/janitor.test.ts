import { expect, it } from "vitest";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { cleanUp } from "./janitor.ts";
import { createExportJob } from "./jobs/export-job.ts";

const never = new AbortController().signal;

it("files of killed workers are removed, and valid ones are kept", async () => {
  const exporter = exporterForTests(someOrders(3));
  const { fileStore } = exporter.deps;
  const half = async (name: string) => (await fileStore.createPart(name)).write(Buffer.from("half"));
  const whole = async (key: string) => {
    const part = await fileStore.createPart(`${key}.making`);
    await part.write(Buffer.from("whole"));
    await part.publish(key);
  };
  for (const id of ["finished", "running"]) {
    await exporter.request(id);
    await exporter.enqueue(id);
  }
  await exporter.send("running", (context) => ({ type: "StartExport", worker: "alive", context }));
  const jobs = [await exporter.claim(), await exporter.claim()];
  const job = jobs.find(({ id }) => id === "export:finished");
  if (!job) throw new Error("The job isn't there.");
  await createExportJob(exporter.deps)(job, never);
  await exporter.deps.queue.complete(job);

  const rows = async (name: string) => (await exporter.deps.scratch.open(name).begin()).append("half");
  await half("gone.1.part");
  await rows("gone.1.rows");
  await rows("running.1.rows");
  await half("running.1.part");
  await whole("finished.7.csv");
  await whole("running.1.csv");
  await whole("unknown.1.csv");
  await whole("finished.7.people");
  await whole("running.1.people");
  await whole("notes.txt");

  const parts = async () =>
    [...(await fileStore.listParts()), ...(await exporter.deps.scratch.list())].map(({ name }) => name).sort();
  await cleanUp(exporter.deps, new Set(), never);
  expect(await parts(), "young parts stay").toEqual(["gone.1.part", "gone.1.rows", "running.1.part", "running.1.rows"]);
  expect((await fileStore.list()).sort()).toEqual([
    "finished.1.csv",
    "finished.1.people",
    "finished.1.rows",
    "notes.txt",
    "running.1.csv",
    "running.1.people",
  ]);

  exporter.clock.advanceWall(20_000);
  for (const held of jobs) if (held !== job) await exporter.deps.queue.extendLease(held, 300_000);
  exporter.clock.advanceWall(60_000);
  await cleanUp(exporter.deps, new Set(), never);
  expect(await parts()).toEqual(["running.1.part", "running.1.rows"]);
  expect((await fileStore.list()).sort()).toEqual([
    "finished.1.csv",
    "finished.1.people",
    "finished.1.rows",
    "notes.txt",
    "running.1.csv",
    "running.1.people",
  ]);
});

it("the people in a file are kept after its expiry or one's erasure, but not after the shop's", async () => {
  const exporter = exporterForTests(someOrders(3));
  const { fileStore, queue } = exporter.deps;
  for (const id of ["over", "customer", "shop"]) {
    await exporter.request(id);
    await exporter.enqueue(id);
    const job = await exporter.claim();
    await createExportJob(exporter.deps)(job, never);
    await queue.complete(job);
  }
  for (const because of ["customer", "shop"] as const)
    await exporter.send(because, (context) => ({ type: "EraseExportFile", because, request: "r", context }));
  exporter.clock.advance(8 * 86_400_000);
  await exporter.send("over", (context) => ({ type: "ExpireExport", context }));
  await cleanUp(exporter.deps, new Set(), never);
  expect(await fileStore.list()).toEqual(["customer.1.people", "over.1.people"]);
});

it("deleted files are removed from the list of known ones", async () => {
  const exporter = exporterForTests(someOrders(3));
  await exporter.request("e1");
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  const known = new Set<string>();
  await cleanUp(exporter.deps, known, never);
  expect([...known].sort()).toEqual(["e1.1.csv", "e1.1.people", "e1.1.rows"]);
  await exporter.deps.fileStore.delete("e1.1.csv");
  await cleanUp(exporter.deps, known, never);
  expect([...known]).toEqual(["e1.1.people", "e1.1.rows"]);
});

it("parts of dead workers are removed even if the clock was then set back an hour", async () => {
  const exporter = exporterForTests(someOrders(0));
  const { fileStore } = exporter.deps;
  await (await fileStore.createPart("gone.1.part")).write(Buffer.from("half"));
  exporter.clock.jump(-3_600_000);
  await cleanUp(exporter.deps, new Set(), never);
  expect(await fileStore.listParts()).toEqual([]);
});
