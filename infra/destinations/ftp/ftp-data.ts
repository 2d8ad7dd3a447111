import { once } from "node:events";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { TLSSocket, connect as tlsConnect } from "node:tls";
import { type FTPContext, FTPError, type FTPResponse } from "basic-ftp";
import { DeliveryFailed } from "../../ports/destination.ts";
import { connectTo } from "../resolve-host.ts";
import type { VerifiedBytes } from "../verified-file.ts";
import { getFingerprint } from "./ftp-tls.ts";

export type DataOptions = {
  /** Data connections resume the control connection's TLS session, as `require_ssl_reuse` demands. */
  readonly resume: boolean;
  readonly connectMs: number;
  readonly signal: AbortSignal;
  certificate: string | undefined;
};

/** Time for a server to say why a data connection broke, ms. */
const explanationMs = 1_000;

/** Reads the port from `229 Entering Extended Passive Mode (|||6446|)`. Some servers write ! for |. */
const extendedPort = (answer: string): number => Number(/([|!])\1\1(\d{1,5})\1/.exec(answer)?.[2]);
/** Reads the port from `227 Entering Passive Mode (192,168,1,100,10,229)`. The address is ignored. */
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

/** Opens a passive connection to the control connection's address, whatever the server names. */
export const openData = async (
  ftp: FTPContext,
  { resume, connectMs, signal }: DataOptions,
): Promise<{ answer: FTPResponse; socket: Socket; shaken: Promise<unknown> }> => {
  const { answer, port } = await askForPort(ftp);
  const { remoteAddress: address, remoteFamily } = ftp.socket;
  if (!(port > 0 && port < 65_536) || address === undefined)
    throw new DeliveryFailed("temporary", "The server gave no port for the file. Check that it allows passive mode.");
  const until = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
  const raw = await connectTo([{ address, family: remoteFamily === "IPv6" ? 6 : 4 }], port, until).catch(() => {
    signal.throwIfAborted();
    throw new DeliveryFailed(
      "temporary",
      "The server isn't accepting a connection for the file. Check that its firewall allows the passive mode ports.",
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

/**
 * Ensures that a data connection is with the same server; a resumed session always is.
 * @throws {Error} another server's connection
 */
export const assertSameServer = (socket: Socket, certificate: string | undefined): void => {
  if (socket instanceof TLSSocket && !socket.isSessionReused() && getFingerprint(socket) !== certificate)
    throw new Error("The data connection uses a different certificate.");
};

/**
 * Stores a file and destroys its stream. If the data connection breaks, waits for the server's reason ("552 Disk
 * full."), which basic-ftp doesn't. `onBegin`: the server has opened the file.
 * @throws {FTPError} the server refused it; errors of the connection
 */
export const storeFile = async (
  ftp: FTPContext,
  name: string,
  { stream, trouble }: VerifiedBytes,
  options: DataOptions,
  onBegin: () => void,
): Promise<FTPResponse> => {
  const { socket, shaken } = await openData(ftp, options);
  socket.on("error", () => {});
  let hasStarted = false;
  let sent = false;
  let done: FTPResponse | undefined;
  let timer: NodeJS.Timeout | undefined;
  const send = async () => {
    // Some servers start the TLS handshake only after STOR.
    await shaken;
    assertSameServer(socket, options.certificate);
    // The control connection is silent while bytes are sent, which the caller watches.
    ftp.socket.setTimeout(0);
    try {
      await pipeline(stream, socket);
    } finally {
      ftp.socket.setTimeout(ftp.timeout);
    }
  };
  try {
    return await ftp.handle(`STOR ${name}`, (response, task) => {
      if (response instanceof Error) return task.reject(response);
      if (response.code >= 200) {
        done = response;
        if (sent) task.resolve(response);
      } else if (!hasStarted) {
        hasStarted = true;
        onBegin();
        send().then(
          () => {
            sent = true;
            if (done) task.resolve(done);
          },
          (error: Error) => {
            timer = setTimeout(() => task.reject(error), trouble() ? 0 : explanationMs);
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
