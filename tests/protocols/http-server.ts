import { createServer, type IncomingMessage } from "node:http";
import { type Fault, later, listen } from "./faults.ts";

export type HttpServer = {
  port: number;
  origin: string;
  fault: Fault;
  /** How calls are answered while nothing goes wrong. */
  answer: { status: number; headers?: Record<string, string>; body?: string };
  calls: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
  close(): Promise<void>;
};

/** A server that records its calls. `error`: it responds with 500. `full`: its response never ends. */
export const startHttp = async (): Promise<HttpServer> => {
  const http = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = "", url = "", headers } = request;
    server.calls.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
    if (server.fault === "hang") return;
    if (server.fault === "cut") {
      response.writeHead(200, { "content-length": 500 });
      response.write("half", () => response.destroy());
      return;
    }
    if (server.fault === "full") {
      const endless = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.once("close", () => clearInterval(endless));
      return;
    }
    const { status, headers: more = {}, body = "" } = server.answer;
    later(server.fault, () => void response.writeHead(server.fault === "error" ? 500 : status, more).end(body));
  });
  http.prependListener("connection", (socket) => {
    if (server.fault === "refuse") socket.destroy();
  });
  const { port, close } = await listen(http);
  const server: HttpServer = {
    port,
    origin: `http://127.0.0.1:${port}`,
    fault: "none",
    answer: { status: 200 },
    calls: [],
    close,
  };
  return server;
};
