import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createEventStoreDbEventStore } from "#infra/eventstoredb/event-store.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { describeAppending } from "#tests/contract/event-store-appending.ts";
import { inEngine } from "#tests/contract/support/adapters.ts";
import { until } from "#tests/support/until.ts";
import { createEventStoreServer } from "../eventstoredb/server.ts";
import { startEventStore } from "../eventstoredb/start.ts";
import { brokersAt, createEnding, createHistory, kafka, newPrefix, theKafka } from "../kafka/support.ts";
import { createClosing, ownMongoUrl, standIn } from "../mongodb/support.ts";
import { type RunEngines, startRunEngines } from "../run-engines.ts";
import { placeOf, withOwnPrefix } from "../urls.ts";
import { type EngineName, pinned } from "./pinned.ts";
import { createSmallDocker, type Image } from "./small-docker.ts";

const image = (name: EngineName): string => pinned(name).image;
const names = (["eventstore", "mongodb", "kafka"] as const).map(image);

/** The "containers" cost little: a new stand-in for EventStoreDB, and ways to the MongoDB and the Kafka that the run has anyway. */
const eventStore: Image = {
  async start() {
    const { port, close } = await createEventStoreServer();
    return { ports: { 2113: port }, close };
  },
};
const mongo: Image = { start: async () => ({ ports: { 27017: standIn.port } }) };
const broker: Image = {
  async start({ KAFKA_LISTENERS = "" }) {
    const [, port] = /DIRECT:\/\/:(\d+)/.exec(KAFKA_LISTENERS) ?? [];
    const { port: real } = placeOf(`kafka://${theKafka().direct}`);
    return { ports: { [Number(port)]: real }, log: "[KafkaRaftServer nodeId=1] Kafka Server started" };
  },
};
const images = (): Map<string, Image> =>
  new Map([
    [image("eventstore"), eventStore],
    [image("mongodb"), mongo],
    [image("kafka"), broker],
  ]);

describe.skipIf(!standIn.isAvailable || !kafka?.proxied)("Containers in Docker", () => {
  let there: Map<string, Image>;
  let docker: Awaited<ReturnType<typeof createSmallDocker>>;
  beforeAll(async () => {
    docker = await createSmallDocker((name) => there.get(name));
    vi.stubEnv("DOCKER_HOST", docker.host);
    vi.stubEnv("TESTCONTAINERS_RYUK_DISABLED", "true");
    for (const name of ["TEST_EVENTSTORE_URL", "TEST_MONGODB_URL", "TEST_KAFKA_BROKERS"]) vi.stubEnv(name, undefined);
  });
  beforeEach(() => {
    there = images();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await docker.close();
  });

  // This test comes first, because Testcontainers remembers every image that it has seen.
  it("are replaced by a stand-in when Docker can't get the image, which the run reports", async () => {
    there.delete(image("eventstore"));
    const engine = await startEventStore();
    await engine.close();
    expect(engine.place.isReal).toBe(false);
    expect(engine.said).toMatch(/: a stand-in .*, as Docker cannot get eventstore\/.* \(.*no eventstore\/.* to be had/);
  });

  it("are all removed if one of them doesn't start", async () => {
    there.set(image("kafka"), {});
    await expect(startRunEngines()).rejects.toThrow(/Kafka Server started/);
    expect(docker.seen.filter((call) => call.endsWith("/start"))).toHaveLength(3);
    expect(docker.containers()).toEqual([]);
  });

  describe("for a run", () => {
    const closing = createClosing();
    const ending = createEnding();
    const said: unknown[] = [];
    let run: RunEngines;
    beforeAll(async () => {
      there = images();
      const log = vi.spyOn(console, "log").mockImplementation((line) => void said.push(line));
      run = await startRunEngines();
      log.mockRestore();
    });
    afterAll(async () => {
      await closing.closeAll();
      await ending.endAll();
      await run.close();
      expect(docker.containers()).toEqual([]);
    });

    it("use the images in compose.yaml, which the run names", () => {
      expect(docker.containers().sort()).toEqual([...names].sort());
      const [events, documents, messages] = names;
      expect(said).toEqual([
        `EventStoreDB 24.10.0: a container of ${events}.`,
        `MongoDB 5.0.0: a replica set of one in a container of ${documents}.`,
        expect.stringMatching(`^Kafka \\d+\\.\\d+\\.\\d+: a container of ${messages}\\.$`),
      ]);
    });

    describeAppending(
      inEngine(
        "EventStoreDB in a container",
        () => withOwnPrefix(run.eventStore.url),
        (url) => createEventStoreDbEventStore({ url, clock: createSystemClock() }),
        (store) => store.close(),
      ),
    );

    it("store MongoDB documents in a database per test", async () => {
      const url = ownMongoUrl(run.mongo?.url);
      expect(url).toMatch(/\/sheaf-test-.*\?directConnection=true$/);
      const store = createMongoReadStore(await closing.mongo(url));
      const put = { collection: "exports", kind: "put", id: "e1", document: { n: 1 }, position: "1" } as const;
      await store.apply([put]);
      expect(await store.get("exports", "e1")).toMatchObject({ document: { n: 1 } });
    });

    it("deliver events published to Kafka", async () => {
      const brokers = brokersAt(run.kafka?.direct ?? "", newPrefix());
      const event = createHistory()("a-1");
      await ending.publisher({ brokers }).publish([event]);
      const heard: string[] = [];
      ending.member(ending.bus({ brokers }), async (events) => void heard.push(...events.map(({ id }) => id)));
      await until("it is received", () => heard.includes(event.id));
    });
  });
});
