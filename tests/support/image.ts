import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Lock } from "#deploy/compose/server-packages.ts";
import { contextFiles } from "./docker-ignore.ts";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Lists the packages that `npm ci --omit=dev --omit=optional` installs. */
export const productionPlaces = ({ packages }: Lock): string[] =>
  Object.entries(packages)
    .filter(([place, { dev, optional, devOptional }]) => place !== "" && !dev && !optional && !devOptional)
    .map(([place]) => place);

/** Links a file to save room, or copies it from another disk. */
const linkFile = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(from, to);
  }
};

const linkPackage = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) linkFile(join(from, entry.name), join(to, entry.name));
    // A package inside has its own place.
    else if (entry.isDirectory() && entry.name !== "node_modules")
      linkPackage(join(from, entry.name), join(to, entry.name));
};

/**
 * Makes Docker's build context, as `COPY . .` puts it into the image. Its files are hard links to the repository's:
 * never write to them.
 */
export const makeContext = () => {
  const path = mkdtempSync(join(tmpdir(), "sheaf-image-"));
  const ignoreFile = readFileSync(join(root, "deploy/compose/Dockerfile.dockerignore"), "utf8");
  const files = contextFiles(root, ignoreFile);
  for (const folder of new Set(files.map(dirname))) mkdirSync(join(path, folder), { recursive: true });
  for (const file of files) linkFile(join(root, file), join(path, file));
  return {
    path,
    /** Installs packages from the repository's. `places`: as in package-lock.json. */
    install(places: Iterable<string>): void {
      for (const place of places) linkPackage(join(root, place), join(path, place));
    },
    lock: (): Lock => JSON.parse(readFileSync(join(path, "package-lock.json"), "utf8")) as Lock,
    /** Removes the front end's sources, like the Dockerfile. */
    dropFrontend: () => rmSync(join(path, "frontend"), { recursive: true }),
    /** Returns a module's package. `url`: of a file in it. */
    packageOf: (url: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(relative(path, fileURLToPath(url)))?.[1],
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
