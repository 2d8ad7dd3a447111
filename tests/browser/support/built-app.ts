import { preview } from "vite";

/** Serves the built front end alone, without any API. Needs `npm run build` to have run. */
export const serveBuiltApp = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const server = await preview({
    root: "frontend/merchant",
    configFile: false,
    logLevel: "silent",
    preview: { port: 0, host: "127.0.0.1" },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("The preview server has no port.");
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
};
