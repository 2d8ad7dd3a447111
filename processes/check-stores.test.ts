import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#infra/config/config.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { findStoreProblem } from "./check-stores.ts";
import { explainError } from "./explain-error.ts";
import { repair } from "./repair/repair.ts";

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());
const given = () => readConfig({ DATA_DIR: folder.path });

it("finds no problem with a new folder", async () => {
  expect(await findStoreProblem(given())).toBeUndefined();
});

it.each(["production", "staging"])(
  "refuses to open data of %s as the demo, unless ENVIRONMENT says so",
  async (name) => {
    const of = (environment: Record<string, string> = {}) =>
      findStoreProblem(readConfig({ DATA_DIR: folder.path, ...environment }));
    const settings = {
      ENVIRONMENT: name,
      APP_URL: "https://sheaf.example",
      STORE_URL_TEMPLATE: "https://{shop}.platform.example",
      STORE_CLIENT_ID: "sheaf",
      STORE_CLIENT_SECRET: "a secret of the platform",
      SMTP_URL: "smtp://mail.example",
      SUPPORT_EMAIL: "support@sheaf.example",
      MASTER_KEY: randomBytes(32).toString("base64"),
    };
    const { MASTER_KEY } = settings;
    expect(await of(settings)).toBeUndefined();
    for (const _ of [1, 2])
      expect(await of({ MASTER_KEY })).toBe(
        `ENVIRONMENT: must be set. The data in ${folder.path} was last used with ENVIRONMENT=${name}, and without it Sheaf starts as the demo, which opens shops without a login. Set ENVIRONMENT and its other settings, or use another DATA_DIR, and start again.`,
      );
    expect(await of(settings)).toBeUndefined();
    // A trial on a copy of the data is meant.
    expect(await of({ MASTER_KEY, ENVIRONMENT: "local" })).toBeUndefined();
    expect(await of({ MASTER_KEY })).toBeUndefined();
  },
);

it("doesn't blame the stores for an unknown error", async () => {
  // Reading this setting throws like our own bug.
  const config = Object.defineProperty(given(), "CLOCK_NOW", {
    get: () => {
      throw new TypeError("Cannot read properties of undefined (reading 'orders')");
    },
  });
  const said = await findStoreProblem(config);
  expect(said).toMatch(/for a reason that it doesn't know\. Nothing says that they are damaged/);
  expect(said).toContain("reading 'orders'");
  expect(said).not.toContain("repair");
});

it.each(["events.db", "state.db"])("says that another program has locked %s", async (name) => {
  expect(await findStoreProblem(given())).toBeUndefined();
  const file = join(folder.path, name);
  const other = new DatabaseSync(file);
  try {
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    expect(await findStoreProblem(given())).toBe(
      `${file} is locked by another program, a backup or a database viewer for example. Close that, then try again. Nothing was changed.`,
    );
  } finally {
    other.close();
  }
});

it("explains a lock found while using a store in the same way", () => {
  const locked = Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 });
  expect(explainError(locked, "/data", "start Sheaf again")).toBe(
    "Another program keeps a file in /data locked, a backup or a database viewer for example. Close that, then start Sheaf again.",
  );
});

it.each(["events.db", "read-models.db", "master.key", "in-use.lock", "demo.json", "demo-store.json"])(
  "says that %s is a pipe, without waiting for a writer",
  async (name) => {
    const file = join(folder.path, name);
    execFileSync("mkfifo", [file]);
    expect(await findStoreProblem(given())).toBe(
      `${file} is a pipe, a socket or a device, not a file. Move it away, then start again.`,
    );
  },
);

it.each(["events.db", "files"])("says to correct a link to itself in place of %s", async (name) => {
  await symlink(name, join(folder.path, name));
  const said = await findStoreProblem(given());
  expect(said).toMatch(
    new RegExp(
      `^DATA_DIR: ${join(folder.path, name)}\\S* can't be reached, as links lead in a circle \\(ELOOP.*Correct`,
    ),
  );
  expect(said).not.toContain("disk");
});

describe("a broken link", () => {
  it.each(["events.db", "state.db", "master.key", "events.db and state.db", "files"])(
    "is reported, and nothing is created at its target in place of %s",
    async (places) => {
      const names = places.split(" and ");
      expect(await findStoreProblem(given())).toBeUndefined();
      for (const name of names) {
        await rename(join(folder.path, name), join(folder.path, `${name}.unmounted`));
        await symlink(join(folder.path, "elsewhere"), join(folder.path, name));
      }
      const sentence = `${join(folder.path, names[0] ?? "")} is a link that leads nowhere: ${folder.path}/elsewhere is not there. Mount the disk that it is on, or correct the link. Nothing was changed.`;
      expect(await findStoreProblem(given())).toBe(sentence);
      expect(existsSync(join(folder.path, "elsewhere"))).toBe(false);
    },
  );

  it.each(["state.db", "files"])("is not repaired in place of %s", async (name) => {
    expect(await findStoreProblem(given())).toBeUndefined();
    await rename(join(folder.path, name), join(folder.path, `${name}.unmounted`));
    await symlink(join(folder.path, "elsewhere"), join(folder.path, name));
    const clock = createFakeClock("2026-11-20T12:00:00.000Z");
    const mending = repair({ dataDir: folder.path, clock, ids: createSystemIds(), mend: true, say: () => undefined });
    await expect(mending).rejects.toThrow(`${name} is a link that leads nowhere`);
    expect(existsSync(join(folder.path, "elsewhere"))).toBe(false);
  });
});
