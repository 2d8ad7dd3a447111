import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/test-context.ts";
import { collections } from "#domain/read-models/documents.ts";
import { awaitPosition } from "#infra/app/await-position.ts";
import { createSqliteEventStore } from "#infra/sqlite/event-store.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-store.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

describe("the projection process", () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "sheaf-projections-"));
  });
  afterEach(async () => {
    for (const child of children.splice(0))
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    await rm(dataDir, { recursive: true });
  });

  const start = (environment: Record<string, string> = {}) => {
    const child = fork(main, [], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "silent", ...environment },
    });
    children.push(child);
    return child;
  };
  const message = async (child: ChildProcess, kind: string) => {
    for (;;) {
      const [told] = (await once(child, "message")) as [{ kind: string }];
      if (told.kind === kind) return told;
    }
  };
  const exit = async (child: ChildProcess) => (await once(child, "exit")) as [number | null, string | null];

  const install = async (tenant: string) => {
    const eventStore = createSqliteEventStore({ file: join(dataDir, "events.db") });
    const { position } = await eventStore.appendToStream(
      `shop-${tenant}`,
      [
        {
          id: `e-${tenant}`,
          type: "ShopInstalled",
          data: { tenant, shop: `${tenant}-demo` },
          metadata: metadataAt("2026-11-20T10:00:00.000Z", { tenant }),
        },
      ],
      { expectedVersion: "no-stream" },
    );
    await eventStore.close();
    return position;
  };
  const shopsAfter = async (position: string) => {
    const readStore = createSqliteReadStore({ file: join(dataDir, "read-models.db"), readOnly: true });
    const names = Object.values(collections).map(({ name }) => name);
    const fresh = await awaitPosition({ readStore, names, position, timeout: 20_000 });
    const found = await readStore.find("shops", {});
    await readStore.close();
    expect(fresh).toBe(true);
    return found.map(({ document }) => document.shop);
  };

  it("is ready once it shows what was there, follows other processes, and ends when it is told to", async () => {
    await install("a");
    const child = start();
    await message(child, "ready");
    expect(await shopsAfter(await install("b"))).toEqual(["a-demo", "b-demo"]);
    expect(await message(child, "status")).toMatchObject({ part: "projections" });
    child.kill("SIGTERM");
    expect(await exit(child)).toEqual([0, null]);
  });

  it("ends when its supervisor is gone", async () => {
    const child = start();
    await message(child, "ready");
    child.disconnect();
    expect(await exit(child)).toEqual([0, null]);
  });

  it.each(["projection:shops:before-rows", "projection:shops:after-rows-before-checkpoint"])(
    "killed at %s, it shows all when it is back",
    async (FAILPOINTS) => {
      const position = await install("a");
      expect(await exit(start({ FAILPOINTS }))).toEqual([null, "SIGKILL"]);
      start({ FAILPOINTS });
      expect(await shopsAfter(position)).toEqual(["a-demo"]);
    },
  );
});
