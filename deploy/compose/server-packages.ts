import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { entryPoints } from "./entry-points.ts";

/** Static imports, re-exports and dynamic imports. */
const importForms = [
  /\bfrom\s+"([^"\s]+)"(?:\s+with\s+\{[^}]*\})?;/g,
  /^import\s+"([^"\s]+)";/gm,
  /\bimport\("([^"\s]+)"\)/g,
];

const importsOf = (text: string): string[] =>
  importForms.flatMap((form) => [...text.matchAll(form)].flatMap(([, name]) => name ?? []));

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

export type Closure = {
  /** Paths from the root. */
  files: Set<string>;
  packages: Set<string>;
};

/**
 * Follows value and type imports. `root`: absolute path of the repository or image; `from`: paths below it.
 * @throws {Error} an imported file is missing
 */
export const closureOf = (root: string, from: readonly string[] = entryPoints(root)): Closure => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string, by: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (!existsSync(join(root, file)))
      throw new Error(
        `${file} is not there, and ${by} needs it. Write it; or if it was left out of the image, let deploy/compose/Dockerfile.dockerignore keep it.`,
      );
    if (!file.endsWith(".ts")) return;
    for (const specifier of importsOf(readFileSync(join(root, file), "utf8"))) {
      if (specifier.startsWith("node:")) continue;
      if (specifier.startsWith("#")) visit(specifier.slice(1), file);
      else if (specifier.startsWith(".")) visit(posix.join(posix.dirname(file), specifier), file);
      else packages.add(packageOf(specifier));
    }
  };
  for (const entry of from) visit(entry, "a command");
  return { files, packages };
};

/** Each package's dependencies, by path (`node_modules/a/node_modules/b`). */
export type Lock = {
  packages: Record<
    string,
    {
      dev?: boolean;
      optional?: boolean;
      devOptional?: boolean;
      dependencies?: Record<string, string>;
      peerDependencies?: Record<string, string>;
      peerDependenciesMeta?: Record<string, { optional?: boolean }>;
    }
  >;
};

/** Finds a package as Node does: in the nearest `node_modules` above. */
const placeOf = ({ packages }: Lock, name: string, at: string): string | undefined => {
  for (let from = at; ; from = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))) {
    const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (from === "") return undefined;
  }
};

/** Paths of these packages and all their dependencies, without optional peers and missing ones. */
export const placesOf = (lock: Lock, names: Iterable<string>): Set<string> => {
  const places = new Set<string>();
  const visit = (name: string, at: string): void => {
    const path = placeOf(lock, name, at);
    if (path === undefined || places.has(path)) return;
    places.add(path);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const needed of [...Object.keys(dependencies), ...peers]) visit(needed, path);
  };
  for (const name of names) visit(name, "");
  return places;
};
