import { once } from "node:events";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { TLSSocket, connect as tlsConnect } from "node:tls";
import { type FTPContext, FTPError, type FTPResponse } from "basic-ftp";
import { DeliveryFailed } from "../../ports/destination.ts";
import type { IntactBytes } from "../intact.ts";
import { connectTo } from "../reach.ts";
import { fingerprintOf } from "./ftp-tls.ts";

/**
 * How data connections are made. `resume`: with the TLS session of the control connection, as servers with `require_ssl_reuse` ask.
 * `certificate`: the fingerprint of the control connection's, once there is one.
 */
export type DataOptions = {
  readonly resume: boolean;
  readonly connectMs: number;
  readonly signal: AbortSignal;
  certificate: string | undefined;
};

/** When a data connection breaks, the server is given so long to say why, ms. */
const untilSaid = 1_000;

/** Of `229 Entering Extended Passive Mode (|||6446|)`; some servers write ! for |. */
const extendedPort = (answer: string): number => Number(/([|!])\1\1(\d{1,5})\1/.exec(answer)?.[2]);
/** Of `227 Entering Passive Mode (192,168,1,100,10,229)`: the address in it is nobody's business. */
const passivePort = (answer: string): number => {
  const [, high = "", low = ""] = /\d{1,3},\d{1,3},\d{1,3},\d{1,3},(\d{1,3}),(\d{1,3})/.exec(answer) ?? [];
  return high === "" ? Number.NaN : Number(high) * 256 + Number(low);
};

const askForPort = async (ftp: FTPContext): Promise<{ answer: FTPResponse; port: number }> => {
  try {
    const answer = await ftp.request("EPSV");
    const port = extendedPort(answer.message);
    if (port > 0) return { answer, port };
  } catch (error) {
    if (!(error instanceof FTPError)) throw error;
  }
  const answer = await ftp.request("PASV");
  return { answer, port: passivePort(answer.message) };
};

/** A passive connection to the very address that the control connection has, whatever the server names. */
export const openData = async (
  ftp: FTPContext,
  { resume, connectMs, signal }: DataOptions,
): Promise<{ answer: FTPResponse; socket: Socket; shaken: Promise<unknown> }> => {
  const { answer, port } = await askForPort(ftp);
  const { remoteAddress: address, remoteFamily } = ftp.socket;
  if (!(port > 0 && port < 65_536) || address === undefined)
    throw new DeliveryFailed("temporary", "The server named no port for the file. Check that it allows passive mode.");
  const until = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
  const raw = await connectTo([{ address, family: remoteFamily === "IPv6" ? 6 : 4 }], port, until).catch(() => {
    signal.throwIfAborted();
    throw new DeliveryFailed(
      "temporary",
      "The server takes no connection for the file. Check that its firewall is open for the ports of passive mode.",
    );
  });
  if (!(ftp.socket instanceof TLSSocket)) return { answer, socket: raw, shaken: Promise.resolve() };
  const session = resume ? (ftp.tlsSessionStore ?? ftp.socket.getSession()) : undefined;
  const socket = tlsConnect({ ...ftp.tlsOptions, socket: raw, ...(session ? { session } : {}) });
  socket.on("session", (next) => {
    ftp.tlsSessionStore = next;
  });
  const shaken = once(socket, "secureConnect");
  shaken.catch(() => undefined);
  return { answer, socket, shaken };
};

/** A session that was resumed is one with the same server. @throws {Error} it is another server's connection */
export const assertSame = (socket: Socket, certificate: string | undefined): void => {
  if (socket instanceof TLSSocket && !socket.isSessionReused() && fingerprintOf(socket) !== certificate)
    throw new Error("The data connection has another certificate.");
};

/**
 * Stores a file. Where the data connection breaks, what the server says of it counts ("552 Disk full."), which basic-ftp's own upload does
 * not wait for. The bytes are destroyed at the end. `onBegin` hears that the server has opened the file.
 * @throws {FTPError} the server refused it; what the connection says
 */
export const store = async (
  ftp: FTPContext,
  name: string,
  { stream, trouble }: IntactBytes,
  options: DataOptions,
  onBegin: () => void,
): Promise<FTPResponse> => {
  const { socket, shaken } = await openData(ftp, options);
  socket.on("error", () => {});
  let began = false;
  let sent = false;
  let done: FTPResponse | undefined;
  let timer: NodeJS.Timeout | undefined;
  const send = async () => {
    // Some servers shake hands only when they were asked to store.
    await shaken;
    assertSame(socket, options.certificate);
    // The control connection is silent for as long as bytes go on; whoever asked watches those.
    ftp.socket.setTimeout(0);
    try {
      await pipeline(stream, socket);
    } finally {
      ftp.socket.setTimeout(ftp.timeout);
    }
  };
  try {
    return await ftp.handle(`STOR ${name}`, (said, task) => {
      if (said instanceof Error) return task.reject(said);
      if (said.code >= 200) {
        done = said;
        if (sent) task.resolve(said);
      } else if (!began) {
        began = true;
        onBegin();
        send().then(
          () => {
            sent = true;
            if (done) task.resolve(done);
          },
          (error: Error) => {
            timer = setTimeout(() => task.reject(error), trouble() ? 0 : untilSaid);
          },
        );
      }
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
    stream.destroy();
  }
};
