import type { Algorithms } from "ssh2";
import { describe, expect, it, vi } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import {
  aDelivery,
  aFile,
  failure,
  ftpTo,
  never,
  newDestinations,
  reportText,
  shortPatience,
} from "#tests/protocols/destinations-for-tests.ts";
import { newHostKey, type SftpServer, startSftp } from "#tests/protocols/sftp-server.ts";
import type { FtpDestination } from "../../ports/destination.ts";
import { toTemporaryName } from "../remote-folder.ts";

const start = closedAfterEach(startSftp);

const name = "/Orders 2026-11-20 0001.csv";
const textOf = (server: SftpServer, path = name) => server.files.get(path)?.toString();
const sftpTo = (port: number, changes: Partial<FtpDestination> = {}) => ftpTo(port, { protocol: "SFTP", ...changes });

describe("A report by SFTP", () => {
  it("is written under another name, then renamed after a size check", async () => {
    const server = await start();
    const receipt = await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never);
    expect([...server.files.keys()]).toEqual([name]);
    expect(textOf(server)).toBe(reportText);
    expect(server.requests).toContain(`OPEN /${toTemporaryName("run-1")}`);
    expect(receipt).toMatchObject({ to: "127.0.0.1, Orders 2026-11-20 0001.csv", before: false });
    const steps = ["resolved", "connected", "logged in", "wrote", "checked size", "renamed"];
    expect(receipt.steps.map(({ step }) => step)).toEqual(steps);
  });

  it("creates missing folders, from the root or from the login folder", async () => {
    for (const directory of ["/in/2026", "in/2026/"]) {
      const server = await start();
      await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port, { directory })), never);
      expect(textOf(server, `/in/2026${name}`)).toBe(reportText);
    }
  });

  it("fails if the server keeps renewing its keys", async () => {
    const server = await start({ renewsKeys: true });
    server.hangsFrom = "STAT";
    const { destinations } = newDestinations({ timeouts: { ...shortPatience, answerMs: 20_000 } });
    expect(await failure(destinations.deliver(aDelivery(sftpTo(server.port)), never))).toMatchObject({
      kind: "temporary",
      message: expect.stringContaining("127.0.0.1 renews its encryption keys too often. Ask whoever runs it"),
    });
  });

  const apart = "127.0.0.1 and Sheaf have no encryption in common: it offers only";
  it("isn't sent to a server that insists on compression, as decompression would block the process", async () => {
    for (const compress of ["zlib", "zlib@openssh.com"] as const) {
      const server = await start({ algorithms: { compress: [compress] } });
      expect(
        await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never)),
      ).toMatchObject({
        message: `${apart.replace("encryption", "form of compression")} ${compress}. Ask whoever runs it to allow none too.`,
      });
    }
  });

  // A group of the server's own would have to be checked in this process's only thread.
  it.each<[string, Algorithms, string]>([
    [
      "an outdated key exchange",
      { kex: ["diffie-hellman-group1-sha1"] },
      "127.0.0.1 offers only outdated encryption (diffie-hellman-group1-sha1). Ask whoever runs it to update its SSH server.",
    ],
    [
      "a group of its own",
      { kex: ["diffie-hellman-group-exchange-sha256"] },
      `${apart} diffie-hellman-group-exchange-sha256. Ask whoever runs it to allow curve25519-sha256 too.`,
    ],
    [
      "a very large group",
      { kex: ["diffie-hellman-group18-sha512"] },
      `${apart} diffie-hellman-group18-sha512. Ask whoever runs it to allow curve25519-sha256 too.`,
    ],
    [
      "outdated ciphers",
      { cipher: ["3des-cbc", "aes128-cbc"] },
      "127.0.0.1 offers only outdated encryption (3des-cbc, aes128-cbc). Ask whoever runs it to update its SSH server.",
    ],
    [
      "outdated sums",
      { cipher: ["aes128-ctr"], hmac: ["hmac-md5"] },
      "127.0.0.1 offers only outdated encryption (hmac-md5). Ask whoever runs it to update its SSH server.",
    ],
  ])("isn't sent to a server that offers only %s, and says which side is older", async (_, algorithms, message) => {
    const server = await start({ algorithms });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(failed).toMatchObject({ kind: "lasting", message });
  });

  it("says that a server takes too long if it accepts no connection in time", async () => {
    const over = AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(over);
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(9)), never));
    expect(failed).toMatchObject({ kind: "temporary", message: expect.stringContaining("took too long to answer") });
  });

  it.each([
    ["takes no passwords", "passwords", "The server doesn't accept a password from this user, only a key."],
    ["wants a key as well", "passwords alone", "The server accepts the password but also requires a second factor"],
    ["has no SFTP", "SFTP", "The user can log in, but the server has no SFTP service."],
  ] as const)("reports that the server %s", async (_, refuses, words) => {
    const server = await start({ refuses });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining(words) });
  });

  it("replaces a file of its name on a server that doesn't rename over existing files", async () => {
    const server = await start();
    server.files.set(name, Buffer.from("the one before"));
    await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never);
    expect([...server.files.keys()]).toEqual([name]);
    expect(textOf(server)).toBe(reportText);
  });

  it.each([[["rename"]], [["rename", "remove"]]] as const)(
    "leaves a file of its name if the user may not %s, and says why",
    async (mayNot) => {
      const server = await start({ mayNot });
      server.files.set(name, Buffer.from("the one before"));
      const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
      expect(textOf(server)).toBe("the one before");
      expect(failed.message).toContain("refused to rename it. It said: Renaming is off");
      expect(failed.message).toContain("turn on “Write directly under the final name”");
      expect(failed.message).toContain("A file of this name is already there");
    },
  );

  it("arrives at the next try if the answer to its renaming was lost and the user may not list files", async () => {
    const server = await start({ mayNot: ["look"] });
    const { destinations } = newDestinations();
    server.loseAnswerTo = "RENAME";
    await failure(destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(textOf(server)).toBe(reportText);
    server.loseAnswerTo = undefined;
    await destinations.deliver(aDelivery(sftpTo(server.port)), never);
    expect([...server.files.keys()]).toEqual([name]);
    expect(textOf(server)).toBe(reportText);
  });

  it("logs in if the server asks for the password interactively", async () => {
    const server = await start({ asks: true });
    await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never);
    expect(textOf(server)).toBe(reportText);
  });

  it("arrives if its user may not list or remove files, and its test names the file that stays", async () => {
    const server = await start({ mayNot: ["look", "remove"] });
    server.folders.add("/in");
    const to = sftpTo(server.port, { directory: "/in" });
    const { destinations } = newDestinations();
    await destinations.deliver(aDelivery(to), never);
    expect([...server.files.keys()]).toEqual([`/in${name}`]);
    const outcome = await destinations.testFtp(to, { tenant: "t" }, never);
    const left = [...server.files.keys()].at(-1)?.slice("/in/".length);
    expect(outcome).toMatchObject({ worked: true, reason: expect.stringContaining(left ?? "no file") });
  });

  it("fails with the server's words if it may not be renamed, and can be written directly instead", async () => {
    const server = await start({ mayNot: ["look", "remove", "rename"] });
    const { destinations } = newDestinations();
    const failed = await failure(destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(failed.message).toBe(
      `The server accepted the file but refused to rename it. It said: Renaming is off for …. Let the user rename files there, or turn on “Write directly under the final name” in the destination. Its temporary file ${toTemporaryName("run-1")} may still be there.`,
    );
    await destinations.deliver(aDelivery(sftpTo(server.port, { direct: true })), never);
    expect(textOf(server)).toBe(reportText);
  });

  it("leaves nothing, and reports nothing left, if the server refused to open it and its user may not list files", async () => {
    const server = await start({ mayNot: ["look", "remove"] });
    server.fault = "error";
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(failed.message).toBe("The user isn't allowed to write there. Check the folder and the user's permissions.");
    expect(failed.steps.at(-1)).toMatchObject({ step: "wrote", failed: true, nothingLeft: true });
  });

  it("is tested with a file that is removed again", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    const outcome = await destinations.testFtp(sftpTo(server.port), { tenant: "t" }, never);
    expect(outcome).toMatchObject({ worked: true, text: "Success! FTP is configured correctly.", reason: null });
    expect(outcome.steps.map(({ step }) => step).slice(-4)).toEqual(["wrote", "checked size", "renamed", "removed"]);
    expect([...server.files]).toEqual([]);
  });

  it("reports why a test failed, and its steps", async () => {
    const server = await start();
    server.fault = "password";
    const outcome = await newDestinations().destinations.testFtp(sftpTo(server.port), { tenant: "t" }, never);
    expect(outcome).toMatchObject({
      worked: false,
      text: "FTP test failed",
      reason: "The server refused the user name or the password. Check them and try again.",
    });
    expect(outcome.steps.at(-1)).toMatchObject({ step: "logged in", failed: true });
  });

  it.each([
    ["refuse", "temporary", "closed the connection unexpectedly"],
    ["hang", "temporary", "took too long"],
    ["cut", "temporary", "closed the connection unexpectedly"],
    ["full", "temporary", "run out of space"],
    ["password", "lasting", "refused the user name or the password"],
    ["error", "temporary", "isn't allowed to write there"],
  ] as const)("fails on %s, and arrives complete once that is over", async (fault, kind, words) => {
    const server = await start();
    const { destinations } = newDestinations(fault === "hang" ? { timeouts: shortPatience } : {});
    server.fault = fault;
    const failed = await failure(destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(failed).toMatchObject({ kind, message: expect.stringContaining(words) });
    expect(failed.steps.at(-1)).toMatchObject({ failed: true });
    expect(textOf(server)).toBeUndefined();
    server.fault = "none";
    await newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), never);
    expect([...server.files.keys()]).toEqual([name]);
  });

  it("fails if the server goes silent in the middle of it", async () => {
    const server = await start();
    server.hangsFrom = "OPEN";
    const { destinations } = newDestinations({ timeouts: { connectMs: 5_000, answerMs: 800, wholeMs: 60_000 } });
    const delivered = failure(destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(await delivered).toMatchObject({ kind: "temporary", message: expect.stringContaining("took too long") });
  });

  it("arrives at a slow server while bytes keep moving", async () => {
    const server = await start();
    server.fault = "slow";
    const { destinations } = newDestinations({ timeouts: { connectMs: 5_000, answerMs: 2_000, wholeMs: 60_000 } });
    await destinations.deliver(aDelivery(sftpTo(server.port)), never);
    expect(textOf(server)).toBe(reportText);
  });

  it("is not sent again if the answer to the renaming was lost", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    const file = aFile();
    server.loseAnswerTo = "RENAME";
    const first = await failure(destinations.deliver(aDelivery(sftpTo(server.port), { file }), never));
    expect([first.kind, textOf(server)]).toEqual(["temporary", reportText]);
    server.loseAnswerTo = undefined;
    const receipt = await destinations.deliver(aDelivery(sftpTo(server.port), { file }), never);
    expect(receipt).toMatchObject({ before: true, answer: "The server shows the file with its full size." });
    expect(file.opened).toBe(1);
  });

  it("removes a partial file left by an earlier one", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    server.fault = "cut";
    await failure(destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect([...server.files.keys()]).toEqual([`/${toTemporaryName("run-1")}`]);
    server.fault = "none";
    const next = aDelivery(sftpTo(server.port), { id: "run-2", file: aFile({ name: "Next.csv" }) });
    await destinations.deliver(next, never);
    expect([...server.files.keys()]).toEqual(["/Next.csv"]);
  });

  it("is not delivered if our own file is damaged", async () => {
    const server = await start();
    const file = aFile({ sha256: "0".repeat(64) });
    const delivered = newDestinations().destinations.deliver(aDelivery(sftpTo(server.port), { file }), never);
    await expect(delivered).rejects.toThrow("isn't what was published");
    expect([...server.files]).toEqual([]);
  });

  it("stops at once on request", async () => {
    const server = await start();
    const stop = new AbortController();
    const delivered = newDestinations().destinations.deliver(aDelivery(sftpTo(server.port)), stop.signal);
    stop.abort(new Error("The worker ends."));
    await expect(delivered).rejects.toThrow("The worker ends.");
  });
});

