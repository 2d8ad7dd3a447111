import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { append, tenant } from "#tests/support/given-events.ts";
import { cleanUpTexts } from "../../upkeep/clean-up-texts.ts";
import { repair } from "./repair.ts";

const clock = createFakeClock();
const ids = createSystemIds();
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-words-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const fileIn = (name: string) => join(dataDir, name);
const withStores = async <T>(work: (stores: Stores) => Promise<T>): Promise<T> => {
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  try {
    await stores.check();
    return await work(stores);
  } finally {
    await stores.close();
  }
};

const keep = async ({ vault }: Stores, words: string): Promise<string> => {
  const [reference] = await vault.putOnce([words], { owner: tenant, prefix: personalPrefix });
  return String(reference);
};
/** A save: stores the values first, then the event that names them. */
const save = async (stores: Stores, words: string) =>
  append(stores, `workspace-${tenant}`, "FilterCreated", {
    filterId: words,
    title: "A filter",
    sievers: { 5003: [await keep(stores, words)] },
  });
const sweep = ({ eventStore, stateStore, vault }: Stores) =>
  cleanUpTexts(
    {
      vault,
      eventStore,
      runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters }),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    new AbortController().signal,
  );
const wordsOf = async ({ vault }: Stores) =>
  [...(await vault.readAll(await vault.findMatching(tenant, personalPrefix, () => true))).values()].toSorted();
const mend = () => repair({ dataDir, clock, ids, mend: true, say: () => undefined });

const damageState = async () => {
  const db = new DatabaseSync(fileIn("state.db"));
  db.exec("DROP TABLE jobs");
  db.close();
};
const loseEnd = async () => {
  for (const ending of ["-wal", "-shm"]) await rm(fileIn(`events.db${ending}`), { force: true });
  await copyFile(fileIn("older"), fileIn("events.db"));
};

it.each([
  ["a damaged state.db", damageState, ["saved", "saved later"]],
  ["an events.db that lost its end", loseEnd, ["saved"]],
])(
  "given texts of a failed save, and %s that is repaired, then two cleanups remove only unreferenced texts",
  async (_what, lose, left) => {
    await withStores((stores) => save(stores, "saved"));
    await copyFile(fileIn("events.db"), fileIn("older"));
    await withStores(async (stores) => {
      await save(stores, "saved later");
      for (let n = 0; n < 2; n += 1) await sweep(stores);
      await keep(stores, "failed");
    });
    await lose();
    expect(await mend()).toBe("mended");
    await withStores(async (stores) => {
      expect(await wordsOf(stores)).toEqual(["failed", "saved", "saved later"]);
      await sweep(stores);
      expect(await wordsOf(stores)).toHaveLength(3);
      await sweep(stores);
      expect(await wordsOf(stores)).toEqual(left);
    });
  },
);
