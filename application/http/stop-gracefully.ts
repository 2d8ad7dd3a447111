import type { Server } from "node:http";

/** Stops listening, gives open requests `timeoutMs`, then cuts them. Resolves when nothing is open. */
export const stopGracefully = async (server: Server, timeoutMs: number): Promise<void> => {
  // A reused connection would be served until it is cut.
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections that become idle later would stay until their keep-alive ends.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
};