describe("A server's key", () => {
  it("is pinned at the first login, per shop, and no password goes to a server with another key", async () => {
    const [first, second] = [await start(), await start()];
    const { destinations, stateStore } = newDestinations();
    await destinations.deliver(aDelivery(sftpTo(first.port)), never);
    const pinned = await stateStore.get(`server-key:t:ssh:127.0.0.1:${first.port}`);
    expect(pinned?.value).toMatchObject({ type: "ssh-ed25519", fingerprint: expect.stringMatching(/^SHA256:/) });
    if (pinned) await stateStore.put(`server-key:t:ssh:127.0.0.1:${second.port}`, pinned.value);
    const moved = aDelivery(sftpTo(second.port), { id: "run-2" });
    const failed = await failure(destinations.deliver(moved, never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining("a different key than before") });
    expect([second.passwords, [...second.files]]).toEqual([[], []]);
    // Another shop hasn't pinned a key yet.
    await destinations.deliver({ ...moved, id: "run-3", tenant: "u" }, never);
    await destinations.forgetPinnedKeys(moved.destination, { tenant: "t" });
    await destinations.deliver(moved, never);
    expect(textOf(second)).toBe(reportText);
  });

  it("is not pinned if the login was refused", async () => {
    const server = await start();
    const { destinations, stateStore } = newDestinations();
    server.fault = "password";
    await failure(destinations.deliver(aDelivery(sftpTo(server.port)), never));
    expect(await stateStore.find("tenant", "t")).toEqual([]);
  });

  it("stays the same if the server gets further keys", async () => {
    const { utils } = (await import("ssh2")).default;
    const [ecdsa, ed25519] = [utils.generateKeyPairSync("ecdsa", { bits: 256 }).private, newHostKey()];
    const first = await start({ hostKeys: [ecdsa] });
    const { destinations, stateStore } = newDestinations();
    await destinations.deliver(aDelivery(sftpTo(first.port)), never);
    const pinned = await stateStore.get(`server-key:t:ssh:127.0.0.1:${first.port}`);
    const second = await start({ hostKeys: [ed25519, ecdsa] });
    if (pinned) await stateStore.put(`server-key:t:ssh:127.0.0.1:${second.port}`, pinned.value);
    await destinations.deliver(aDelivery(sftpTo(second.port), { id: "run-2" }), never);
    expect(textOf(second)).toBe(reportText);
  });
});
