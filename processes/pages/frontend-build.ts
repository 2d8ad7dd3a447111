import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { access, chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compressBuild } from "./compress-build.ts";
import { replaceFolder } from "./replace-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The merchant's app and the support console share no bundle. */
export type FrontendApp = "merchant" | "support";
const configs = { merchant: "frontend/vite.config.ts", support: "frontend/vite.support.config.ts" } as const;
const builtOf = (app: FrontendApp): string => join(root, "frontend", app, "dist");
const keyName = ".build-key";
const sourcesOf = (app: FrontendApp): string[] => [
  `frontend/${app}`,
  "frontend/shared",
  ...(app === "merchant" ? ["frontend/build"] : []),
  "domain",
];
const otherInputsOf = (app: FrontendApp): string[] => [
  configs[app],
  "package-lock.json",
  "processes/pages/compress-build.ts",
  "application/http/content-encodings.ts",
];

/** Lists files; skips build output, which another user may own. */
const filesBelow = (folder: string): string[] => {
  if (/\/dist$/.test(folder) || /\.dist-\d+(?:-old)?$/.test(folder)) return [];
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile()) found.push(path);
  }
  return found;
};

/** Hashes the sources, 1,500 small files, at every start; promises took five times the CPU. */
const sourceKey = (app: FrontendApp): string => {
  const hash = createHash("sha256");
  for (const file of otherInputsOf(app)) hash.update(readFileSync(join(root, file)));
  for (const folder of sourcesOf(app)) {
    const files = filesBelow(join(root, folder));
    for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort())
      hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex");
};

/** Undoes the umask: the build isn't secret, and another user may serve it. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
};

/**
 * An unfinished build's folder, beside the served one. Concurrent builds each have one, and replace the build as a
 * whole.
 */
const draftOf = (built: string, pid: number): string => join(dirname(built), `.dist-${pid}`);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const removeDrafts = async (built: string): Promise<void> => {
  for (const name of await readdir(dirname(built))) {
    const pid = /^\.dist-(\d+)(?:-old)?$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(dirname(built), name), { recursive: true, force: true });
  }
};

/** @throws another user's build can't be replaced */
const assertWritable = async (built: string): Promise<void> => {
  for (const folder of [dirname(built), built].filter((path) => existsSync(path)))
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
      throw new Error(
        `The front end has to be built, and ${folder} cannot be written (${error.code}). Run 'npm run build' as the user who owns it.`,
      );
    });
};

const runVite = async (app: FrontendApp, outDir: string, signal: AbortSignal): Promise<void> => {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  // Vite's default config loader writes below node_modules, perhaps read-only.
  const options = ["--config", configs[app], "--configLoader", "native", "--logLevel", "error"];
  const given = ["build", ...options, "--outDir", outDir, "--emptyOutDir"];
  const build = spawn(process.execPath, [vite, ...given], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  let output = "";
  build.stdout.on("data", (text) => (output += text));
  build.stderr.on("data", (text) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once("error", reject);
    build.once("close", resolve);
  });
  if (code !== 0) throw new Error(`The front end could not be built (code ${code}):\n${output}`);
};

/** Builds and packs a front end if its sources changed. Rejects with the build's output. */
export const buildFrontend = async (app: FrontendApp, signal: AbortSignal): Promise<"built" | "up to date"> => {
  const built = builtOf(app);
  const key = sourceKey(app);
  const lastKey = await readFile(join(built, keyName), "utf8").catch(() => "");
  if (lastKey === key) return "up to date";
  await assertWritable(built);
  await removeDrafts(built);
  const draft = draftOf(built, process.pid);
  try {
    await runVite(app, draft, signal);
    await compressBuild(draft);
    await writeFile(join(draft, keyName), key);
    await openToAll(draft);
    await replaceFolder(draft, built);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return "built";
};
