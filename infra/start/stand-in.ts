import type { Server } from "node:http";

export type StandIn = {
  /** Answers on the port from now on, unless somebody else has it. */
  open(): void;
  /** Resolves when the port is free again. */
  close(): Promise<void>;
};

/**
 * Answers in place of the web process while that is not there: 503 to everybody, with the reasons at `/healthz`. It gives the port back
 * before the web process is started.
 */
export const createStandIn = ({
  port,
  host,
  reasons,
}: {
  port: number;
  /** Undefined: all addresses. */
  host?: string | undefined;
  reasons: () => string[];
}): StandIn => {
  let server: Server | undefined;
  return {
    open: () => {
      if (server) return;
      // Imported by name it would bring all of fetch, 3 MiB, with it.
      const { createServer } = process.getBuiltinModule("node:http");
      server = createServer((request, response) => {
        const health = request.url?.split("?")[0] === "/healthz";
        response.writeHead(503, {
          "content-type": health ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
          "cache-control": "no-store",
          "retry-after": "5",
          connection: "close",
        });
        response.end(
          health
            ? JSON.stringify({ ok: false, reasons: reasons(), notes: [] })
            : "The server is not ready. Try again in a minute.",
        );
      });
      // A program that took the port meanwhile is met, and told of, by the web process itself.
      server.on("error", () => {
        server = undefined;
      });
      server.listen({ port, host });
    },
    close: async () => {
      const open = server;
      server = undefined;
      if (!open?.listening) return;
      await new Promise<void>((resolve) => {
        open.close(() => resolve());
        open.closeAllConnections();
      });
    },
  };
};
