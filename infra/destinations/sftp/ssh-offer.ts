import type { Socket } from "node:net";
import { DeliveryFailed } from "../../ports/destination.ts";

/** Algorithm lists in the order of a server's first packet (RFC 4253, 7.1). */
const algorithmLists = [
  "key exchange",
  "host key",
  "C->S cipher",
  "S->C cipher",
  "C->S MAC",
  "S->C MAC",
  "C->S compression",
  "S->C compression",
] as const;
type AlgorithmList = (typeof algorithmLists)[number];
type Offer = Partial<Record<AlgorithmList, string[]>>;

/** Most bytes read: far more than greeting lines and packet have. */
const maxBytes = 100_000;
const kexInit = 20;
const cookieBytes = 16;
const longestName = 64;

/** Reads what an SSH server offers. Undefined if the bytes are incomplete or not SSH. */
const readOffer = (bytes: Buffer): Offer | undefined => {
  const greeting = /(?:^|\n)SSH-[^\n]*\n/.exec(bytes.toString("latin1"));
  if (!greeting) return undefined;
  const packet = bytes.subarray(greeting.index + greeting[0].length);
  // Packet length, padding length, message type, cookie.
  if (packet.length < 6 || packet.length < 4 + packet.readUInt32BE(0) || packet[5] !== kexInit) return undefined;
  const offer: Offer = {};
  let offset = 6 + cookieBytes;
  for (const part of algorithmLists) {
    if (offset + 4 > packet.length) return offer;
    const length = packet.readUInt32BE(offset);
    offer[part] = packet.toString("latin1", offset + 4, offset + 4 + length).split(",");
    offset += 4 + length;
  }
  return offer;
};

/**
 * Captures an SSH server's first bytes once its client listens. The returned function reads the offer in them, or `{}`.
 */
export const captureOffer = (socket: Socket): (() => Offer) => {
  const pieces: Buffer[] = [];
  let receivedBytes = 0;
  const hear = (piece: Buffer) => {
    pieces.push(piece);
    receivedBytes += piece.length;
    if (receivedBytes >= maxBytes) socket.off("data", hear);
  };
  // An earlier listener would start the flow before the client listens.
  const join = (event: string | symbol) => {
    if (event !== "data") return;
    socket.off("newListener", join);
    socket.on("data", hear);
  };
  socket.on("newListener", join);
  // The bytes are joined on demand, as a server may send one at a time.
  return () => readOffer(Buffer.concat(pieces)) ?? {};
};

const outdated = /sha1(?:@|$)|md5|-group1-|ssh-dss|3des|blowfish|arcfour|cast128|-cbc(?:@|$)|ripemd|umac-64/;
/** Every server of the last ten years supports these. */
const common: Readonly<Record<AlgorithmList, string>> = {
  "key exchange": "curve25519-sha256",
  "host key": "ssh-ed25519",
  "C->S cipher": "aes256-gcm@openssh.com",
  "S->C cipher": "aes256-gcm@openssh.com",
  "C->S MAC": "hmac-sha2-256",
  "S->C MAC": "hmac-sha2-256",
  "C->S compression": "none",
  "S->C compression": "none",
};
/** True for names that only announce extensions. */
const isExtension = (name: string): boolean => /^(?:kex-strict|ext-info)-/.test(name);
const maxNamed = 3;

const named = (names: readonly string[]): string => {
  const [shown, more] = [names.slice(0, maxNamed).join(", "), names.length - maxNamed];
  return more > 0 ? `${shown} and ${more} more` : shown;
};

/**
 * Explains a lack of common encryption, and which side is older. `words`: the library's message, which names the
 * algorithm list. `host`: without secrets.
 */
export const noCommonAlgorithm = (words: string, offer: Offer, host: string): DeliveryFailed => {
  const part = algorithmLists.find((one) => words.includes(`no matching ${one}`));
  const offered = (part && offer[part]) ?? [];
  const names = offered.filter((name) => name.length <= longestName && /^[\w@.+-]+$/.test(name) && !isExtension(name));
  if (part === undefined || names.length === 0)
    return new DeliveryFailed(
      "lasting",
      `${host} and Sheaf have no encryption in common. Ask whoever runs it to update its SSH server.`,
    );
  if (names.every((name) => outdated.test(name)))
    return new DeliveryFailed(
      "lasting",
      `${host} offers only outdated encryption (${named(names)}). Ask whoever runs it to update its SSH server.`,
    );
  const what = part.endsWith("compression") ? "form of compression" : "encryption";
  return new DeliveryFailed(
    "lasting",
    `${host} and Sheaf have no ${what} in common: it offers only ${named(names)}. Ask whoever runs it to allow ${common[part]} too.`,
  );
};
