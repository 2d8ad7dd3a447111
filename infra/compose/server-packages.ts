import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What each container may be told to run. */
export const entries = [
  "infra/start/web.ts",
  "infra/start/main.ts",
  "infra/start/repair/main.ts",
  "infra/start/move/main.ts",
  "infra/compose/healthy.ts",
  "projections/main.ts",
  "exporter/main.ts",
  "scheduler/main.ts",
  "deliverer/main.ts",
  "upkeep/main.ts",
  "relay/main.ts",
  "support-api/main.ts",
  "infra/demo-store/main.ts",
] as const;

/** Of `import … from "…";`, `export … from "…";`, `import "…";` and `import("…")`, of values and of types alike. */
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

/** The packages that the server's code imports, through all modules that it reaches. `root`: of the repository, an absolute path. */
export const importedPackages = (root: string, from: readonly string[] = entries): Set<string> => {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of importsOf(readFileSync(file, "utf8"))) {
      if (specifier.startsWith("node:")) continue;
      const own = specifier.startsWith("#")
        ? join(root, specifier.slice(1))
        : specifier.startsWith(".")
          ? resolve(dirname(file), specifier)
          : undefined;
      if (own === undefined) packages.add(packageOf(specifier));
      else if (own.endsWith(".ts") && existsSync(own)) visit(own);
    }
  };
  for (const entry of from) visit(join(root, entry));
  return packages;
};

/** Of package-lock.json: by its place (`node_modules/a/node_modules/b`), what each package needs. */
export type Lock = {
  packages: Record<
    string,
    { dev?: boolean; dependencies?: Record<string, string>; peerDependencies?: Record<string, string> }
  >;
};

/** Where Node finds a package that is needed at a place: the nearest one above it. */
const placeOf = ({ packages }: Lock, name: string, at: string): string | undefined => {
  for (let from = at; ; from = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))) {
    const place = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (from === "") return undefined;
  }
};

/** The places of these packages and of all that they need. What is needed and not there (an optional one) is left out. */
export const placesOf = (lock: Lock, names: Iterable<string>): Set<string> => {
  const places = new Set<string>();
  const visit = (name: string, at: string): void => {
    const place = placeOf(lock, name, at);
    if (place === undefined || places.has(place)) return;
    places.add(place);
    const { dependencies = {}, peerDependencies = {} } = lock.packages[place] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) visit(needed, place);
  };
  for (const name of names) visit(name, "");
  return places;
};
