import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolderFileStore } from "#infra/folder/file-store.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { allOf } from "../support/all-of.ts";
import { createTempFolder, type TempFolder } from "./support/temp-folder.ts";

/**
 * Guarantees of only the stores in a folder. Other code may rely on them only where no other store can be used (ADR
 * 31).
 */
describe("The embedded stores", () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder();
  });
  afterEach(() => folder.remove());

  it("show written read models to every reader at once", async () => {
    const file = join(folder.path, "read-models.db");
    const [writer, reader] = [createSqliteReadStore({ file }), createSqliteReadStore({ file, readOnly: true })];
    await writer.ensureCollections([{ name: "exports", indexes: [] }]);
    for (let n = 1; n <= 50; n += 1) {
      const position = String(n).padStart(20, "0");
      await writer.apply([{ collection: "exports", kind: "put", id: "e1", document: { n }, position }]);
      expect((await reader.get("exports", "e1"))?.document).toEqual({ n });
    }
    await reader.close();
    await writer.close();
  });

  it("give shops their turns even among simultaneous claims", async () => {
    const clock = createFakeClock();
    const queue = createSqliteWorkQueue(openStateDatabase(join(folder.path, "state.db")), clock);
    for (let n = 0; n < 12; n += 1) {
      const due = { lane: "any", dueAt: new Date(clock.now().getTime() - 1_000 + n), payload: {} };
      await queue.enqueue({ id: `j${n}`, kind: "work", tenant: n < 8 ? "many" : `few-${n}`, ...due });
    }
    const claims = Array.from({ length: 5 }, () =>
      queue.claim({ kinds: ["work"], lanes: ["any"], worker: "w", leaseMs: 30_000 }),
    );
    const shops = (await Promise.all(claims)).map((job) => job?.tenant);
    expect(new Set(shops).size).toBe(5);
    await queue.close();
  });

  it.runIf(process.platform !== "win32").each(["replaced", "deleted"] as const)(
    "go on serving a file that is %s while it is read",
    async (how) => {
      const files = createFolderFileStore({ folder: join(folder.path, "files") });
      const publish = async (text: string): Promise<void> => {
        const part = await files.createPart("p");
        await part.write(Buffer.from(text));
        await part.publish("a.csv");
      };
      const old = "old".repeat(100_000);
      await publish(old);
      const stream = await files.open("a.csv");
      if (how === "replaced") await publish("new");
      else await files.delete("a.csv");
      expect(Buffer.concat(await allOf<Buffer>(stream)).toString() === old).toBe(true);
    },
  );
});
