import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { createServer as createPlainServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { certificate, vouched } from "#tests/protocols/certificates.ts";
import { aDelivery, failure, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { listen } from "#tests/protocols/faults.ts";
import { createOutboundHttp } from "../http-out/create-outbound-http.ts";

const closes: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closes.splice(0).map((close) => close()));
});

const portOf = async (server: Server): Promise<number> => {
  const { port, close } = await listen(server);
  closes.push(close);
  return port;
};
const { ca, key, good } = vouched;
const answer = (_request: IncomingMessage, response: ServerResponse) => void response.end("Taken.");
const secured = (options: ServerOptions): Server => createServer({ key, cert: good, ...options }, answer);
/** A server that answers a greeting with a TLS alert, like servers that give up at once. */
const alerting = (alert: number): Server =>
  createPlainServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert])));
  });
const speakingHttp = (): Server =>
  createPlainServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"));
  });

/** `trusted`: the only trusted certificate authority. */
const delivered = async (server: Server, trusted = ca) => {
  const { destinations } = newDestinations({ http: createOutboundHttp({ allowPrivate: true, ca: trusted }) });
  const url = `https://localhost:${await portOf(server)}/hook`;
  return destinations.deliver(aDelivery({ kind: "webhook", method: "POST", url, secret: "s" }), never);
};

describe("A webhook by HTTPS", () => {
  it("arrives at a server with a valid certificate", async () => {
    expect(await delivered(secured({}))).toMatchObject({ answer: "200 Taken." });
  });

  it.each<[string, () => Server, "lasting" | "temporary", string]>([
    ["has expired", () => secured({ cert: vouched.expired }), "temporary", "The certificate of localhost has expired."],
    [
      "isn't valid yet",
      () => secured({ cert: vouched.notYetValid }),
      "temporary",
      "certificate of localhost isn't valid yet",
    ],
    [
      "is for another name",
      () => secured({ cert: vouched.other }),
      "lasting",
      "certificate of localhost is for another name",
    ],
    ["is self-signed", () => secured(certificate), "lasting", "The certificate of localhost is self-signed."],
  ])("reports a certificate that %s", async (_, server, kind, words) => {
    expect(await failure(delivered(server()))).toMatchObject({ kind, message: expect.stringContaining(words) });
  });

  it.each([
    ["shows it", `${good}\n${ca}`, "The certificate of localhost is self-signed."],
    ["keeps it back", good, "The certificate of localhost isn't from a public authority"],
  ])("reports a certificate of an untrusted authority if the server %s", async (_, cert, words) => {
    const failed = await failure(delivered(secured({ cert }), certificate.cert));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining(words) });
  });

  it.each<[string, () => Server, "lasting" | "temporary", string]>([
    [
      "uses an old version of TLS",
      () => secured({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" }),
      "lasting",
      "localhost uses a version of TLS that is no longer safe. It needs TLS 1.2 or later.",
    ],
    [
      "asks for a client certificate",
      () => secured({ requestCert: true, rejectUnauthorized: true, ca }),
      "lasting",
      "localhost requires a client certificate, which Sheaf doesn't have.",
    ],
    ["refuses the handshake", () => alerting(40), "temporary", "localhost refused the secure connection."],
    [
      "doesn't know the name",
      () => alerting(112),
      "lasting",
      "The server at localhost has no certificate for that name.",
    ],
    ["answers without TLS", speakingHttp, "lasting", "localhost answers without TLS at that port."],
  ])("says so if the server %s", async (_, server, kind, words) => {
    const failed = await failure(delivered(server()));
    expect(failed).toMatchObject({ kind, message: expect.stringContaining(words) });
  });
});
