import { networkInterfaces } from "node:os";

/**
 * Addresses for a setting such as HOST; undefined: all. `localhost` is 127.0.0.1 and, if this machine has it, ::1: a
 * browser tries either first.
 */
export const resolveListenAddresses = (host: string | undefined): readonly (string | undefined)[] => {
  if (host !== "localhost") return [host];
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => address === "::1") ? ["127.0.0.1", "::1"] : ["127.0.0.1"];
};
