import type { Socket } from "node:net";
import { DeliveryFailed } from "../../ports/destination.ts";

/** Agreements on keys that a server may ask for at once. */
const atOnce = 20;
const perBytes = 1_000_000;

/**
 * Counts a server's agreements on keys, which cost up to 5 ms of this process's one thread each. Servers renew them by the bytes that went through, or by
 * time, so each million bytes and each second allows one more. Call the returned function at each agreement; it gives a failure once there were too many.
 */
export const countKeyChanges = (
  socket: Pick<Socket, "bytesRead" | "bytesWritten">,
  { host, steady = () => performance.now() }: { host: string; steady?: () => number },
): (() => DeliveryFailed | undefined) => {
  const began = steady();
  let changes = 0;
  return () => {
    changes += 1;
    const seconds = (steady() - began) / 1_000;
    const allowed = atOnce + seconds + (socket.bytesRead + socket.bytesWritten) / perBytes;
    if (changes <= allowed) return undefined;
    const words = `${host} renews its encryption keys too often. Ask whoever runs it to raise its limit (OpenSSH: RekeyLimit).`;
    return new DeliveryFailed("temporary", words);
  };
};
