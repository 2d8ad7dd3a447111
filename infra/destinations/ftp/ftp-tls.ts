import { isIP } from "node:net";
import { type ConnectionOptions, TLSSocket } from "node:tls";
import type { Client } from "basic-ftp";
import { keyChangedError, type ServerKey, type ServerKeyId, type ServerKeys } from "../sftp/server-keys.ts";

/** SHA-256. Node returns the certificate once, after the handshake. */
export const getFingerprint = (socket: TLSSocket): string | undefined =>
  socket.getPeerX509Certificate()?.fingerprint256;

/**
 * `host`: a session is resumed only for its own name. The certificate is checked after the handshake, before any
 * password is sent.
 */
const tlsOptions = (host: string, ca: string | undefined): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(ca === undefined ? {} : { ca }),
  rejectUnauthorized: false,
});

/** `toPin`: key to pin after the login. */
export type ShownCertificate = { fingerprint: string; toPin: ServerKey | undefined };

/**
 * Upgrades a control connection to TLS. A certificate of no known authority is pinned at the first login, like an SSH
 * key.
 * @throws {DeliveryFailed} the pinned certificate has changed
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
