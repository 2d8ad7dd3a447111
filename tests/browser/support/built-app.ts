import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, preview } from "vite";

/** Names the folder of the test run's front end (see build-once.ts). */
export const builtFolder = "BUILT_FRONT_END";

/** Builds the shipped front end into a new folder and returns that. */
export const buildApp = async (): Promise<string> => {
  const outDir = await mkdtemp(join(tmpdir(), "sheaf-front-end-"));
  // With the test runner's 'test', React would be its slow development build.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await build({ configFile: "frontend/vite.config.ts", logLevel: "error", build: { outDir } });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  return outDir;
};

/** Serves the built front end without any API. Builds it first outside of a test run. */
export const serveBuiltApp = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const shared = process.env[builtFolder];
  const outDir = shared ?? (await buildApp());
  const server = await preview({
    root: "frontend/merchant",
    configFile: false,
    logLevel: "silent",
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("The preview server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      await server.close();
      if (!shared) await rm(outDir, { recursive: true, force: true });
    },
  };
};
