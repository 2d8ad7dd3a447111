import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { closureOf, type Lock, placesOf } from "./server-packages.ts";

/** Removes from the image all packages that the server never imports, such as the front end's 300 MB. */

const root = fileURLToPath(new URL("../../", import.meta.url));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
const kept = placesOf(lock, closureOf(root).packages);
/** A kept package may be nested in another's folder. */
const holdsKept = (path: string): boolean => [...kept].some((one) => one.startsWith(`${path}/`));
for (const path of Object.keys(lock.packages))
  if (path !== "" && !kept.has(path) && !holdsKept(path) && existsSync(join(root, path)))
    rmSync(join(root, path), { recursive: true, force: true });
console.log(`Kept ${kept.size} packages.`);
