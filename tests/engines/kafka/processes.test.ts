import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { someEvents } from "#tests/contract/support/events.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { brokersAt, kafka, newPrefix, theKafka } from "./support.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe.skipIf(!kafka)("The relay process", () => {
  let folder: TempFolder;
  let stores: Stores;
  let children: ChildProcess[];
  let stop: AbortController;
  let hearing: Promise<void>;
  let heard: Set<string>;
  let brokers: string;
  beforeEach(async () => {
    [folder, children, stop, heard] = [await createTempFolder(), [], new AbortController(), new Set()];
    brokers = brokersAt(theKafka().direct, newPrefix());
    stores = await openStores({
      config: { DATA_DIR: folder.path, KAFKA_BROKERS: brokers },
      clock: createSystemClock(),
      readModels: "none",
    });
    const hear = async (events: { id: string }[]) => {
      for (const { id } of events) heard.add(id);
    };
    hearing = stores.bus.subscribe({ group: "g", types: ["ThingHappened"] }, hear, stop.signal);
  });
  afterEach(async () => {
    stop.abort();
    for (const child of children) child.kill("SIGKILL");
    await hearing;
    await stores.close();
    await folder.remove();
  });

  const begin = async (changes: Record<string, string> = {}) => {
    const port = await freePort();
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "relay/main.ts"], {
      cwd: root,
      env: {
        ...childEnvironment,
        DATA_DIR: folder.path,
        KAFKA_BROKERS: brokers,
        METRICS_PORT: String(port),
        ...changes,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    const ended = once(child, "exit");
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text: Buffer) => {
        said += text.toString();
      });
    const page = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    const metric = async (name: string): Promise<number> =>
      Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await page("/metrics").catch(() => ""))?.[1] ?? Number.NaN);
    return { child, ended, page, metric, said: () => said };
  };
  let version = -1;
  const happen = async (count: number) => {
    const events = someEvents(count);
    await stores.eventStore.appendToStream(`export-${folder.path}`, events, {
      expectedVersion: version < 0 ? "no-stream" : version,
    });
    version += count;
    return events;
  };
  beforeEach(() => {
    version = -1;
  });

  it("publishes others' events, reports that on its health server, and ends on SIGTERM", async () => {
    await happen(20);
    const { child, ended, page, metric, said } = await begin();
    await until("all events are received", () => heard.size === 20, { picture: said });
    await until("the relay has caught up", async () => (await metric("relay_lag_seconds")) === 0, { picture: said });
    expect(await metric("relay_active")).toBe(1);
    expect(await metric("relay_events_published_total")).toBe(20);
    expect(JSON.parse(await page("/healthz"))).toMatchObject({ ok: true });
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("is replaced by a waiting one when it is killed, without losing events", async () => {
    const first = await begin();
    await happen(10);
    await until("the events are received", () => heard.size === 10, { picture: first.said });
    const second = await begin();
    await until("it is waiting", async () => (await second.metric("relay_active")) === 0, { picture: second.said });
    first.child.kill("SIGKILL");
    await first.ended;
    await happen(10);
    await until("events are received again", () => heard.size === 20, { picture: second.said });
    await until("it is active", async () => (await second.metric("relay_active")) === 1);
  });

  it("reports on its health server that Kafka doesn't respond", async () => {
    await happen(1);
    const { page, said } = await begin({ KAFKA_BROKERS: `127.0.0.1:${await freePort()}` });
    await until("it is reported", async () => (await page("/healthz").catch(() => "")).includes("does not answer"), {
      picture: said,
    });
  });

  it.each([
    ["without KAFKA_BROKERS", "", /KAFKA_BROKERS is not set/],
    ["with invalid KAFKA_BROKERS", "kafka://u:hidden@h?acks=1", /KAFKA_BROKERS: one of its options isn't known/],
  ])("doesn't start %s, and says why", async (_what, given, sentence) => {
    const { ended, said } = await begin({ KAFKA_BROKERS: given });
    expect((await ended)[0]).toBe(1);
    expect(said()).toMatch(sentence);
    expect(said()).not.toMatch(/hidden/);
  });
});
