import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

/**
 * Faults of a server, until another one is set. `refuse`: connections are closed at once. `hang`: the server falls
 * silent. `cut`: the connection is lost in the middle of the bytes. `full`: no space. `password`: nobody may log in.
 * `error`: everything that can be refused is. `slow`: each response, and each chunk of bytes, takes a while.
 */
export type Fault = "none" | "refuse" | "hang" | "cut" | "full" | "password" | "error" | "slow";

/** How long `slow` takes, ms: longer than nothing, shorter than anybody's patience. */
const slowness = 40;

/** After so long, in a `slow` server. */
export const later = (fault: string, work: () => void): void => {
  if (fault === "slow") setTimeout(work, slowness);
  else work();
};

/** A server on a port of this machine, whose connections end with it. */
export const listen = async (
  server: Server,
  address = "127.0.0.1",
): Promise<{ port: number; sockets: Set<Socket>; close(): Promise<void> }> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((closed) => server.close(closed));
    },
  };
};
