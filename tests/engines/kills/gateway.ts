import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";

export type Gateway = { close(): Promise<void> };

/**
 * One address in front of several web processes, like the gateway of `deploy/compose/`: requests go to them in
 * rotation. A dead one responds with 502, and a retry goes to the next.
 */
export const createGateway = async (port: number, webs: readonly number[]): Promise<Gateway> => {
  let turn = 0;
  const lead = (incoming: IncomingMessage, response: ServerResponse): void => {
    turn += 1;
    const { method, url, headers } = incoming;
    const asked = ask({ host: "127.0.0.1", port: webs[turn % webs.length], method, path: url, headers });
    asked.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // A broken connection breaks on the other side too.
      pipeline(answer, response, () => undefined);
    });
    asked.once("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { "content-type": "text/plain" }).end("The web process does not answer.");
    });
    response.once("close", () => {
      if (!response.writableFinished) asked.destroy();
    });
    incoming.pipe(asked);
  };
  const server = createServer(lead);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
