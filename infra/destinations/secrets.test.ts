import { afterEach, expect, it, vi } from "vitest";
import { sanitizeText } from "#domain/run/sanitize-text.ts";
import { certificate } from "#tests/protocols/certificates.ts";
import { aDelivery, aFile, ftpTo, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import type { Fault } from "#tests/protocols/faults.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { growthOf, inProportion } from "#tests/support/growth.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import type { Destination } from "../ports/destination.ts";
import { redactSecrets } from "./redact-secrets.ts";

const secrets = {
  password: "sesame-4711",
  username: "partner-of-ours",
  signing: "whsec-7d1f0c",
  path: "T0K3N-in-path",
  query: "k3y-in-query",
  link: "s3cret-token",
  ann: "ann@partner.example",
  bob: "bob@partner.example",
};
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Collects everything that an error carries. */
const everything = (error: unknown): string =>
  error instanceof Error
    ? [
        error.message,
        error.stack,
        JSON.stringify(error, Object.getOwnPropertyNames(error)),
        everything(error.cause),
      ].join("\n")
    : (JSON.stringify(error) ?? "");

const faults: Fault[] = ["none", "refuse", "cut", "full", "password", "error"];

it.each(faults)("a delivery reports, logs and stores no secret and no address (%s)", async (fault) => {
  const [ftp, ftps, sftp, http, smtp] = await Promise.all([
    startFtp({ username: secrets.username }),
    startFtp({ username: secrets.username, certificate }),
    startSftp({ username: secrets.username }),
    startHttp(),
    startSmtp(),
  ]);
  for (const server of [ftp, ftps, sftp, http, smtp]) {
    server.fault = fault;
    closing.push(server.close);
  }
  const { signing, path, query, link, ann } = secrets;
  // A server that repeats everything it received.
  http.answer = {
    status: fault === "none" ? 200 : 404,
    body: `${[signing, path, query, link, ann].join(" ")} ${encodeURIComponent(aFile().link)}`,
  };
  smtp.refuses.set(secrets.bob, 550);
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  const written = vi.spyOn(process.stderr, "write");

  const stateStore = createMemoryStateStore();
  const kept: unknown[] = [];
  const put = stateStore.put.bind(stateStore);
  vi.spyOn(stateStore, "put").mockImplementation((...entry) => {
    kept.push(entry);
    return put(...entry);
  });
  const { destinations } = newDestinations({ mail: smtp.mail, stateStore });
  const login = { username: secrets.username, password: secrets.password };
  const everywhere: Destination[] = [
    ftpTo(ftp.port, login),
    ftpTo(ftps.port, { ...login, protocol: "FTPS" }),
    ftpTo(ftps.port, { ...login, protocol: "FTPSSessionResumption" }),
    ftpTo(sftp.port, { ...login, protocol: "SFTP" }),
    {
      kind: "webhook",
      method: "GET",
      url: `${http.origin}/${secrets.path}?key=${secrets.query}`,
      secret: secrets.signing,
    },
    {
      kind: "email",
      recipients: [secrets.ann, secrets.bob],
      fromName: "",
      replyTo: "",
      subject: "",
      message: "",
      asLink: true,
    },
  ];
  const said: string[] = [];
  for (const [n, destination] of everywhere.entries()) {
    const delivered = destinations.deliver(aDelivery(destination, { id: `run-${n}` }), never);
    said.push(await delivered.then((receipt) => JSON.stringify(receipt), everything));
    if (destination.kind === "ftp")
      said.push(JSON.stringify(await destinations.testFtp(destination, { tenant: "t" }, never)));
  }
  const all = [
    ...said,
    JSON.stringify(kept),
    JSON.stringify([printed, warned, written].map(({ mock }) => mock.calls)),
  ].join("\n");
  for (const secret of Object.values(secrets)) expect(all).not.toContain(secret);
  expect(said).toHaveLength(10);
});

it("a receiver's text is shown on one line, limited, and without secrets in any spelling", () => {
  expect(redactSecrets("no p@ss word!, p%40ss%20word!, cEBzcyB3b3JkIQ==, P@SS WORD!", ["p@ss word!"])).toBe(
    "no …, …, …, …",
  );
  expect(redactSecrets("to ann@b.example: no\r\n\u0007then", [])).toBe("to …: no then");
  expect(redactSecrets("x".repeat(500), [])).toHaveLength(200);
  expect(redactSecrets("530 wrong: abc", ["abc"], "530")).toBe("530");
  expect(redactSecrets("530 wrong", ["abc", ""], "530")).toBe("530 wrong");
});

it.each([
  ["shown", (text: string) => redactSecrets(text, [secrets.password])],
  ["kept in an event", sanitizeText],
])("redacting a receiver's text takes time in proportion to its length until it is %s", (_name, read) => {
  const units = [
    "a",
    "a-",
    "/",
    "//a",
    "https://",
    "https://a",
    ".",
    "@",
    "a@",
    "%40",
    "%4",
    "?",
    "<",
    "\u200b",
    "\r\n",
    " ",
  ];
  const worse = units.filter(
    (unit) => growthOf((length) => unit.repeat(length).slice(0, length), read, 8_192) >= inProportion,
  );
  expect(worse).toEqual([]);
});
