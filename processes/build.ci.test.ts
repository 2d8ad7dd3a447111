import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeContext, root } from "#tests/support/image.ts";

const { path, remove } = makeContext();
afterAll(remove);

/** Runs the command of `npm run build` in a copy of the code. */
const build = async (): Promise<string> => {
  const { scripts } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const [command, node, ...given] = scripts.build.split(" ");
  expect([command, node]).toEqual(["exec", "node"]);
  return (await promisify(execFile)(process.execPath, given, { cwd: path, env: { PATH: process.env.PATH } })).stdout;
};
const built = (...name: string[]) => join(path, "frontend/merchant/dist", ...name);

describe("npm run build", () => {
  beforeAll(async () => {
    await mkdir(join(path, "node_modules"));
    for (const name of await readdir(join(root, "node_modules")))
      if (name !== ".vite-temp") await symlink(join(root, "node_modules", name), join(path, "node_modules", name));
    expect(await build()).toBe("frontend/merchant: built\nfrontend/support: built\n");
  });

  it("compresses what it builds, as a start does", async () => {
    for (const ending of ["", ".br", ".gz"]) expect(existsSync(built(`index.html${ending}`))).toBe(true);
    expect((await readdir(built("assets"))).filter((name) => name.endsWith(".js.br"))).not.toEqual([]);
  });

  it("leaves nothing for a start to build, and writes nothing below node_modules", async () => {
    const before = await stat(built());
    expect(await build()).toBe("frontend/merchant: up to date\nfrontend/support: up to date\n");
    expect((await stat(built())).ino).toBe(before.ino);
    expect(existsSync(join(path, "node_modules/.vite-temp"))).toBe(false);
  });
});
