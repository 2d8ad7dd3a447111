import { createSocket } from "node:dgram";
import { once } from "node:events";

/** The response for a name: its IPv4 addresses (none: only other records), "unknown", "fails", or nothing. */
export type NameAnswer = readonly string[] | "unknown" | "fails" | "silent";

const typeA = 1;
const codes = { unknown: 3, fails: 2 } as const;

const nameAndTypeOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const recordOf = (address: string): Buffer => {
  const head = Buffer.alloc(12);
  // The name stands in the question, at byte 12.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(typeA, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(4, 10);
  return Buffer.concat([head, Buffer.from(address.split(".").map(Number))]);
};

/**
 * Starts a name server on this machine. `answer` decides by name; IPv6 addresses are unknown, or unanswered on demand.
 */
export const startNameServer = async (
  answer: (name: string) => NameAnswer,
  { silentForIpv6 = false }: { silentForIpv6?: boolean } = {},
) => {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = nameAndTypeOf(query);
    if (type === typeA) asked.push(name);
    else if (silentForIpv6) return;
    const said = answer(name);
    if (said === "silent") return;
    const records = typeof said === "string" || type !== typeA ? [] : said.map(recordOf);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 | (typeof said === "string" ? codes[said] : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    /** `address:port` */
    server: `127.0.0.1:${socket.address().port}`,
    /** Names looked up by IPv4, in order, with repeats. */
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};
