import type { Server } from "node:http";
import type { Socket } from "node:net";

export type StallLimits = {
  /** Checks without progress before a connection is closed. */
  maxChecks: number;
  /** Unread response bytes in all. */
  inAll: number;
};

/** Bytes left of the current write, which only Node's handle has. A long response is one write. */
const unreadBytesOf = (socket: Socket): number | undefined =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize;

/** Changes when the client reads something. */
const progressOf = (socket: Socket): string =>
  `${socket.bytesWritten - socket.writableLength} ${unreadBytesOf(socket)}`;

/** Closes a connection and drops unread data. */
const resetConnection = (socket: Socket): void => void socket.resetAndDestroy();

/**
 * Closes connections without progress between checks: each holds memory and file handles. If too much is unread in
 * total, the largest stalled ones close first.
 */
export const watchStalledResponses = (server: Server, { maxChecks, inAll }: StallLimits): { look(): void } => {
  const connections = new Map<Socket, { progress: string; stalledChecks: number }>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { progress: "", stalledChecks: 0 });
    socket.once("close", () => connections.delete(socket));
  });

  const shrink = (): void => {
    let waiting = 0;
    for (const socket of connections.keys()) waiting += socket.writableLength;
    const stalled = [...connections].filter((one) => one[1].stalledChecks > 0).map(([socket]) => socket);
    for (const socket of stalled.sort((one, other) => other.writableLength - one.writableLength)) {
      if (waiting <= inAll) return;
      waiting -= socket.writableLength;
      resetConnection(socket);
    }
  };

  return {
    look: () => {
      for (const [socket, seen] of connections) {
        const progress = progressOf(socket);
        const stands = socket.writableLength > 0 && progress === seen.progress;
        seen.stalledChecks = stands ? seen.stalledChecks + 1 : 0;
        seen.progress = progress;
        if (seen.stalledChecks >= maxChecks) resetConnection(socket);
      }
      shrink();
    },
  };
};
