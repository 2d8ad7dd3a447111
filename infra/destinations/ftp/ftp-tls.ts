import { isIP } from "node:net";
import { type ConnectionOptions, TLSSocket } from "node:tls";
import type { Client } from "basic-ftp";
import { keyChangedError, type ServerKey, type ServerKeyId, type ServerKeys } from "../sftp/server-keys.ts";

/** SHA-256 of a connection's certificate. Node returns it once, after the handshake. */
export const getFingerprint = (socket: TLSSocket): string | undefined =>
  socket.getPeerX509Certificate()?.fingerprint256;

/**
 * `host`: a session is resumed only for the name that it was made for. The certificate is checked after the handshake,
 * before any password is sent.
 */
const tlsOptions = (host: string, ca: string | undefined): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(ca === undefined ? {} : { ca }),
  rejectUnauthorized: false,
});

/** A connection's certificate, and the key to pin after the login. */
export type ShownCertificate = { fingerprint: string; toPin: ServerKey | undefined };

/**
 * Upgrades a control connection to TLS. A certificate of a known authority is accepted. Any other is treated like an
 * SSH key: pinned at the first login, and refused if it changes later.
 * @throws {DeliveryFailed} if it has changed
 */
export const secureConnection = async (
  client: Client,
  { keys, of: keyId, ca }: { keys: ServerKeys; of: ServerKeyId; ca: string | undefined },
): Promise<ShownCertificate> => {
  await client.useTLS(tlsOptions(keyId.host, ca));
  const { socket } = client.ftp;
  if (!(socket instanceof TLSSocket)) throw new Error("The connection doesn't use TLS.");
  const fingerprint = getFingerprint(socket);
  if (fingerprint !== undefined && socket.authorized) return { fingerprint, toPin: undefined };
  const pinned = await keys.read(keyId);
  if (fingerprint === undefined || (pinned !== undefined && pinned.fingerprint !== fingerprint))
    throw keyChangedError(keyId.host);
  return { fingerprint, toPin: { fingerprint, type: "x509" } };
};
