import { posix } from "node:path";
import { type RepoFile, repoFiles } from "#tests/support/repo-files.ts";

/** An import of one file of the repository by another. Paths from its root. */
export type Import = { place: string; from: string; to: string };

const importForm = /(?:from|import)\s*\(?\s*"([#.][^"?]+\.tsx?)"/g;

const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith("#") ? specifier.slice(1) : posix.normalize(posix.join(posix.dirname(path), specifier));

const isOfTests = ({ path }: RepoFile): boolean =>
  /\.test\.tsx?$|-for-tests\.tsx?$|\/testing\//.test(path) || path.startsWith("tests/");

/** All imports of the product's code, without its tests and what only they use. */
export const productImports = (): Import[] => {
  const files = repoFiles(".ts", ".tsx").filter((file) => !isOfTests(file) && file.path !== "vitest.config.ts");
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(importForm)].map((match) => ({
      place: `${path}:${text.slice(0, match.index).split("\n").length}`,
      from: path,
      to: targetOf(path, match[1] ?? ""),
    })),
  );
};
