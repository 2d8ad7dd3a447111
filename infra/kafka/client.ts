import { isIP, connect as openPlain, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import { type ISocketFactory, Kafka } from "kafkajs";
import { patchRequestQueue } from "./patch-request-queue.ts";
import { type Connection, formatServerName } from "./url.ts";

patchRequestQueue();

/** Timeouts, ms. */
export type ClientTimeouts = { connect: number; request: number };

export type Client = {
  kafka: Kafka;
  server: string;
  /** Destroys the client: no retry reaches a broker afterwards. */
  destroy(): void;
};

const keepAliveAfter = 10_000;

/**
 * The vendor's client with workarounds (ADR 91). Make one for each producer and group membership, and discard both on
 * any error: it shares offsets among members, retries forever on dead connections, and can't be stopped while joining.
 * `onOutOfRange`: a partition lacks a requested offset. The client only logs it and begins at the partition's start.
 */
export const createClient = (
  connection: Connection,
  timeouts: ClientTimeouts,
  onOutOfRange: () => void = () => undefined,
): Client => {
  const sockets = new Set<Socket>();
  let isDestroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    if (isDestroyed) throw new Error("this client was ended");
    const socket = ssl
      ? openTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : openPlain({ host, port }, onConnect);
    socket.setKeepAlive(true, keepAliveAfter).setNoDelay(true);
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const { brokers, tls, login } = connection;
  const kafka = new Kafka({
    clientId: "sheaf",
    brokers,
    ...(tls && { ssl: tls }),
    ...(login && { sasl: login }),
    connectionTimeout: timeouts.connect,
    authenticationTimeout: timeouts.request,
    requestTimeout: timeouts.request,
    enforceRequestTimeout: true,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    socketFactory,
    // Other entries also come as errors, and the client repeats each many times.
    logCreator: () => (entry) => {
      if (entry.log.message.startsWith("Offset out of range")) onOutOfRange();
    },
  });
  return {
    kafka,
    server: formatServerName(connection),
    destroy() {
      isDestroyed = true;
      for (const socket of sockets) socket.destroy(new Error("this client was ended"));
    },
  };
};
