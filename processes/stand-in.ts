import type { Server } from "node:http";
import { answerStarting } from "#application/http/health/starting.ts";
import { addressesOf } from "#infra/config/addresses.ts";

export type StandIn = {
  /** Answers on the ports from now on, but for those that somebody else has. */
  open(): void;
  /** Resolves when the ports are free again. */
  close(): Promise<void>;
};

const close = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
};

/**
 * Answers in place of the web process while that is not there: 503 to everybody, with the reasons at `/healthz`. It gives the ports back
 * when the web process is about to listen.
 */
export const createStandIn = ({
  ports,
  host,
  reasons,
}: {
  ports: readonly number[];
  /** Undefined: all addresses. */
  host?: string | undefined;
  reasons: () => string[];
}): StandIn => {
  let servers: Server[] = [];
  return {
    open: () => {
      if (servers.length > 0) return;
      // Imported by name it would bring all of fetch, 3 MiB, with it.
      const { createServer } = process.getBuiltinModule("node:http");
      servers = ports.flatMap((port) =>
        addressesOf(host).map((address) => {
          const server = createServer(answerStarting(reasons));
          // A program that took the port meanwhile is met, and told of, by the web process itself.
          server.on("error", () => undefined);
          return server.listen({ port, host: address });
        }),
      );
    },
    close: async () => {
      await Promise.all(servers.splice(0).map(close));
    },
  };
};
