import type { Server } from "node:http";
import type { Socket } from "node:net";

export type Patience = {
  /** Looks in a row at which an answer has got no further, after which its connection ends. */
  looks: number;
  /** What may wait in all answers together for their readers, bytes. */
  inAll: number;
};

/** What is left of the write that is under way; Node tells it only here. A long answer is one write. */
const leftOf = (socket: Socket): number | undefined =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize;

/** Changes when the other side takes something. */
const progressOf = (socket: Socket): string => `${socket.bytesWritten - socket.writableLength} ${leftOf(socket)}`;

/** Ends a connection and forgets what it has not taken; its other end learns of it, if it listens. */
const end = (socket: Socket): void => void socket.resetAndDestroy();

/**
 * Looks at the connections of a server, and ends those on which an answer waits and gets no further: each holds memory and file handles
 * for as long as its other end pleases. Slow is nobody who takes something between two looks. Where too much waits in all, those that
 * got no further since the last look end first, the one with the most before the others.
 */
export const watchUnread = (server: Server, { looks, inAll }: Patience): { look(): void } => {
  const connections = new Map<Socket, { progress: string; standing: number }>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { progress: "", standing: 0 });
    socket.once("close", () => connections.delete(socket));
  });

  const shrink = (): void => {
    let waiting = 0;
    for (const socket of connections.keys()) waiting += socket.writableLength;
    const standing = [...connections].filter((one) => one[1].standing > 0).map(([socket]) => socket);
    for (const socket of standing.sort((one, other) => other.writableLength - one.writableLength)) {
      if (waiting <= inAll) return;
      waiting -= socket.writableLength;
      end(socket);
    }
  };

  return {
    look: () => {
      for (const [socket, seen] of connections) {
        const progress = progressOf(socket);
        const stands = socket.writableLength > 0 && progress === seen.progress;
        seen.standing = stands ? seen.standing + 1 : 0;
        seen.progress = progress;
        if (seen.standing >= looks) end(socket);
      }
      shrink();
    },
  };
};
