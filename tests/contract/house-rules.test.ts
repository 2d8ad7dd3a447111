import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { sourceFolders } from "#deploy/compose/source-folders.ts";
import { placeOf, type RepoFile, repoFiles } from "#tests/support/repo-files.ts";

/** Rules of CONTRIBUTING that neither the compiler nor the linter checks. */
const isTest = ({ path }: RepoFile) => /\.test\.tsx?$/.test(path);
const code = repoFiles(".ts", ".tsx");
/** The product. The settings of the tests aren't part of it. */
const source = code.filter(
  (file) => !isTest(file) && !file.path.startsWith("tests/") && file.path !== "vitest.config.ts",
);

const topOf = (path: string): string => path.split("/")[0] ?? "";
const aliased = new Set(["application", "demo-store", "deploy", "domain", "hosting", "infra", "processes", "tests"]);

const importsOf = (file: RepoFile): { place: string; to: string }[] =>
  [...file.text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => ({
    place: placeOf(file, match.index),
    to: match[1] ?? "",
  }));

describe("imports", () => {
  it("use an alias for another top-level folder, and only processes and tests import services", () => {
    const astray = code.flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.startsWith("."))
        .map(({ place, to }) => ({ place, to: posix.join(posix.dirname(file.path), to) }))
        .filter(({ to }) => to.includes("/") && topOf(to) !== topOf(file.path))
        .filter(({ to }) => aliased.has(topOf(to)) || !/^(?:processes|tests)\//.test(file.path))
        .map(({ place, to }) => `${place} ${to}`),
    );
    expect(astray).toEqual([]);
  });

  it("are relative within a folder", () => {
    const roundabout = source.flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.startsWith(`#${topOf(file.path)}/`))
        .map(({ place, to }) => `${place} ${to}`),
    );
    expect(roundabout).toEqual([]);
  });

  it("in the product never use tests", () => {
    const taken = source.flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.startsWith("#tests/"))
        .map(({ place, to }) => `${place} ${to}`),
    );
    expect(taken).toEqual([]);
  });
});

describe("an external engine", () => {
  /** Its folder of `infra/`, and its client. */
  const engines = [
    { folder: "eventstoredb", client: "@eventstore/db-client" },
    { folder: "kafka", client: "kafkajs" },
    { folder: "mongodb", client: "mongodb" },
  ];

  it.each(engines)("is imported only by infra/$folder/ and its tests", ({ folder, client }) => {
    const homes = [`infra/${folder}/`, `tests/engines/${folder}/`];
    const elsewhere = code
      .filter(({ path }) => !homes.some((home) => path.startsWith(home)))
      .flatMap((file) => importsOf(file).filter(({ to }) => to === client || to.startsWith(`${client}/`)))
      .map(({ place }) => place);
    expect(elsewhere).toEqual([]);
  });

  it.each(engines)("is selected only by infra/stores/ and processes/: $folder", ({ folder }) => {
    const homes = [`infra/${folder}/`, "infra/stores/", "processes/"];
    const outside = source
      .filter(({ path }) => !homes.some((home) => path.startsWith(home)))
      .flatMap((file) => importsOf(file).filter(({ to }) => to.includes(`/${folder}/`)))
      .map(({ place, to }) => `${place} ${to}`);
    expect(outside).toEqual([]);
  });
});

describe("a folder with product code", () => {
  const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

  it("is part of the image", () => {
    const kept = textOf("deploy/compose/Dockerfile.dockerignore").matchAll(/^!([\w-]+)$/gm);
    const folders = [...kept].map(([, name]) => name).filter((name) => name !== "LICENSE");
    expect(folders.sort()).toEqual(sourceFolders);
  });

  it("is described in CONTRIBUTING", () => {
    const guide = textOf("CONTRIBUTING.md");
    expect(sourceFolders.filter((name) => !guide.includes(`\`${name}/\``))).toEqual([]);
  });
});

describe("folders of domain/", () => {
  /** Between `domain/a/` and `domain/b/`; files of the domain itself count as folders. */
  const arrows = source
    .filter(({ path }) => path.startsWith("domain/"))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.startsWith("."))
        .map(({ place, to }) => ({ place, from: file.path, to: posix.join(posix.dirname(file.path), to) })),
    )
    .map(({ place, from, to }) => ({ place, from: from.split("/")[1] ?? "", to: to.split("/")[1] ?? "" }))
    .filter(({ from, to }) => from !== to);

  it("depend on each other in one direction at most", () => {
    const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
    const both = arrows
      .filter(({ from, to }) => known.has(`${to} ${from}`))
      .map(({ place, to }) => `${place} domain/${to}`);
    expect(both).toEqual([]);
  });

  it("don't depend on the wire: events and states outlive its formats", () => {
    expect(arrows.filter(({ to }) => to === "wire").map(({ place }) => place)).toEqual([]);
  });
});

describe("a test", () => {
  /** Tests in which time itself is what they are about. */
  const aboutTime = new Map([
    ["tests/faults/random-kills.test.ts", "kills processes at moments that are up to chance"],
    ["projections/versions.test.ts", "has a store that is slow to write"],
    ["tests/contract/work-queue.test.ts", "sees that nothing happens for a moment"],
  ]);

  it("waits for a condition, never for a time", () => {
    const sleeping = code
      .filter((file) => isTest(file) && !aboutTime.has(file.path))
      .flatMap((file) =>
        [
          ...file.text.matchAll(
            /\bsetTimeout(?: as \w+)? \} from|\bnew Promise\([^)]*\) => setTimeout\(|\bwaitForTimeout\(/g,
          ),
        ].map((match) => placeOf(file, match.index)),
      );
    expect(sleeping).toEqual([]);
  });

  it("is never left out or run alone by mistake", () => {
    const left = code
      .filter(isTest)
      .flatMap((file) =>
        [...file.text.matchAll(/\b(?:it|test|describe)\.(?:only|todo)\b/g)].map((match) => placeOf(file, match.index)),
      );
    expect(left).toEqual([]);
  });
});

describe("a product file", () => {
  it("has fewer than 400 lines", () => {
    const long = source
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines >= 400);
    expect(long).toEqual([]);
  });
});
