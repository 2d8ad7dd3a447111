import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { readConfig, settingNames } from "#infra/config/config.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const read = (name: string) => readFile(join(here, name), "utf8");
const scripts = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(root, "package.json"), "utf8")).scripts;

const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!analyze) console.log("Skipped: a look at the units by systemd-analyze. Install systemd to run it.");

it("the service starts Sheaf as npm start does", async () => {
  const [, command] =
    /^ExecStart=\/opt\/sheaf\/current\/node_modules\/\.bin\/(.*)$/m.exec(await read("sheaf.service")) ?? [];
  expect((await scripts()).start?.split(" exec ")[1]).toBe(command);
});

it("the sheaf command and the backup unit run the same as npm", async () => {
  const [backup, command, of] = [await read("sheaf-backup.service"), await read("sheaf"), await scripts()];
  const [, names = ""] = /^ {2}([a-z |-]+)\) command=/m.exec(command) ?? [];
  expect(names.split(" | ")).toEqual(["backup", "repair", "move", "mail-test"]);
  expect(command).toContain('node --disable-warning=ExperimentalWarning "processes/$command/main.ts"');
  for (const name of names.split(" | "))
    expect(of[name]).toBe(`exec node --disable-warning=ExperimentalWarning processes/${name}/main.ts`);
  expect(backup).toContain("node --disable-warning=ExperimentalWarning processes/backup/main.ts");
});

/** Runs the command 'sheaf' with the machine's folders and user replaced by the test's. */
const runSheaf = async (words: readonly string[], env: Record<string, string> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-command-"));
  try {
    const text = (await read("sheaf"))
      .replace("/etc/sheaf/sheaf.env", join(folder, "sheaf.env"))
      .replace("/opt/sheaf/current", root)
      .replace("runuser -u sheaf --", "env");
    await writeFile(join(folder, "sheaf"), text);
    await mkdir(join(folder, "data"));
    const settings = `DATA_DIR='${join(folder, "data")}'\nENVIRONMENT='local'\n`;
    await writeFile(join(folder, "sheaf.env"), settings);
    const { status, stdout, stderr } = spawnSync("sh", [join(folder, "sheaf"), ...words], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", ...env },
    });
    return { status, said: `${stdout}${stderr}`.replaceAll(folder, "") };
  } finally {
    await rm(folder, { recursive: true });
  }
};

it("messages of the sheaf command refer to it by name", async () => {
  expect(await runSheaf(["backup"])).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^Use 'sheaf backup FOLDER', FOLDER being a new folder/),
  });
  expect(await runSheaf(["backup", "/nowhere/to"])).toMatchObject({
    said: expect.stringMatching(/^There is no (events|state)\.db in \/data\. .* or run 'sheaf repair' if it was lost/),
  });
  for (const unit of ["sheaf.service", "sheaf-backup.service"])
    expect(await read(unit)).toMatch(/^Environment=SHEAF_COMMAND=sheaf$/m);
});

it("the sheaf command works on another data folder if DATA_DIR is set", async () => {
  const { said } = await runSheaf(["backup", "/nowhere/to"], { DATA_DIR: "/nowhere/trial" });
  expect(said).toMatch(/^There is no folder \/nowhere\/trial\./);
});

const filledIn = async (): Promise<string> => {
  const values: Record<string, string> = {
    APP_URL: "https://sheaf.example",
    STORE_URL_TEMPLATE: "https://{shop}.shops.example",
    STORE_CLIENT_ID: "an-id",
    STORE_CLIENT_SECRET: "a-secret",
    SMTP_URL: "smtp://user:password@mail.example:587",
    SUPPORT_EMAIL: "support@sheaf.example",
  };
  return (await read("sheaf.env")).replaceAll(/^([A-Z_]+)=''$/gm, (_, name: string) => `${name}='${values[name]}'`);
};

it("Sheaf doesn't start while a setting of the template is empty", async () => {
  const text = await filledIn();
  const names = [...(await read("sheaf.env")).matchAll(/^([A-Z_]+)=''$/gm)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(() => readConfig({ ...parseEnv(text), [name]: "" })).toThrow(`${name}: must be set`);
});

it("Sheaf starts once the template's settings are filled in, with or without the support console", async () => {
  const text = await filledIn();
  expect(readConfig(parseEnv(text))).toMatchObject({ ENVIRONMENT: "production", TRUST_PROXY: 1 });
  const all = parseEnv(text.replaceAll(/^# (?=[A-Z_]+=)/gm, ""));
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(all)));
  expect(readConfig(all).SUPPORT_ISSUER).toBe(all.SUPPORT_ISSUER);
});

it.runIf(analyze)("systemd finds no fault with the units", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-units-"));
  try {
    const units = (await readdir(here)).filter((name) => /\.(service|timer)$/.test(name));
    for (const name of units) {
      await writeFile(join(folder, name), (await read(name)).replaceAll("/opt/sheaf/current", root));
    }
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units.map((name) => join(folder, name))], {
      encoding: "utf8",
    });
    // It may report the machine's other units, too.
    const said = stderr.split("\n").filter((line) => line.includes(folder));
    expect({ status, said }).toEqual({ status: 0, said: [] });
  } finally {
    await rm(folder, { recursive: true });
  }
});
