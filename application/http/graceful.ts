import type { Server } from "node:http";

/** Stops listening, lets the requests in flight finish for `patience` ms, then cuts them. Resolves when nothing is open. */
export const stopGracefully = async (server: Server, patience: number): Promise<void> => {
  // A client that asks again on a connection it kept would otherwise go on being served until it is cut.
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections that become idle later would keep the server open until their keep-alive ends.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
};
