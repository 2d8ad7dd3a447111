import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Made by tools or by running: not written by anybody. */
const made = new Set(["node_modules", ".git", ".data", "dist", "screens"]);

const below = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (made.has(entry.name) && folder !== join(root, "docs") && folder !== join(root, "tests")) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return below(path);
    return entry.isFile() ? [path] : [];
  });

export type RepoFile = {
  /** From the root of the repo, with `/`. */
  readonly path: string;
  readonly text: string;
};

/** Lists the repository's written files with these endings (`.ts`, `.md` …). */
export const repoFiles = (...endings: string[]): RepoFile[] =>
  below(root)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));

/** `path:line` of a place in a file. */
export const placeOf = (file: RepoFile, index: number): string =>
  `${file.path}:${file.text.slice(0, index).split("\n").length}`;
