import { copyFile, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSessions } from "#application/session/sessions.ts";
import { createShopNames, setTenant } from "#application/session/shop-names.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { readModelNames } from "#domain/read-models/versions.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { readConfig } from "#infra/config/config.ts";
import { offsetPrefix } from "#infra/kafka/consumed-events.ts";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import type { Job } from "#infra/ports/work-queue.ts";
import { lockFolderExclusively } from "#infra/sqlite/files/folder-lock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, finishExport, instant, requestExport, tenant } from "#tests/support/given-events.ts";
import { projections } from "../../projections/read-models/all.ts";
import { runProjection } from "../../projections/run-projection.ts";
import { findStoreProblem } from "../check-stores.ts";
import { repair } from "./repair.ts";

let clock: FakeClock;
const ids = createSystemIds();
let dataDir: string;
let said: string[];
beforeEach(async () => {
  clock = createFakeClock("2026-11-20T12:00:00.000Z");
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-repair-"));
  said = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const fileIn = (name: string) => join(dataDir, name);
const open = (folder = dataDir) => openStores({ config: { DATA_DIR: folder }, clock, readModels: "write" });
const withStores = async <T>(work: (stores: Stores) => Promise<T>, folder = dataDir): Promise<T> => {
  const stores = await open(folder);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
};

const namesIn = ({ stateStore, eventStore }: Stores, next?: string) =>
  createShopNames({ state: stateStore, eventStore, ids: next === undefined ? ids : { ...ids, uuid: () => next } });
const install = async (stores: Stores) => {
  await namesIn(stores, tenant).claim("aurora-demo");
  await append(stores, `shop-${tenant}`, "ShopInstalled", { tenant, shop: "aurora-demo" });
};
const job = (kind: string, id: string, payload: Job["payload"]): Job => ({
  id: `${kind}:${id}`,
  kind,
  lane: "short",
  tenant,
  dueAt: new Date(instant),
  payload,
});
/** Runs a job to its end. */
const didJob = async ({ workQueue }: Stores, done: Job) => {
  await workQueue.enqueue(done);
  const claimed = await workQueue.claim({ kinds: [done.kind], lanes: ["short"], worker: "w", leaseMs: 1_000 });
  if (!claimed) throw new Error("The job cannot be claimed.");
  await workQueue.complete(claimed);
};
const didExport = async (stores: Stores, exportId: string) => {
  const payload = { exportId, tenant, correlation: "c", causation: "c" };
  for (const kind of ["choose-lane", "export"]) await didJob(stores, job(kind, exportId, payload));
};
const project = async ({ eventStore, readStore }: Stores) => {
  const head = await eventStore.headPosition();
  for (const projection of projections) {
    const done = new AbortController();
    await runProjection({
      projection,
      eventStore,
      readStore,
      upcasters,
      signal: done.signal,
      onParked: ({ reason }) => {
        throw new Error(reason);
      },
      onProgress: ({ position }) => {
        if (position === head) done.abort();
      },
    });
  }
};
const openJobs = async ({ workQueue }: Stores) => {
  const found: string[] = [];
  clock.advance(30 * 24 * 3_600_000);
  for (;;) {
    const kinds = ["choose-lane", "export", "expire-export", "cancel-export", "send-mail"];
    const claimed = await workQueue.claim({ kinds, lanes: ["short", "long", "mail"], worker: "w", leaseMs: 1_000 });
    if (!claimed) return found.toSorted();
    found.push(claimed.id);
    await workQueue.complete(claimed);
  }
};
const run = (mend: boolean, endSessions = false) =>
  repair({ dataDir, clock, ids, mend, endSessions, say: (line) => said.push(line) });
const keepCopy = () => copyFile(fileIn("events.db"), fileIn("older"));
const putCopyBack = async () => {
  for (const ending of ["-wal", "-shm"]) await rm(fileIn(`events.db${ending}`), { force: true });
  await copyFile(fileIn("older"), fileIn("events.db"));
};
const check = () => withStores((stores) => stores.check(readModelNames));

/** A shop with a completed export `a`; then, lost again, `b`, requested before, and `c`, which is lost entirely. */
const givenOlderEvents = async () => {
  await withStores(async (stores) => {
    await install(stores);
    await requestExport(stores, "a");
    await didExport(stores, "a");
    await finishExport(stores, "a");
    await requestExport(stores, "b");
  });
  await keepCopy();
  clock.advance(3_600_000);
  await withStores(async (stores) => {
    await didExport(stores, "b");
    await finishExport(stores, "b");
    await requestExport(stores, "c");
    await didExport(stores, "c");
    await finishExport(stores, "c");
    await project(stores);
  });
  await putCopyBack();
};

describe("a repair", () => {
  it("reports a folder without data, and leaves nothing there", async () => {
    await expect(run(true)).rejects.toThrow(/There is no data of Sheaf in .*\. Set DATA_DIR/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("finds nothing in a healthy folder", async () => {
    await withStores(install);
    expect(await run(true)).toBe("in-order");
    expect(said).toEqual([]);
  });

  it("doesn't begin while Sheaf runs, and Sheaf doesn't start during a repair", async () => {
    const stores = await open();
    await expect(run(true)).rejects.toThrow(/Sheaf is running on .*\. Stop it first/);
    await stores.close();
    expect(await run(true)).toBe("in-order");
    const use = lockFolderExclusively(dataDir);
    await expect(open()).rejects.toThrow(
      /'npm run repair' or 'npm run move' is at work on .*\. Start Sheaf again when it is done/,
    );
    use.release();
    await withStores((again) => again.check());
  });
});

describe("given a job that was given up", () => {
  const givenDead = () =>
    withStores(async (stores) => {
      await install(stores);
      await stores.check();
      await stores.workQueue.enqueue(job("send-mail", "m1", {}));
      const claimed = await claim(stores);
      if (claimed) await stores.workQueue.deadLetter(claimed, "TypeError: the words are none");
    });
  const claim = ({ workQueue }: Stores) =>
    workQueue.claim({ kinds: ["send-mail"], lanes: ["short"], worker: "w", leaseMs: 1_000 });

  it("then the repair lists it with its shop and reason, and leaves it alone", async () => {
    await givenDead();
    expect(await repair({ dataDir, clock, ids, mend: false, say: (line) => said.push(line) })).toBe("in-order");
    expect(said).toEqual([
      "Jobs that were given up. Once their cause is fixed, 'npm run repair -- --try-again' tries them again:",
      `  - send-mail:m1 of aurora-demo, after 1 attempt, at ${clock.wall().toISOString()}: TypeError: the words are none`,
    ]);
    expect(await withStores(claim)).toBeUndefined();
  });

  it("when it is to be retried, then it is, with all its attempts", async () => {
    await givenDead();
    await repair({ dataDir, clock, ids, mend: false, tryAgain: true, say: (line) => said.push(line) });
    expect(said[0]).toMatch(/the next start tries them again/);
    expect(await withStores(claim)).toMatchObject({ id: "send-mail:m1", attempts: 1, fence: 2 });
    said = [];
    await repair({ dataDir, clock, ids, mend: false, say: (line) => said.push(line) });
    expect(said).toEqual([]);
  });
});

describe("given an export without an end whose job was done", () => {
  const heard = async (stores: Stores) => {
    const [head] = (await stores.eventStore.readAll({ limit: 100 })).slice(-1);
    if (!head) throw new Error("There are no events.");
    const { storeId } = stores.eventStore;
    await stores.stateStore.put("bus:exports-to-jobs", { storeId, position: head.position, eventId: head.id });
  };
  beforeEach(() =>
    withStores(async (stores) => {
      await install(stores);
      await requestExport(stores, "a");
      await didExport(stores, "a");
      await finishExport(stores, "a");
      await requestExport(stores, "b");
      await didExport(stores, "b");
      await requestExport(stores, "waiting");
      await stores.workQueue.enqueue(job("export", "waiting", { exportId: "waiting" }));
      await heard(stores);
      await requestExport(stores, "not heard yet");
      await stores.check();
    }),
  );

  it("then the repair lists it, and no other", async () => {
    expect(await run(false)).toBe("jobs-missing");
    expect(said).toEqual([
      "Exports without an end that no job makes; mending has them made:",
      "  - 'Report b' of aurora-demo",
    ]);
    await withStores(async (stores) => expect(await openJobs(stores)).toEqual(["export:waiting"]));
  });

  it("when it is repaired, then it has a job again, and nothing else is changed", async () => {
    await withStores(({ stateStore }) => stateStore.put("token-era", "kept"));
    expect(await run(true)).toBe("mended");
    expect(await run(true)).toBe("in-order");
    await withStores(async (stores) => {
      expect((await stores.stateStore.get("token-era"))?.value).toBe("kept");
      expect(await openJobs(stores)).toEqual(["choose-lane:b", "export:waiting"]);
    });
  });

  it("when sessions are to be ended, then they are, with or without a repair", async () => {
    for (const mend of [false, true]) {
      await withStores(({ stateStore }) => stateStore.put("token-era", "kept"));
      expect(await run(mend, true)).toBe(mend ? "mended" : "jobs-missing");
      expect(said).toContain("Every session was ended: every shop must log in again.");
      await withStores(async ({ stateStore }) => expect(await stateStore.get("token-era")).toBeUndefined());
    }
  });
});

describe("given an older events.db was restored", () => {
  beforeEach(givenOlderEvents);

  it("when jobs are to be retried, then nothing is changed until the stores agree", async () => {
    await withStores(async ({ workQueue }) => {
      await workQueue.enqueue(job("send-mail", "m1", {}));
      const claimed = await workQueue.claim({ kinds: ["send-mail"], lanes: ["short"], worker: "w", leaseMs: 1_000 });
      if (claimed) await workQueue.deadLetter(claimed, "It is broken.");
    });
    const tryAgain = (mend: boolean) =>
      repair({ dataDir, clock, ids, mend, tryAgain: true, say: (line) => said.push(line) });
    expect(await tryAgain(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(
      /They are not tried again yet, since the stores must agree first\. .*:\n {2}- send-mail:m1/,
    );
    expect(said.join("\n")).not.toMatch(/the next start tries/);
    said = [];
    await repair({ dataDir, clock, ids, mend: false, say: (line) => said.push(line) });
    expect(said.join("\n")).toMatch(/tries them again:\n {2}- send-mail:m1/);
  });

  it("when nothing was written since, then no process continues, and the repair only names what is lost", async () => {
    await expect(check()).rejects.toThrow(/know more events .*npm run repair/);
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db has 4 events/);
    expect(said.join("\n")).toMatch(/Up to 3 events between the two are lost/);
    expect(said.join("\n")).toMatch(/'Report c' of aurora-demo requested 2026-11-20T10:00:00.000Z/);
    expect(said.join("\n")).toMatch(/Exports whose end is lost; they are made again:\n {2}- Report b/);
    await expect(check()).rejects.toThrow(/npm run repair/);
  });

  it("when many read models and reactions are ahead, then the repair says so once", async () => {
    await withStores(async ({ stateStore, readStore }) => {
      const [checkpoint = null] = (await readStore.checkpoints()).values();
      for (const group of ["a", "b"]) await stateStore.put(`${groupPrefix}${group}`, checkpoint);
    });
    await run(false);
    const differ = said.filter((line) => line.includes("have seen events that events.db does not have"));
    expect(differ).toEqual([expect.stringMatching(/^state\.db, 2 reactions and \d+ read models have seen events/)]);
  });

  it.each([0, 60])(
    "when %i events were written since and it is repaired, then only lost work is repeated",
    async (count) => {
      const { createSqliteEventStore } = await import("#infra/sqlite/events/event-store.ts");
      const bare = createSqliteEventStore({ file: fileIn("events.db") });
      for (let n = 0; n < count; n += 1)
        await append({ eventStore: bare }, `support-${n}`, "SupportMessageSent", {
          messageId: `m${n}`,
          messageRef: `r${n}`,
        });
      await bare.close();
      await expect(check()).rejects.toThrow(/npm run repair/);
      await withStores(({ stateStore }) => stateStore.put("command:c", { version: 99 }));
      expect(await run(true)).toBe("mended");
      await check();
      expect(await run(false)).toBe("in-order");
      await withStores(async (stores) => {
        expect(await stores.stateStore.get("command:c")).toBeUndefined();
        const mails = Array.from({ length: count }, (_, n) => `send-mail:m${n}`);
        expect(await openJobs(stores)).toEqual(["expire-export:a", "choose-lane:b", ...mails].toSorted());
        expect(await stores.workQueue.enqueue(job("export", "c", {}))).toBe(true);
        expect(await stores.readStore.count("exports")).toBe(0);
      });
    },
  );
});

describe("given e-mails that were sent", () => {
  it("when their events are processed again, then they are not sent again, however old they are", async () => {
    await withStores(async (stores) => {
      await install(stores);
      for (const messageId of ["m1", "m2"]) {
        await append(stores, `support-${tenant}`, "SupportMessageSent", { messageId, messageRef: messageId });
        await didJob(stores, { ...job("send-mail", messageId, {}), lane: "short" });
      }
    });
    await keepCopy();
    clock.advance(3_600_000);
    await withStores((stores) => requestExport(stores, "late"));
    await putCopyBack();
    // Sixty days later the queue has forgotten the jobs.
    clock.advance(60 * 24 * 3_600_000);
    await withStores(({ workQueue }) => workQueue.enqueue(job("export", "other", {})));
    expect(await run(true)).toBe("mended");
    expect((await withStores(openJobs)).filter((id) => id.startsWith("send-mail"))).toEqual([]);
  });

  it("when Kafka events are lost, then their offsets are removed, so new events aren't skipped", async () => {
    await withStores(install);
    await keepCopy();
    await withStores(async (stores) => {
      await requestExport(stores, "lost");
      await stores.stateStore.put(`${offsetPrefix}sheaf.g:sheaf.events.export:0:1`, { taken: [["0", "9"]] });
    });
    await putCopyBack();
    expect(await run(true)).toBe("mended");
    await withStores(async ({ stateStore }) =>
      expect(await stateStore.get(`${offsetPrefix}sheaf.g:sheaf.events.export:0:1`)).toBeUndefined(),
    );
  });
});

describe("given stores that do not belong together", () => {
  const removeAll = async (name: string) => {
    for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(name + ending), { force: true });
  };

  it("when state.db is missing, then shops keep their tenants and open exports continue", async () => {
    await withStores(async (stores) => {
      await install(stores);
      await requestExport(stores, "a");
    });
    await removeAll("state.db");
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/state\.db is missing: exports under way fail/);
    expect(await readdir(dataDir)).not.toContain("state.db");
    expect(await run(true)).toBe("mended");
    await check();
    await withStores(async (stores) => {
      expect(await namesIn(stores).findTenant("aurora-demo")).toBe(tenant);
      expect(await openJobs(stores)).toEqual(["choose-lane:a"]);
    });
  });

  it("when state.db is an older copy, then newer shops keep their tenants", async () => {
    await withStores((stores) => stores.check());
    await copyFile(fileIn("state.db"), fileIn("older-state"));
    await withStores(install);
    await removeAll("state.db");
    await copyFile(fileIn("older-state"), fileIn("state.db"));
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toMatch(
      /does not know the shop aurora-demo, .*npm run repair/,
    );
    expect(await run(true)).toBe("mended");
    expect(said.join("\n")).toMatch(/state\.db does not know some shops/);
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toBeUndefined();
    await withStores(async (stores) => expect(await namesIn(stores).findTenant("aurora-demo")).toBe(tenant));
    expect(await run(false)).toBe("in-order");
  });

  it("when a forgotten shop was installed twice, then its name gets the tenant with more work", async () => {
    const second = "22222222-2222-4222-8222-222222222222";
    await withStores(async (stores) => {
      await install(stores);
      await requestExport(stores, "a");
      await stores.stateStore.delete("shop-name:aurora-demo");
      await append(stores, `shop-${second}`, "ShopInstalled", { tenant: second, shop: "aurora-demo" });
      await setTenant(stores.stateStore, "aurora-demo", second);
    });
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/leads a shop to the installation with less work/);
    const both = new RegExp(
      `aurora-demo: ${tenant} of .*\\(1 changes and reports, used\\); ${second} of .*\\(0 changes and reports\\)`,
    );
    expect(said.join("\n")).toMatch(both);
    expect(await run(true)).toBe("mended");
    await withStores(async (stores) => expect(await namesIn(stores).findTenant("aurora-demo")).toBe(tenant));
    said = [];
    expect(await run(false)).toBe("in-order");
    expect(said.join("\n")).toMatch(both);
    expect(await findStoreProblem(readConfig({ DATA_DIR: dataDir }))).toBeUndefined();
  });

  it("when events.db is missing, then the losses are named and Sheaf continues without it", async () => {
    await withStores(async (stores) => {
      await install(stores);
      await requestExport(stores, "a");
      await project(stores);
    });
    await removeAll("events.db");
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db is missing/);
    expect(said.join("\n")).toMatch(/'Report a' of aurora-demo/);
    expect(await readdir(dataDir)).not.toContain("events.db");
    expect(await run(true)).toBe("mended");
    await check();
  });

  it("when state.db belongs to another events.db, then its jobs are replaced by those from the streams", async () => {
    const other = await mkdtemp(join(tmpdir(), "sheaf-repair-other-"));
    await withStores(async (stores) => {
      await requestExport(stores, "foreign");
      await stores.workQueue.enqueue(job("export", "foreign", { exportId: "foreign" }));
    }, other);
    await withStores(async (stores) => {
      await install(stores);
      await requestExport(stores, "a");
    });
    await removeAll("state.db");
    await copyFile(join(other, "state.db"), fileIn("state.db"));
    await copyFile(join(other, "master.key"), fileIn("master.key"));
    await rm(other, { recursive: true, force: true });
    await expect(check()).rejects.toThrow(/belong to another event store.*npm run repair/);
    expect(await run(true)).toBe("mended");
    await check();
    await withStores(async (stores) => {
      expect(await openJobs(stores)).toEqual(["choose-lane:a"]);
      expect(await namesIn(stores).findTenant("aurora-demo")).toBe(tenant);
    });
  });
});

describe("given a logout, and the loss of the state.db that recorded it", () => {
  const sessionsOf = ({ stateStore, vault }: Stores) => createSessions({ state: stateStore, vault, clock, ids });
  const isLoggedIn = (token: string) =>
    withStores(async (stores) => (await sessionsOf(stores).verify(token)) !== undefined);
  const removeState = async () => {
    for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(`state.db${ending}`), { force: true });
  };
  const putOlderBack = async () => {
    await removeState();
    await copyFile(fileIn("older-state"), fileIn("state.db"));
  };
  let token: string;
  beforeEach(async () => {
    token = await withStores(async (stores) => {
      await install(stores);
      const sessions = sessionsOf(stores);
      return sessions.issue({ tenant, shop: "aurora-demo", epoch: await sessions.readEpoch(tenant) });
    });
    await copyFile(fileIn("state.db"), fileIn("older-state"));
    await withStores(async (stores) => {
      const verified = await sessionsOf(stores).verify(token);
      if (!verified) throw new Error("A new token was refused.");
      await sessionsOf(stores).revoke(verified.jti);
    });
  });

  it.each([
    ["is missing", removeState],
    [
      "is an older one that doesn't fit",
      async () => {
        await putOlderBack();
        await withStores(({ stateStore }) => stateStore.delete("history"));
      },
    ],
    [
      "is an older one with harmless damage",
      async () => {
        await putOlderBack();
        const { DatabaseSync } = await import("node:sqlite");
        const db = new DatabaseSync(fileIn("state.db"));
        db.exec("DROP TABLE jobs");
        db.close();
      },
    ],
  ])(
    "when state.db %s and it is repaired, then the token stays refused, and all must log in again",
    async (_name, lose) => {
      await lose();
      expect(await run(true)).toBe("mended");
      expect(said.join("\n")).toMatch(/every shop must log in again/);
      expect(await isLoggedIn(token)).toBe(false);
    },
  );

  it("when an older one fits, then ending all sessions invalidates the token, and changes nothing else", async () => {
    await putOlderBack();
    expect(await run(true)).toBe("in-order");
    expect(await isLoggedIn(token)).toBe(true);
    expect(await run(false, true)).toBe("in-order");
    expect(said).toEqual(["Every session was ended: every shop must log in again."]);
    expect(await isLoggedIn(token)).toBe(false);
  });
});

describe("given a damaged file", () => {
  const givenMuch = () =>
    withStores(async (stores) => {
      await install(stores);
      for (let n = 0; n < 300; n += 1) await requestExport(stores, `x${n}`);
    });

  it("when both stores are damaged, then the repair says each thing once, and blames no older copy", async () => {
    await givenMuch();
    await withStores(project);
    await truncate(fileIn("events.db"), 120_000);
    await truncate(fileIn("state.db"), 40_000);
    await run(false);
    const sentences = said.flatMap((line) => line.split(/(?<=\.) /));
    expect(sentences).toEqual([...new Set(sentences)]);
    expect(said.join("\n")).toMatch(/events\.db is damaged .*\nstate\.db is damaged /);
    expect(said.join("\n")).not.toMatch(/an older copy was restored|events\.db has \d+ events/);
  });

  it("when the end of events.db is torn off, then its readable beginning is kept", async () => {
    await givenMuch();
    await truncate(fileIn("events.db"), 120_000);
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/events\.db is damaged .* Its first \d+ events, in \d+ streams, can be read/);
    expect(await run(true)).toBe("mended");
    await check();
    const kept = await withStores(({ eventStore }) => eventStore.readAll({ limit: 1_000 }));
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(301);
    expect((await readdir(dataDir)).some((name) => name.startsWith("events.damaged-"))).toBe(true);
  });

  it("when state.db isn't a database, then it starts empty beside the events", async () => {
    await givenMuch();
    await writeFile(fileIn("state.db"), "not a database at all, and long enough to be looked at".repeat(100));
    expect(await run(false)).toBe("disagrees");
    expect(said.join("\n")).toMatch(/state\.db is damaged \(file is not a database\)\. 0 of its entries/);
    expect(said.join("\n")).not.toMatch(/set aside/);
    expect(await run(true)).toBe("mended");
    expect(said.join("\n")).toMatch(/What was set aside still holds tokens and personal values.*The next erasure/);
    await check();
  });

  it("when read-models.db is from a newer Sheaf too, then it is set aside to be rebuilt", async () => {
    await givenMuch();
    const readModels = new DatabaseSync(fileIn("read-models.db"));
    readModels.exec("PRAGMA user_version = 9999");
    readModels.close();
    await truncate(fileIn("events.db"), 120_000);
    expect(await run(true)).toBe("mended");
    expect(said.join("\n")).toMatch(/read-models\.db was set aside/);
    await check();
  });
});
