import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { replaceFolder } from "./replace-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-place-"));
});
afterEach(() => rm(folder, { recursive: true }));

const make = async (name: string): Promise<string> => {
  const made = join(folder, name);
  await mkdir(made);
  await writeFile(join(made, "index.html"), name);
  await writeFile(join(made, `${name}.js`), name);
  return made;
};

it("puts a folder where there was none, or in place of another", async () => {
  const place = join(folder, "place");
  await replaceFolder(await make("one"), place);
  await replaceFolder(await make("two"), place);
  expect(await readdir(place)).toEqual(["index.html", "two.js"]);
  expect(await readdir(folder)).toEqual(["place"]);
});

it("leaves one complete folder, and nothing else, after concurrent replacements", async () => {
  const place = join(folder, "place");
  const made = await Promise.all(["one", "two", "three", "four", "five"].map(make));
  await Promise.all(made.map((one) => replaceFolder(one, place)));
  const name = await readFile(join(place, "index.html"), "utf8");
  expect((await readdir(place)).sort()).toEqual(["index.html", `${name}.js`].sort());
  expect(await readdir(folder)).toEqual(["place"]);
});
