import { afterEach, describe, expect, inject, it } from "vitest";
import { setTenant } from "#application/session/shop-names.ts";
import { tokenEraKey } from "#application/session/token-era.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { runRepairWith } from "#tests/support/run-repair.ts";
import { openOwnEvents } from "./eventstoredb/own-events.ts";
import { createKeeping } from "./keeping.ts";
import { mongoUrl, ownMongoUrl } from "./mongodb/support.ts";

const { keep, closeAll } = createKeeping();
afterEach(closeAll);

const setUps = [
  { name: "EventStoreDB alone", documents: (): Record<string, string> => ({}), isThere: true },
  {
    name: "EventStoreDB and MongoDB",
    documents: () => ({
      MONGODB_URL: ownMongoUrl(),
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    }),
    isThere: mongoUrl() !== undefined,
  },
];

describe.each(setUps)("npm run repair over $name", ({ documents, isThere }) => {
  const given = async () => {
    const folder = await createTempFolder();
    keep({ close: folder.remove });
    const { url } = keep(await openOwnEvents(inject("eventStore")));
    const environment = { EVENTSTORE_URL: url, ...documents() };
    const withStores = async <T>(work: (stores: Stores) => Promise<T>): Promise<T> => {
      const config = readConfig({ ...environment, DATA_DIR: folder.path });
      const stores = await openStores({ config, clock: createSystemClock(), readModels: "none" });
      try {
        return await work(stores);
      } finally {
        await stores.close();
      }
    };
    const claim = ({ workQueue }: Stores) =>
      workQueue.claim({ kinds: ["send-mail"], lanes: ["short"], worker: "w", leaseMs: 1_000 });
    await withStores(async (stores) => {
      await stores.check();
      const data = { tenant: "t1", shop: "aurora-demo" };
      const installed = {
        id: "e1",
        type: "ShopInstalled",
        data,
        metadata: metadataAt("2026-11-20T10:00:00.000Z", data),
      };
      await setTenant(stores.stateStore, "aurora-demo", "t1");
      await stores.eventStore.appendToStream("shop-t1", [installed], { expectedVersion: "no-stream" });
      await stores.stateStore.put(tokenEraKey, "kept");
      const job = { id: "send-mail:m1", kind: "send-mail", lane: "short", tenant: "t1", payload: {} };
      await stores.workQueue.enqueue({ ...job, dueAt: new Date(0) });
      const claimed = await claim(stores);
      if (claimed) await stores.workQueue.deadLetter(claimed, "TypeError: the words are none");
    });
    const run = (...args: Parameters<typeof runRepairWith> extends [unknown, unknown, ...infer Args] ? Args : never) =>
      runRepairWith(environment, folder.path, ...args);
    return { environment, run, withStores, claim };
  };

  it.skipIf(!isThere)("lists abandoned jobs, retries them, and ends every session", async () => {
    const { run, withStores, claim } = await given();
    const listed = await run();
    expect(listed.said).toMatch(
      /'npm run repair -- --try-again' tries them again:\n {2}- send-mail:m1 of aurora-demo, after 1 attempt, at .*: TypeError: the words are none\nAll stores belong together/,
    );
    expect(listed.code).toBe(0);
    expect(await withStores(claim)).toBeUndefined();
    expect((await run("--try-again", "--end-sessions")).code).toBe(0);
    expect(await withStores(claim)).toMatchObject({ id: "send-mail:m1" });
    expect(await withStores(({ stateStore }) => stateStore.get(tokenEraKey))).toBeUndefined();
  });

  it.skipIf(!isThere)("says that the event store is another one, gives advice, and changes nothing", async () => {
    const { environment, run, withStores } = await given();
    const other = keep(await openOwnEvents(inject("eventStore")));
    const mine = environment.EVENTSTORE_URL;
    environment.EVENTSTORE_URL = other.url;
    const { code, said } = await run("--end-sessions", "--try-again");
    expect(code).toBe(1);
    expect(said).toMatch(/belong to another event store/);
    expect(said).toMatch(/They are not tried again yet/);
    expect(said).toMatch(/Restore backups of EventStoreDB and MongoDB that belong together/);
    environment.EVENTSTORE_URL = mine;
    expect(await withStores(({ stateStore }) => stateStore.get(tokenEraKey))).toMatchObject({ value: "kept" });
  });

  it.skipIf(!isThere)("repairs nothing, and says what to do instead", async () => {
    const { run } = await given();
    const { code, said } = await run("--mend");
    expect(code).toBe(1);
    expect(said).toMatch(
      /^--mend makes events and state agree that are both in DATA_DIR, and (MONGODB|EVENTSTORE)_URL is set\. Restore/,
    );
  });
});
