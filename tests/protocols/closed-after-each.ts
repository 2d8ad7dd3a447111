import { afterEach } from "vitest";

/** Makes a function that starts servers as `start` does. They are closed after each test of the file. */
export const closedAfterEach = <Options, Server extends { close(): Promise<unknown> }>(
  start: (options?: Options) => Promise<Server>,
): ((options?: Options) => Promise<Server>) => {
  const servers: Server[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (options) => {
    const server = await start(options);
    servers.push(server);
    return server;
  };
};
