import { isIP } from "node:net";
import { type ConnectionOptions, TLSSocket } from "node:tls";
import type { Client } from "basic-ftp";
import { type KeyOf, keyChanged, type ServerKey, type ServerKeys } from "../sftp/server-keys.ts";

/** SHA-256 of the certificate that a connection showed; Node gives it out once, behind the handshake. */
export const fingerprintOf = (socket: TLSSocket): string | undefined => socket.getPeerX509Certificate()?.fingerprint256;

/** `host`: a session is resumed only for the name it was made for. Who it is, is judged after the handshake, before any password. */
const tlsOptions = (host: string, ca: string | undefined): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(ca === undefined ? {} : { ca }),
  rejectUnauthorized: false,
});

/** The certificate of a connection, and what is to be pinned of it behind the log-in. */
export type Shown = { fingerprint: string; toPin: ServerKey | undefined };

/**
 * Makes a control connection one of TLS. A certificate that an authority vouches for is good; any other is like an SSH key: taken at the
 * first log-in, and refused when it is another one later.
 * @throws {DeliveryFailed} it is another one
 */
export const secure = async (
  client: Client,
  { keys, of, ca }: { keys: ServerKeys; of: KeyOf; ca: string | undefined },
): Promise<Shown> => {
  await client.useTLS(tlsOptions(of.host, ca));
  const { socket } = client.ftp;
  if (!(socket instanceof TLSSocket)) throw new Error("The connection is not one of TLS.");
  const fingerprint = fingerprintOf(socket);
  if (fingerprint !== undefined && socket.authorized) return { fingerprint, toPin: undefined };
  const pinned = await keys.read(of);
  if (fingerprint === undefined || (pinned !== undefined && pinned.fingerprint !== fingerprint))
    throw keyChanged(of.host);
  return { fingerprint, toPin: { fingerprint, type: "x509" } };
};
