import { beforeEach, expect, it } from "vitest";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { StreamDamaged } from "#infra/ports/store-errors.ts";
import { aboutAnn, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";
import { carryOutJobId } from "./privacy-job.ts";
import { createRequestRequeue } from "./requeue-requests.ts";

const never = new AbortController().signal;
const standing = () => test.deps.queue.getStatus(carryOutJobId("p"));

let test: PrivacyUpkeep;
beforeEach(async () => {
  test = privacyUpkeep();
  await test.asks("p", "customer-erasure", aboutAnn);
  await test.hear();
});

/** Its job was given up. The queue remembers it for thirty days. */
const givenUp = async (days: number) => {
  const { queue } = test.deps;
  const job = await queue.claim({ kinds: [privacyRequestJobKind], lanes: [upkeepLane], worker: "w", leaseMs: 30_000 });
  if (job === undefined) throw new Error("The request has no job.");
  await queue.deadLetter(job, "The vault is locked.");
  test.clock.advance(days * 86_400_000);
  await queue.enqueue({ id: `any ${days}`, kind: "any", lane: "any", tenant, dueAt: test.clock.now(), payload: {} });
};

it("a request whose job was given up and then deleted from the queue is retried, and carried out", async () => {
  await givenUp(31);
  expect(await standing()).toBeUndefined();
  await createRequestRequeue(test.deps).round(never);
  expect(test.lines.filter((line) => line.includes("tried again"))).toHaveLength(1);
  await test.work();
  expect((await test.endOf("p"))?.outcome).toBe("carried-out");
  await createRequestRequeue(test.deps).round(never);
  expect(await standing()).toBe("completed");
});

it("a request is not requeued while its job waits or is given up in the queue", async () => {
  await createRequestRequeue(test.deps).round(never);
  expect(await standing()).toBe("open");
  await givenUp(29);
  await createRequestRequeue(test.deps).round(never);
  expect([await standing(), test.lines]).toEqual(["dead", []]);
});

it("a request with a damaged stream doesn't delay others", async () => {
  await test.asks("q", "customer-erasure", aboutAnn);
  await test.hear();
  await givenUp(0);
  await givenUp(31);
  const readStream: typeof test.deps.eventStore.readStream = async (stream, options) => {
    if (stream === "privacy-q") throw new StreamDamaged("Events of the stream privacy-q are missing.");
    return test.deps.eventStore.readStream(stream, options);
  };
  await createRequestRequeue({ ...test.deps, eventStore: { ...test.deps.eventStore, readStream } }).round(never);
  expect(await standing()).toBe("open");
  expect(test.lines).toContainEqual(expect.stringContaining("privacy-q are missing"));
});
