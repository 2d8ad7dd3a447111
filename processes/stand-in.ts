import type { Server } from "node:http";
import { answerStarting } from "#application/http/health/answer-starting.ts";
import { resolveListenAddresses } from "#infra/config/listen-addresses.ts";

export type StandIn = {
  /** Listens, except on ports already taken. */
  open(): void;
  close(): Promise<void>;
};

const close = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
};

/** Replaces the absent web process: responds with 503, and the reasons at `/healthz`. */
export const createStandIn = ({
  ports,
  host,
  reasons,
}: {
  ports: readonly number[];
  host?: string | undefined;
  reasons: () => string[];
}): StandIn => {
  let servers: Server[] = [];
  return {
    open: () => {
      if (servers.length > 0) return;
      // An import by name would load all of fetch, 3 MiB.
      const { createServer } = process.getBuiltinModule("node:http");
      servers = ports.flatMap((port) =>
        resolveListenAddresses(host).map((address) => {
          const server = createServer(answerStarting(reasons));
          // If another program took the port, the web process reports it.
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
