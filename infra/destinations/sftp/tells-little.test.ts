import { posix } from "node:path";
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
import { maxReceiverText } from "../receiver-text.ts";
import { toTemporaryName } from "../remote-folder.ts";

/** Servers that reveal too little about their files, or talk too much. */

const start = closedAfterEach(startSftp);
afterEach(() => void vi.restoreAllMocks());

const name = "/Orders 2026-11-20 0001.csv";
const sftpTo = (port: number, changes: Partial<FtpDestination> = {}) => ftpTo(port, { protocol: "SFTP", ...changes });

describe("A report by SFTP, to a server that fails each stat,", () => {
  const looking = { mayNot: ["look"] as const, refusal: 4 };

  it("arrives, as the failure doesn't show that the file is missing", async () => {
    for (const direct of [false, true]) {
      const server = await start(looking);
      await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { direct })), never);
      expect([...server.files.entries()].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
        [name, reportText],
      ]);
    }
  });

  it("arrives in a folder that exists or can be created", async () => {
    for (const folders of [[], ["/in"]]) {
      const server = await start(looking);
      for (const folder of folders) server.folders.add(folder);
      await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { directory: "in" })), never);
      expect([...server.files.keys()]).toEqual([`/in${name}`]);
    }
  });

  it("names the temporary file that may still be there, and never says that nothing is left", async () => {
    const server = await start({ mayNot: ["look", "remove", "rename"], refusal: 4 });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect([...server.files.keys()]).toEqual([`/${toTemporaryName("run-1")}`]);
    expect(failed.message).toContain(`${toTemporaryName("run-1")} may still be there.`);
    expect(failed.steps.at(-1)).not.toHaveProperty("nothingLeft");
  });

  it("has a test that names its file if it may not be removed", async () => {
    const server = await start({ mayNot: ["look", "remove"], refusal: 4 });
    const { destinations } = newDestinations();
    const tested = await destinations.testFtp(sftpTo(server.port, { direct: true }), { tenant: "t" }, never);
    expect(tested.reason).toMatch(/The test file sheaf-test-\w+\.txt may still be there\./);
  });
});

describe("A report by SFTP, to a server that calls a file missing if its user may not see it,", () => {
  const hiding = { mayNot: ["look"] as const, refusal: 2, saysRefused: "No such file" };

  it.each(["/in", "in", "/in/", "/", "//", "/in/daily"])(
    "arrives in %s, without creating the root",
    async (directory) => {
      for (const direct of [false, true]) {
        const server = await start(hiding);
        for (const folder of ["/in", "/in/daily"]) server.folders.add(folder);
        await newDestinations().destinations.deliver(
          aDelivery(ftpTo(server.port, { protocol: "SFTP", directory, direct })),
          never,
        );
        expect([...server.files.keys()]).toEqual([posix.join("/", directory, name)]);
        expect(server.requests).not.toContain("MKDIR /");
      }
    },
  );

  it("names the folder that it could neither create nor write to", async () => {
    for (const directory of ["/in", "in"]) {
      const server = await start(hiding);
      server.fault = "error";
      const to = sftpTo(server.port, { directory });
      const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
      expect(failed.message).toBe(
        `The folder ${directory} doesn't exist on the server, and the server won't create it. Check its name.`,
      );
      expect(failed.steps.at(-1)).toMatchObject({ step: "wrote", failed: true });
    }
  });

  it("fails at the folder if its parent can be seen, and the server refuses to create one there", async () => {
    for (const directory of ["/in", "in"]) {
      const server = await start({ refusal: 3 });
      server.fault = "error";
      const to = sftpTo(server.port, { directory });
      const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
      expect(failed.message).toBe(
        `The user isn't allowed to write there. Check the folder ${directory} and the user's permissions.`,
      );
      expect(failed.steps.at(-1)).toMatchObject({ step: "made directory", failed: true });
    }
  });
});

it("a report by SFTP arrives even if the server's file attributes have no size", async () => {
  for (const direct of [false, true]) {
    const server = await start({ tellsNoSizes: true });
    await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { direct })), never);
    expect([...server.files.keys()]).toEqual([name]);
  }
});

it("regular expressions are only run on the beginning of an SFTP server's text", async () => {
  const saysRefused = "no ".repeat(80_000);
  const server = await start({ mayNot: ["look", "remove"], refusal: 4, saysRefused });
  server.fault = "error";
  const test = vi.spyOn(RegExp.prototype, "test");
  await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
  const lengths = test.mock.calls.map(([text]) => String(text).length);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(maxReceiverText);
});
