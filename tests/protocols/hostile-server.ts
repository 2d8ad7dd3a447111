import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { listen } from "./faults.ts";

/** Hostile output of a server, until it is stopped. */
export type Malice = (socket: Socket, stopped: AbortSignal) => Promise<void>;

/** The same for ever, as fast as it is taken. */
const endlessly =
  (piece: () => Buffer): Malice =>
  async (socket, stopped) => {
    while (!socket.destroyed && !stopped.aborted)
      if (!socket.write(piece())) await once(socket, "drain", { signal: stopped }).catch(() => undefined);
      else await new Promise(setImmediate);
  };
const repeated = (text: string): (() => Buffer) => {
  const piece = Buffer.from(text.repeat(Math.ceil(60_000 / text.length)));
  return () => piece;
};

/** A sign after the other, each soon enough to be waited for; ms between two of them. */
const pause = 20;
const drip =
  (text: string): Malice =>
  (socket, stopped) =>
    new Promise((done) => {
      let at = 0;
      const timer = setInterval(() => {
        if (socket.destroyed || stopped.aborted) {
          clearInterval(timer);
          done();
        } else socket.write(text[at++ % text.length] ?? "");
      }, pause);
    });

/** Sends output like a server, and then continues in another way. `behind`: first answers this request of the client. */
const after =
  (hello: string, then: Malice, behind?: { asked: RegExp; answer: string }): Malice =>
  async (socket, stopped) => {
    socket.write(hello);
    if (behind) {
      let heard = "";
      while (!behind.asked.test(heard)) {
        const [piece] = (await once(socket, "data", { signal: stopped })) as [Buffer];
        heard += piece.toString("latin1");
      }
      socket.write(behind.answer);
    }
    await then(socket, stopped);
  };

const anyMalice = {
  "a line without an end": endlessly(repeated("x")),
  "lines without an end": endlessly(repeated("220-Welcome to us\r\n")),
  "noise without an end": endlessly(() => randomBytes(60_000)),
  "a sign every moment": drip("2"),
} satisfies Record<string, Malice>;

export const ftpMalice = {
  ...anyMalice,
  "greetings without an end": endlessly(repeated("220 Welcome\r\n")),
  "that it is soon ready, for ever": endlessly(repeated("120 Soon\r\n")),
  "noise for a handshake": after(
    "220 Hello\r\n",
    endlessly(() => randomBytes(60_000)),
    {
      asked: /AUTH TLS|USER|OPTS/,
      answer: "234 Go on\r\n",
    },
  ),
} satisfies Record<string, Malice>;

export const sshMalice = {
  ...anyMalice,
  "noise behind its name": after(
    "SSH-2.0-OpenSSH_9.6\r\n",
    endlessly(() => randomBytes(60_000)),
  ),
  "a packet as large as can be": after("SSH-2.0-OpenSSH_9.6\r\n", endlessly(repeated("\x7f\xff\xff\xff"))),
  "its name, a sign every moment": drip("SSH-2.0-"),
} satisfies Record<string, Malice>;

export const httpMalice = {
  ...anyMalice,
  "headers without an end": after("HTTP/1.1 200 OK\r\n", endlessly(repeated("X-More: and more\r\n"))),
  "a header without an end": after("HTTP/1.1 200 OK\r\nX-More: ", endlessly(repeated("x"))),
  "that more is to come, for ever": endlessly(repeated("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")),
  "a header, a sign every moment": after("HTTP/1.1 200 OK\r\nX-More: ", drip("x")),
} satisfies Record<string, Malice>;

export type HostileServer = {
  port: number;
  /** Bytes of its output that were accepted, as far as the system knows. */
  taken(): number;
  /** Connections that are still open. */
  open(): number;
  close(): Promise<void>;
};

/** A server that sends anything to everybody who connects. */
export const startHostile = async (malice: Malice): Promise<HostileServer> => {
  const stop = new AbortController();
  let taken = 0;
  const server = createServer((socket) => {
    socket.on("close", () => {
      taken += socket.bytesWritten - socket.writableLength;
    });
    // Reading on makes the client's end visible.
    socket.resume();
    malice(socket, stop.signal).catch(() => undefined);
  });
  const { port, sockets, close } = await listen(server);
  return {
    port,
    taken: () => taken,
    open: () => sockets.size,
    close: () => {
      stop.abort();
      return close();
    },
  };
};
