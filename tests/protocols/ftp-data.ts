import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import { listen } from "./faults.ts";

/** The server's end of a TLS connection over a plain one. */
export const serverTls = (raw: Socket, secureContext: SecureContext): TLSSocket => {
  const socket = new TLSSocket(raw, { isServer: true, secureContext });
  socket.on("error", () => {});
  return socket;
};

export type DataChannel = {
  port: number;
  /** The connection that came, by TLS if there is a context; undefined when it was refused for not resuming the session. */
  connection(): Promise<Socket | undefined>;
  close(): Promise<void>;
};

/** A port for one transfer. */
export const openData = async (context: SecureContext | undefined, requireReuse: boolean): Promise<DataChannel> => {
  const server = createServer({ pauseOnConnect: true });
  const arrived = once(server, "connection").then(([raw]) => raw as Socket);
  const { port, close } = await listen(server);
  return {
    port,
    close,
    async connection() {
      const raw = await arrived;
      if (context === undefined) return raw;
      const socket = serverTls(raw, context);
      raw.resume();
      await once(socket, "secure");
      if (!requireReuse || socket.isSessionReused()) return socket;
      socket.destroy();
      return undefined;
    },
  };
};
