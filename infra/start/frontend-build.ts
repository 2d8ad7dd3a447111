import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packBuilt } from "./pack-built.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const built = join(root, "frontend/merchant/dist");
const keyFile = join(built, ".build-key");
const sources = ["frontend", "domain"];
const alsoDecides = ["package-lock.json", "infra/start/pack-built.ts", "infra/app/http/packings.ts"];

const sourceKey = async (): Promise<string> => {
  const hash = createHash("sha256");
  for (const file of alsoDecides) hash.update(await readFile(join(root, file)));
  for (const folder of sources) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("/dist"))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.endsWith(".test.ts") && !file.endsWith(".test.tsx"))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(await readFile(file));
  }
  return hash.digest("hex");
};

/**
 * Builds the front end, and packs what is sent of it, when its sources have changed since the last build. Rejects with the build's own
 * words when it fails; the signal ends a build that nobody waits for any more.
 */
export const buildFrontend = async (signal: AbortSignal): Promise<"built" | "up to date"> => {
  const key = await sourceKey();
  const lastKey = await readFile(keyFile, "utf8").catch(() => "");
  if (lastKey === key) return "up to date";
  const build = spawn(
    process.execPath,
    [
      join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      "frontend/vite.config.ts",
      "--logLevel",
      "error",
    ],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"], signal, killSignal: "SIGKILL" },
  );
  let output = "";
  build.stdout.on("data", (text) => (output += text));
  build.stderr.on("data", (text) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once("error", reject);
    build.once("close", resolve);
  });
  if (code !== 0) throw new Error(`The front end could not be built (code ${code}):\n${output}`);
  await packBuilt(built);
  await writeFile(keyFile, key);
  return "built";
};
