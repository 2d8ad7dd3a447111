import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { awaitPosition } from "#application/events/await-position.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { childEnvironment } from "./child-environment.ts";

const main = fileURLToPath(new URL("../../projections/main.ts", import.meta.url));

/** Projection processes of their own data folder. */
export const createProjectionProcesses = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-projections-"));
  const children: ChildProcess[] = [];

  const reading = async <T>(work: (readStore: ReadStore) => Promise<T>): Promise<T> => {
    const readStore = createSqliteReadStore({ file: join(dataDir, "read-models.db"), readOnly: true });
    try {
      return await work(readStore);
    } finally {
      await readStore.close();
    }
  };

  return {
    dataDir,
    reading,
    start: (environment: Record<string, string> = {}): ChildProcess => {
      const child = fork(main, [], {
        execArgv: ["--disable-warning=ExperimentalWarning"],
        env: {
          ...childEnvironment,
          DATA_DIR: dataDir,
          LOG_LEVEL: "silent",
          PROJECTIONS_HOLDER: "supervised",
          ...environment,
        },
      });
      children.push(child);
      return child;
    },
    /** The next message of a kind. */
    message: <Told extends { kind: string }>(child: ChildProcess, kind: Told["kind"]): Promise<Told> =>
      new Promise((resolve) => {
        // Several may come together: one listener gets them all.
        const hear = (message: unknown): void => {
          const told = message as Told;
          if (told.kind !== kind) return;
          child.off("message", hear);
          resolve(told);
        };
        child.on("message", hear);
      }),
    exit: async (child: ChildProcess) => (await once(child, "exit")) as [number | null, string | null],
    /** Records a shop's first event; returns its position. */
    install: async (tenant: string, metadata: { schema?: number } = {}): Promise<string> => {
      const { eventStore, close } = await openStores({
        config: { DATA_DIR: dataDir },
        clock: createSystemClock(),
        readModels: "none",
      });
      const { position } = await eventStore.appendToStream(
        `shop-${tenant}`,
        [
          {
            id: `e-${tenant}`,
            type: "ShopInstalled",
            data: { tenant, shop: `${tenant}-demo` },
            metadata: { ...metadataAt("2026-11-20T10:00:00.000Z", { tenant }), ...metadata },
          },
        ],
        { expectedVersion: "no-stream" },
      );
      await close();
      return position;
    },
    /** Returns the shops shown once every read model has seen a position. */
    shopsAfter: (position: string) =>
      reading(async (readStore) => {
        const names = Object.values(collections).map(({ name }) => name);
        const readModels = serveReadModels({ readStore });
        if (!(await awaitPosition({ readModels, names, position, timeout: 20_000 })))
          throw new Error("The read models have not caught up within 20 s.");
        return (await readModels.find("shops", {})).map(({ document }) => document.shop);
      }),
    /** Kills what still runs, and removes the folder. */
    remove: async () => {
      for (const child of children)
        if (child.exitCode === null && child.signalCode === null) {
          child.kill("SIGKILL");
          await once(child, "exit");
        }
      await rm(dataDir, { recursive: true });
    },
  };
};

export type ProjectionProcesses = Awaited<ReturnType<typeof createProjectionProcesses>>;
