import { afterEach, describe, expect, it, vi } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import {
  aDelivery,
  failure,
  ftpTo,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import type { FtpDestination } from "../../ports/destination.ts";
import { temporaryName } from "../remote-folder.ts";
import { mostWords } from "../words-of.ts";

/** Servers that don't tell what they have, or say too much of it. */

const start = closedAfterEach(startSftp);
afterEach(() => void vi.restoreAllMocks());

const name = "/Orders 2026-11-20 0001.csv";
const sftpTo = (port: number, changes: Partial<FtpDestination> = {}) => ftpTo(port, { protocol: "SFTP", ...changes });

describe("A report by SFTP, to a server that answers each look with a failure,", () => {
  const looking = { mayNot: ["look"] as const, refusal: 4 };

  it("arrives, as that doesn't tell that the file isn't there", async () => {
    for (const direct of [false, true]) {
      const server = await start(looking);
      await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { direct })), never);
      expect([...server.files.entries()].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
        [name, reportText],
      ]);
    }
  });

  it("arrives in a folder that is there or can be made", async () => {
    for (const folders of [[], ["/in"]]) {
      const server = await start(looking);
      for (const folder of folders) server.folders.add(folder);
      await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { directory: "in" })), never);
      expect([...server.files.keys()]).toEqual([`/in${name}`]);
    }
  });

  it("names the temporary file that may still be there, and says of no step that nothing is left", async () => {
    const server = await start({ mayNot: ["look", "remove", "rename"], refusal: 4 });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect([...server.files.keys()]).toEqual([`/${temporaryName("run-1")}`]);
    expect(failed.message).toContain(`${temporaryName("run-1")} may still be there.`);
    expect(failed.steps.at(-1)).not.toHaveProperty("nothingLeft");
  });

  it("has a test that names its file where that may not be removed", async () => {
    const server = await start({ mayNot: ["look", "remove"], refusal: 4 });
    const { destinations } = newDestinations();
    const tested = await destinations.testFtp(sftpTo(server.port, { direct: true }), { tenant: "t" }, never);
    expect(tested.reason).toMatch(/The test file sheaf-test-\w+\.txt may still be there\./);
  });
});

it("a report by SFTP arrives where attributes have no size", async () => {
  for (const direct of [false, true]) {
    const server = await start({ tellsNoSizes: true });
    await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { direct })), never);
    expect([...server.files.keys()]).toEqual([name]);
  }
});

it("no expression runs over more than the first words of what a server of SFTP says", async () => {
  const saysRefused = "no ".repeat(80_000);
  const server = await start({ mayNot: ["look", "remove"], refusal: 4, saysRefused });
  server.fault = "error";
  const test = vi.spyOn(RegExp.prototype, "test");
  await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
  const lengths = test.mock.calls.map(([text]) => String(text).length);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(mostWords);
});
