import { randomUUID } from "node:crypto";
import { createSnapshots } from "#application/commands/snapshots.ts";
import { recordExport } from "#application/privacy/shop-exports.ts";
import { privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { relayPrefix } from "#infra/bus/relay-lease.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Job } from "#infra/ports/work-queue.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { someEvents } from "#tests/contract/support/events.ts";
import { carryOutJob } from "../../upkeep/privacy/privacy-job.ts";

export const owner = "11111111-1111-4111-8111-111111111111";

const job = (id: string, dueAt: Date, kind = "export"): Job => ({
  id,
  kind,
  lane: "short",
  tenant: owner,
  dueAt,
  payload: { 9: "nine", exportId: id },
});
export const claimOf = (kind = "export") => ({ kinds: [kind], lanes: ["short"], worker: "w", leaseMs: 60_000 });

/**
 * Fills empty stores with everything that a move must handle. Returns the position of the event that it all refers to.
 */
export const fillStores = async ({ eventStore, stateStore, workQueue, vault, fileStore }: Stores, now: Date) => {
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const [first, second, third] = [someEvents(3), someEvents(1), someEvents(2)];
  await eventStore.appendToStream("export-a", first, { expectedVersion: "no-stream" });
  await eventStore.appendToStream("export-b", second, { expectedVersion: "no-stream" });
  await eventStore.appendToStream("export-a", third, { expectedVersion: 2 });
  await eventStore.appendToStream("export-b", someEvents(1), { expectedVersion: 0 });
  const [told] = await eventStore.readStream("export-b");
  if (!told) throw new Error("It was appended.");
  const position: Position = told.position;
  const checkpoint = { storeId: eventStore.storeId, position, eventId: told.id };

  await stateStore.put(`${groupPrefix}mails`, checkpoint);
  await stateStore.put(`${relayPrefix}events`, { checkpoint, holder: "relay-1", renewals: 7 });
  await recordExport(stateStore, owner, { exportId: "e1", requestedAt: now.toISOString(), position });
  await createSnapshots(stateStore).save("export-a", {
    stateSchema: 1,
    storeId: eventStore.storeId,
    version: 499,
    eventId: told.id,
    position,
    state: {},
  });
  await stateStore.put("page", { b: 1, a: [2, "ü"] }, { index: { tenant: owner, kind: "page" }, expiresAt: hours(5) });
  await stateStore.put("over", "soon gone", { expiresAt: hours(-1) });

  for (const id of ["done", "dead", "leased", "paused", "open"]) await workQueue.enqueue(job(id, now));
  await workQueue.enqueue(job("later", hours(2)));
  const claims = await workQueue.claimBatch(claimOf(), 5);
  for (const claimed of claims) {
    if (claimed.id === "done") await workQueue.complete(claimed);
    if (claimed.id === "dead") await workQueue.deadLetter(claimed, "it could not be done");
    if (claimed.id === "paused") await workQueue.scheduleRetry(claimed, 3_600_000);
    if (claimed.id === "open") await workQueue.reschedule(claimed, 0);
  }
  const privacyId = randomUUID();
  await workQueue.enqueue(carryOutJob(owner, now, { privacyId, position, correlation: "c", causation: told.id }));

  const token = await vault.put("secret token", { owner });
  const [name, fresh] = await vault.putOnce(["Ada", "Grace"], { owner, prefix: "person-" });
  await vault.markReferenced([name ?? ""]);
  for (const [key, text] of Object.entries({ "a.csv": "one;two", "b.csv": "x".repeat(100_000), "c.csv": "" })) {
    const part = await fileStore.createPart(key);
    await part.write(Buffer.from(text));
    await part.publish(key);
  }
  return { told, token, name: name ?? "", fresh: fresh ?? "", privacyKind: privacyRequestJobKind };
};
