import { copyFile, mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readHeader } from "#infra/sqlite/files/file-header.ts";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

const patience = { timeout: 60_000 };

let folder: string;
let sheaf: StartedSheaf;
const fileIn = (name: string) => join(folder, "data", name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-overwritten-"));
  sheaf = await startSheaf({
    dataDir: join(folder, "data"),
    env: { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "error" },
  });
}, 120_000);
afterEach(async () => {
  await sheaf?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it.each(["events.db", "state.db"])(
  "when %s is overwritten with an older copy, then that is detected",
  async (name) => {
    await copyFile(fileIn(name), join(folder, "copy"));
    const { generation } = readHeader(fileIn(name));
    const merchant = await logIn(sheaf, "aurora-demo");
    await createDesign(merchant);
    await expect.poll(() => readHeader(fileIn(name)).generation, patience).toBeGreaterThan(generation);
    // Seen by the supervisor, too, which looks each second.
    await createDesign(merchant);
    const after = readHeader(fileIn(name)).generation;
    await expect.poll(() => readHeader(fileIn(name)).generation, patience).toBeGreaterThan(after);
    await copyFile(join(folder, "copy"), fileIn(name));
    await expect
      .poll(() => sheaf.output(), patience)
      .toMatch(new RegExp(`${name} was cut, or overwritten with an older copy, while Sheaf ran`));
  },
  180_000,
);

it("when read-models.db is overwritten with an older copy, then the lists are restored automatically", async () => {
  const db = new DatabaseSync(fileIn("read-models.db"));
  db.exec(`VACUUM INTO '${join(folder, "copy")}'`);
  db.close();
  const merchant = await logIn(sheaf, "aurora-demo", { patience: 60_000 });
  const made: string[] = [];
  for (let n = 0; n < 4; n += 1) made.push((await createDesign(merchant)).id);
  const settling = new DatabaseSync(fileIn("read-models.db"));
  settling.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  settling.close();
  await copyFile(join(folder, "copy"), fileIn("read-models.db"));
  await expect
    .poll(async () => (await readdir(join(folder, "data"))).join(" "), patience)
    .toMatch(/read-models\.damaged-\S*\.db/);
  const listed = async () =>
    (await merchant.client.data<{ id: string }[]>("GET", "reports/get-reports").catch(() => [])).map(({ id }) => id);
  await expect.poll(listed, patience).toEqual(expect.arrayContaining(made));
}, 180_000);

it.each(["events.db", "state.db"])(
  "when %s is truncated, then that is detected",
  async (name) => {
    await truncate(fileIn(name), 16_384);
    await expect
      .poll(() => sheaf.output(), patience)
      .toMatch(new RegExp(`${name} was cut, or overwritten with an older copy, while Sheaf ran`));
  },
  180_000,
);
