import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** Requests whose head is sent and whose body never is, each on its own connection. Drop them after the test. */
export const createHalfSender = (url: () => string) => {
  const sockets: Socket[] = [];
  const send = async (
    path: string,
    headers: Readonly<Record<string, string | number | undefined>>,
    method = "POST",
  ): Promise<Socket> => {
    const { hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, "connect");
    // A connection that is dropped in the middle is what these are about.
    socket.on("error", () => {});
    const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`));
    socket.write([`${method} ${path} HTTP/1.1`, `host: ${hostname}`, ...lines, "", ""].join("\r\n"));
    return socket;
  };
  return {
    send,
    /** All that is answered to one, once the server has closed its connection. */
    answer: async (...sent: Parameters<typeof send>): Promise<string> => text(await send(...sent)),
    drop: () => {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  };
};
