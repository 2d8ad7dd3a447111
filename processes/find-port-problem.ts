import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { resolveListenAddresses } from "#infra/config/listen-addresses.ts";

type At = { port: number; host?: string | undefined };

const whyNot = (at: At): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(at, () => probe.close(() => resolve(undefined)));
  });

/**
 * Waits up to 5 s for a port: children of a killed supervisor may still be leaving. Returns the system's error code
 * (`EADDRINUSE`), or undefined if it is free. Without a host checks all addresses.
 */
export const findPortProblem = async ({ port, host }: At): Promise<string | undefined> => {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const troubles = await Promise.all(resolveListenAddresses(host).map((address) => whyNot({ port, host: address })));
    const trouble = troubles.find((why) => why !== undefined);
    if (trouble !== "EADDRINUSE" || performance.now() > deadline) return trouble;
    await sleep(100);
  }
};
