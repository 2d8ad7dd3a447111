import type { Socket } from "node:net";
import { DeliveryFailed } from "../../ports/destination.ts";

/** Key exchanges at once. */
const maxBurst = 20;
const bytesPerExchange = 1_000_000;

/**
 * Limits a server's key exchanges: each blocks this process's only thread for up to 5 ms. Servers renew keys by bytes
 * or by time, so each million bytes and each second allow one more. Call the returned function at each exchange; it
 * returns a failure after too many.
 */
export const limitRekeying = (
  socket: Pick<Socket, "bytesRead" | "bytesWritten">,
  { host, steady = () => performance.now() }: { host: string; steady?: () => number },
): (() => DeliveryFailed | undefined) => {
  const startedAt = steady();
  let exchanges = 0;
  return () => {
    exchanges += 1;
    const seconds = (steady() - startedAt) / 1_000;
    const allowed = maxBurst + seconds + (socket.bytesRead + socket.bytesWritten) / bytesPerExchange;
    if (exchanges <= allowed) return undefined;
    const message = `${host} renews its encryption keys too often. Ask whoever runs it to raise its limit (OpenSSH: RekeyLimit).`;
    return new DeliveryFailed("temporary", message);
  };
};
