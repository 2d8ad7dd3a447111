import type { Socket } from "node:net";
import { DeliveryFailed } from "../../ports/destination.ts";

/** Lists in a server's first packet (RFC 4253, 7.1), in its order. */
const lists = [
  "key exchange",
  "host key",
  "C->S cipher",
  "S->C cipher",
  "C->S MAC",
  "S->C MAC",
  "C->S compression",
  "S->C compression",
] as const;
type Part = (typeof lists)[number];
type Offer = Partial<Record<Part, string[]>>;

/** Greeting lines and the packet fit into this many times over. */
const mostBytes = 100_000;
const kexInit = 20;
const cookieBytes = 16;
const longestName = 64;

/** Reads the lists of algorithms behind the greeting; undefined if they aren't there yet, or it isn't SSH. */
const readOffer = (bytes: Buffer): Offer | undefined => {
  const greeting = /(?:^|\n)SSH-[^\n]*\n/.exec(bytes.toString("latin1"));
  if (!greeting) return undefined;
  const packet = bytes.subarray(greeting.index + greeting[0].length);
  // Length of the packet, length of its padding, type of the message, cookie.
  if (packet.length < 6 || packet.length < 4 + packet.readUInt32BE(0) || packet[5] !== kexInit) return undefined;
  const offer: Offer = {};
  let at = 6 + cookieBytes;
  for (const part of lists) {
    if (at + 4 > packet.length) return offer;
    const length = packet.readUInt32BE(at);
    offer[part] = packet.toString("latin1", at + 4, at + 4 + length).split(",");
    at += 4 + length;
  }
  return offer;
};

/** Keeps the first bytes that an SSH server sends, from when its client listens. The function that it returns reads the offer in them; `{}` if there is none. */
export const hearOffer = (socket: Socket): (() => Offer) => {
  const pieces: Buffer[] = [];
  let heard = 0;
  const hear = (piece: Buffer) => {
    pieces.push(piece);
    heard += piece.length;
    if (heard >= mostBytes) socket.off("data", hear);
  };
  // Our own listener would start the flow before the client listens.
  const join = (event: string | symbol) => {
    if (event !== "data") return;
    socket.off("newListener", join);
    socket.on("data", hear);
  };
  socket.on("newListener", join);
  // Read only where it is asked for: a server may send each byte by itself.
  return () => readOffer(Buffer.concat(pieces)) ?? {};
};

const outdated = /sha1(?:@|$)|md5|-group1-|ssh-dss|3des|blowfish|arcfour|cast128|-cbc(?:@|$)|ripemd|umac-64/;
/** The server is asked to allow these. Every server of the last ten years can. */
const common: Readonly<Record<Part, string>> = {
  "key exchange": "curve25519-sha256",
  "host key": "ssh-ed25519",
  "C->S cipher": "aes256-gcm@openssh.com",
  "S->C cipher": "aes256-gcm@openssh.com",
  "C->S MAC": "hmac-sha2-256",
  "S->C MAC": "hmac-sha2-256",
  "C->S compression": "none",
  "S->C compression": "none",
};
/** Some names announce extensions. They stand among the key exchanges. */
const isExtension = (name: string): boolean => /^(?:kex-strict|ext-info)-/.test(name);
const mostNamed = 3;

const named = (names: readonly string[]): string => {
  const [shown, more] = [names.slice(0, mostNamed).join(", "), names.length - mostNamed];
  return more > 0 ? `${shown} and ${more} more` : shown;
};

/**
 * Explains why a server and Sheaf have no encryption in common, and which side is older. `words`: the library's, which name the part. `host`: without
 * anything secret.
 */
export const nothingInCommon = (words: string, offer: Offer, host: string): DeliveryFailed => {
  const part = lists.find((one) => words.includes(`no matching ${one}`));
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
