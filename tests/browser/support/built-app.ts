import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, preview } from "vite";

/** Builds the front end into a folder of its own and serves it alone, without any API. */
export const serveBuiltApp = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const outDir = await mkdtemp(join(tmpdir(), "sheaf-front-end-"));
  await build({ configFile: "frontend/vite.config.ts", logLevel: "error", build: { outDir } });
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
      await rm(outDir, { recursive: true, force: true });
    },
  };
};
