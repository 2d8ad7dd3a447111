import { afterEach, describe, expect, it } from "vitest";
import { aDelivery, failure, ftpTo, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import {
  ftpMalice,
  type HostileServer,
  httpMalice,
  type Malice,
  sshMalice,
  startHostile,
} from "#tests/protocols/hostile-server.ts";
import { until } from "#tests/support/until.ts";
import type { Destination, FtpDestination } from "../ports/destination.ts";

/** Hostile servers cost a limited time and limited memory, and their connections are closed. */

const servers: HostileServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const given = async (malice: Malice): Promise<HostileServer> => {
  const server = await startHostile(malice);
  servers.push(server);
  return server;
};

/** Shorter than a test may take, but long enough for a slow machine. */
const patience = { connectMs: 400, answerMs: 400, wholeMs: 900 };
/** Unrequested bytes. The system buffers a few megabytes of a loop-back connection. */
const most = 64_000_000;

const cases = <Kind extends string>(kinds: readonly Kind[], malices: Record<string, Malice>) =>
  kinds.flatMap((kind) => Object.entries(malices).map(([name, malice]) => [kind, name, malice] as const));

const expectEnded = async (server: HostileServer) => {
  await until("its connections end", () => server.open() === 0, { within: 5_000 });
  expect(server.taken()).toBeLessThan(most);
};

describe("A delivery to a hostile server", () => {
  it.each([
    ...cases<FtpDestination["protocol"]>(["FTP", "FTPS", "FTPSSessionResumption"], ftpMalice),
    ...cases<FtpDestination["protocol"]>(["SFTP"], sshMalice),
  ])("by %s fails in time with a short error: %s", async (protocol, _name, malice) => {
    const server = await given(malice);
    const { destinations } = newDestinations({ timeouts: patience });
    const to = ftpTo(server.port, { protocol });
    expect(await failure(destinations.deliver(aDelivery(to), never))).toMatchObject({
      message: expect.stringMatching(/^[^\r\n]{10,350}$/),
    });
    const tested = await destinations.testFtp(to, { tenant: "t" }, never);
    expect([tested.worked, tested.text, tested.steps.at(-1)?.failed]).toEqual([false, "FTP test failed", true]);
    await expectEnded(server);
  });

  it.each(cases(["GET", "POST"] as const, httpMalice))(
    "by webhook and %s fails in time with a short error: %s",
    async (method, _name, malice) => {
      const server = await given(malice);
      const { destinations } = newDestinations({ timeouts: patience });
      const url = `http://127.0.0.1:${server.port}/`;
      const to: Destination = { kind: "webhook", method, url, secret: "s" };
      expect(await failure(destinations.deliver(aDelivery(to), never))).toMatchObject({
        kind: "temporary",
        message: expect.stringMatching(/^127\.0\.0\.1 [^\r\n]{10,200}\.$/),
      });
      await expectEnded(server);
    },
  );
});
