import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { certificate, otherCertificate } from "#tests/protocols/certificates.ts";
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
import { type FtpServer, startFtp } from "#tests/protocols/ftp-server.ts";
import type { FtpDestination } from "../../ports/destination.ts";
import { previousFileName, toTemporaryName } from "../remote-folder.ts";

const start = closedAfterEach(startFtp);

const name = "/Orders 2026-11-20 0001.csv";
const textOf = (server: FtpServer, path = name) => server.files.get(path)?.toString();
const variants: { title: string; tls: boolean; protocol: FtpDestination["protocol"]; requireReuse: boolean }[] = [
  { title: "FTP", tls: false, protocol: "FTP", requireReuse: false },
  { title: "FTPS", tls: true, protocol: "FTPS", requireReuse: false },
  { title: "FTPS Session Resumption", tls: true, protocol: "FTPSSessionResumption", requireReuse: true },
];

describe.each(variants)("A report by $title", ({ tls, protocol, requireReuse }) => {
  const open = (more: Parameters<typeof startFtp>[0] = {}) =>
    start({ ...(tls ? { certificate } : {}), requireReuse, ...more });
  const secured = tls ? ["secured"] : [];

  it("is written under another name, then renamed after a size check", async () => {
    const server = await open();
    const { destinations } = newDestinations();
    const receipt = await destinations.deliver(aDelivery(ftpTo(server.port, { protocol })), never);
    expect(textOf(server)).toBe(reportText);
    expect([...server.files.keys()]).toEqual([name]);
    expect(server.commands).toContain(`STOR ${toTemporaryName("run-1")}`);
    expect(receipt).toMatchObject({
      to: "127.0.0.1, Orders 2026-11-20 0001.csv",
      answer: "250 Rename successful.",
      before: false,
    });
    const steps = ["resolved", "connected", ...secured, "logged in", "wrote", "checked size", "renamed"];
    expect(receipt.steps.map(({ step }) => step)).toEqual(steps);
  });

  it("creates missing folders", async () => {
    const server = await open();
    const { destinations } = newDestinations();
    const to = ftpTo(server.port, { protocol, directory: "/in/2026/" });
    const receipt = await destinations.deliver(aDelivery(to), never);
    expect(textOf(server, `/in/2026${name}`)).toBe(reportText);
    expect(receipt.to).toBe("127.0.0.1, /in/2026/Orders 2026-11-20 0001.csv");
    expect(receipt.steps.map(({ step }) => step)).toContain("made directory");
  });

  it("is tested with a file that is removed again", async () => {
    const server = await open();
    const { destinations } = newDestinations();
    const outcome = await destinations.testFtp(ftpTo(server.port, { protocol }), { tenant: "t" }, never);
    expect(outcome).toMatchObject({ worked: true, text: "Success! FTP is configured correctly.", reason: null });
    expect(outcome.steps.map(({ step }) => step).slice(-4)).toEqual(["wrote", "checked size", "renamed", "removed"]);
    expect([...server.files]).toEqual([]);
  });

  it.each([
    ["refuse", "temporary", "closed the connection unexpectedly"],
    ["hang", "temporary", "took too long"],
    ["cut", "temporary", "closed the connection unexpectedly"],
    ["full", "temporary", "run out of space"],
    ["password", "lasting", "refused the user name or the password"],
    ["error", "temporary", "The server refused the request"],
  ] as const)("fails on %s, and arrives complete once that is over", async (fault, kind, words) => {
    const server = await open();
    const { destinations } = newDestinations(fault === "hang" ? { timeouts: shortPatience } : {});
    server.fault = fault;
    const failed = await failure(destinations.deliver(aDelivery(ftpTo(server.port, { protocol })), never));
    expect(failed).toMatchObject({ kind, message: expect.stringContaining(words) });
    expect(failed.steps.at(-1)).toMatchObject({ failed: true });
    expect(textOf(server)).toBeUndefined();
    const again = newDestinations().destinations;
    server.fault = "none";
    await again.deliver(aDelivery(ftpTo(server.port, { protocol })), never);
    expect([...server.files.keys()]).toEqual([name]);
  });

  it("arrives at a slow server while bytes keep moving", async () => {
    const server = await open();
    server.fault = "slow";
    const { destinations } = newDestinations({ timeouts: { connectMs: 5_000, answerMs: 1_000, wholeMs: 60_000 } });
    await destinations.deliver(aDelivery(ftpTo(server.port, { protocol })), never);
    expect(textOf(server)).toBe(reportText);
  });
});

describe("A report by FTP", () => {
  it("replaces a file of its name, even if the server doesn't overwrite files", async () => {
    for (const neverOverwrites of [false, true]) {
      const server = await start({ neverOverwrites });
      server.files.set(name, Buffer.from("the one before"));
      await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
      expect([...server.files.keys()]).toEqual([name]);
      expect(textOf(server)).toBe(reportText);
    }
  });

  it("is checked by the listing if the server has no SIZE command", async () => {
    const server = await start({ knowsNoSize: true });
    await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
    expect(server.commands).toContain("LIST -a");
    expect(textOf(server)).toBe(reportText);
  });

  it("fails and is removed if the server lost a part of it", async () => {
    for (const knowsNoSize of [false, true]) {
      const server = await start({ knowsNoSize });
      server.losesBytes = true;
      const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
      expect(failed).toMatchObject({
        kind: "temporary",
        message: expect.stringMatching(/stored only \d+ of \d+ bytes/),
      });
      expect(failed.steps.at(-1)).toMatchObject({ step: "checked size", failed: true });
      expect([...server.files]).toEqual([]);
    }
  });

  it.each([
    ["has no space for it", "full", {}, { step: "wrote", failed: true, nothingLeft: true }],
    ["has no space for it, and forbids removing it", "full", { neverRemoves: true }, { step: "wrote", failed: true }],
    ["loses the connection midway", "cut", {}, { step: "wrote", failed: true }],
  ] as const)("reports whether a part of it is left at a server that %s", async (_, fault, options, last) => {
    const server = await start(options);
    server.fault = fault;
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(failed.steps.at(-1)).toEqual({ ms: expect.any(Number), ...last });
    expect(server.files.size).toBe("nothingLeft" in last ? 0 : 1);
  });

  it("names its current step if the total timeout ends it", async () => {
    const server = await start();
    const patience = { connectMs: 10_000, answerMs: 60_000, wholeMs: 1_000 };
    const stalls = async function* () {
      yield Buffer.alloc(2_000);
      await new Promise(() => undefined);
    };
    const file = aFile({ open: async () => Readable.from(stalls(), { objectMode: false }) });
    const { destinations } = newDestinations({ timeouts: patience });
    const failed = await failure(destinations.deliver(aDelivery(ftpTo(server.port), { file }), never));
    expect(failed.message).toContain("took too long");
    expect(failed.steps.at(-1)).toEqual({ step: "wrote", ms: expect.any(Number), failed: true });
  });

  it("is sent to the server itself, even if that names another address for the data connection", async () => {
    const server = await start({ passiveAddress: "10.1.2.3" });
    await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
    expect(textOf(server)).toBe(reportText);
  });

  it("is not sent again if the answer to the renaming was lost", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    const file = aFile();
    server.loseAnswerTo = "RNTO";
    const first = await failure(destinations.deliver(aDelivery(ftpTo(server.port), { file }), never));
    expect([first.kind, textOf(server)]).toEqual(["temporary", reportText]);
    expect(first.steps.at(-1)).toEqual({ step: "renamed", ms: expect.any(Number), failed: true });
    server.loseAnswerTo = undefined;
    const receipt = await destinations.deliver(aDelivery(ftpTo(server.port), { file }), never);
    expect(receipt).toMatchObject({ before: true, answer: "The server shows the file with its full size." });
    expect(file.opened).toBe(1);
    expect(await destinations.deliver(aDelivery(ftpTo(server.port), { file }), never)).toMatchObject({ before: true });
  });

  it("is sent again if the connection was lost before the renaming", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    server.loseAnswerTo = "RNFR";
    server.files.set(name, Buffer.from(reportText));
    await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
    server.loseAnswerTo = undefined;
    expect(await destinations.deliver(aDelivery(ftpTo(server.port)), never)).toMatchObject({ before: false });
    expect([...server.files.keys()]).toEqual([name]);
  });

  it("removes a partial file left by an earlier one", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    server.fault = "cut";
    await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect([...server.files.keys()]).toEqual([`/${toTemporaryName("run-1")}`]);
    server.fault = "none";
    const next = aDelivery(ftpTo(server.port), { id: "run-2", file: aFile({ name: "Orders 2026-11-21 0001.csv" }) });
    const receipt = await destinations.deliver(next, never);
    expect(receipt.steps.map(({ step }) => step)).toContain("removed");
    expect([...server.files.keys()]).toEqual(["/Orders 2026-11-21 0001.csv"]);
  });

  it.each(["refuses", "lists nothing"] as const)(
    "arrives if its user sees no files, and a listing %s",
    async (blind) => {
      const server = await start({ blind, neverRemoves: true });
      server.folders.add("/in");
      const to = ftpTo(server.port, { directory: "/in" });
      await newDestinations().destinations.deliver(aDelivery(to), never);
      expect([...server.files.keys()]).toEqual([`/in${name}`]);
    },
  );

  it("can be tested if its user may not delete files, and names the file that stays", async () => {
    for (const blind of [undefined, "refuses"] as const) {
      const server = await start({ blind, neverRemoves: true });
      const outcome = await newDestinations().destinations.testFtp(ftpTo(server.port), { tenant: "t" }, never);
      const [left = ""] = server.files.keys();
      expect(outcome).toMatchObject({ worked: true, reason: expect.stringContaining(left.slice(1)) });
      expect(outcome.steps.at(-1)).toMatchObject({ step: "removed", failed: true });
    }
  });

  it("fails with the server's words if it may not be renamed, and can be written directly instead", async () => {
    const server = await start({ blind: "refuses", neverRemoves: true, neverRenames: true });
    const { destinations } = newDestinations();
    const failed = await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(failed.message).toBe(
      `The server accepted the file but refused to rename it. It said: 550 Permission denied, … with …. Let the user rename files there, or turn on “Write directly under the final name” in the destination. Its temporary file ${toTemporaryName("run-1")} may still be there.`,
    );
    expect([...server.files.keys()]).toEqual([`/${toTemporaryName("run-1")}`]);
    const receipt = await destinations.deliver(aDelivery(ftpTo(server.port, { direct: true })), never);
    expect(textOf(server)).toBe(reportText);
    expect(receipt).toMatchObject({ to: "127.0.0.1, Orders 2026-11-20 0001.csv", answer: "226 Transfer complete." });
    expect(receipt.steps.map(({ step }) => step)).not.toContain("renamed");
  });

  it.each([
    ["permits no renaming", { neverRenames: true }],
    ["permits neither renaming nor removing", { neverRenames: true, neverRemoves: true }],
  ] as const)("doesn't replace a file of its name at a server that %s, and says why", async (_, options) => {
    const server = await start(options);
    server.files.set(name, Buffer.from("the one before"));
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(textOf(server)).toBe("the one before");
    expect(failed.message).toContain("refused to rename it. It said: 550 Permission denied");
    expect(failed.message).toContain("turn on “Write directly under the final name”");
    expect(failed.message).toContain("A file of this name is already there");
  });

  it("replaces a file that may not be removed, and says what that is now called", async () => {
    const server = await start({ neverOverwrites: true, neverRemoves: true });
    server.files.set(name, Buffer.from("the one before"));
    const receipt = await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
    expect(textOf(server)).toBe(reportText);
    expect(textOf(server, `/${previousFileName("run-1")}`)).toBe("the one before");
    expect(receipt.answer).toBe(
      `250 Rename successful. The file that was there before may still be there as ${previousFileName("run-1")}. Delete it on the server.`,
    );
  });

  it("replaces a file that a second connection removes", async () => {
    const server = await start({ neverOverwrites: true });
    server.files.set(name, Buffer.from("the one before"));
    const receipt = await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
    expect([...server.files]).toEqual([[name, Buffer.from(reportText)]]);
    expect(server.commands.filter((command) => command.startsWith("USER"))).toHaveLength(2);
    expect(receipt).toMatchObject({ answer: "250 Rename successful.", before: false });
    expect(receipt.steps.filter(({ step }) => step === "logged in")).toHaveLength(1);
  });

  it("is delivered, and names the replaced file, if the second connection is lost", async () => {
    const server = await start({ neverOverwrites: true, neverRemoves: true });
    server.files.set(name, Buffer.from("the one before"));
    server.loseAnswerTo = "DELE";
    const receipt = await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
    expect(textOf(server)).toBe(reportText);
    expect(receipt.answer).toBe(
      `250 Rename successful. The file that was there before may still be there as ${previousFileName("run-1")}. Delete it on the server.`,
    );
  });

  it("overwrites no file of its name if renaming is refused and its user may not list files", async () => {
    const server = await start({ blind: "refuses", neverRenames: true });
    server.files.set(name, Buffer.from("the one before"));
    await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(textOf(server)).toBe("the one before");
    expect(server.files.size).toBe(1);
  });

  it("says at each try how to deliver it if its user may only add files", async () => {
    const server = await start({ neverOverwrites: true, neverRenames: true, neverRemoves: true });
    const { destinations } = newDestinations();
    for (const tried of ["refused to rename it", "553 Could not create file", "553 Could not create file"]) {
      const failed = await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
      expect(failed.message).toContain(tried);
      expect(failed.message).toContain(toTemporaryName("run-1"));
      expect(failed.message).toContain("turn on “Write directly under the final name”");
    }
  });

  it("leaves nothing, and reports nothing left, if the server refused its first byte", async () => {
    const server = await start({ blind: "lists nothing" });
    server.fault = "error";
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(failed.message).toBe(
      "The server refused the request. Check the folder and the user's permissions. It said: 553 …:… could not create file.",
    );
    expect(failed.steps.at(-1)).toMatchObject({ step: "wrote", failed: true, nothingLeft: true });
  });

  it.each([
    [undefined, "A file of this name is already there."],
    ["refuses", "A file of this name may already be there."],
  ] as const)(
    "names the existing file if the server forbids overwriting in direct writing (%s)",
    async (blind, words) => {
      const server = await start({ neverOverwrites: true, blind });
      server.files.set(name, Buffer.from("the one before"));
      const to = ftpTo(server.port, { direct: true });
      const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
      expect(failed.message).toContain(
        `${words} If the server doesn't allow overwriting, rename or delete the file there.`,
      );
      expect(failed.message).not.toContain("next try");
      expect(textOf(server)).toBe("the one before");
    },
  );

  it("leaves no file, or names it, if a test fails during direct writing", async () => {
    for (const neverRemoves of [false, true]) {
      const server = await start({ neverRemoves });
      server.losesBytes = true;
      const to = ftpTo(server.port, { direct: true });
      const outcome = await newDestinations().destinations.testFtp(to, { tenant: "t" }, never);
      expect(outcome).toMatchObject({ worked: false, reason: expect.stringMatching(/stored only \d+ of \d+ bytes/) });
      expect(outcome.reason).not.toContain("next try");
      const [left] = server.files.keys();
      if (!neverRemoves) expect(left).toBeUndefined();
      else
        expect(outcome.reason).toContain(
          `The file of this test, ${left?.slice(1)}, may still be there. Delete it on the server.`,
        );
    }
  });

  it("names the file that may be left if a test lost the answer to the renaming", async () => {
    const server = await start();
    server.loseAnswerTo = "RNTO";
    const outcome = await newDestinations().destinations.testFtp(ftpTo(server.port), { tenant: "t" }, never);
    const [left = ""] = server.files.keys();
    expect(left).toContain("sheaf-test-");
    expect(outcome.reason).toContain(`The file of this test, ${left.slice(1)}, may still be there.`);
  });

  it("is not delivered if the server lost a part of it in direct writing", async () => {
    const server = await start();
    server.losesBytes = true;
    const to = ftpTo(server.port, { direct: true });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed.message).toMatch(/stored only \d+ of \d+ bytes.*may be there under its final name/);
  });

  it("is not delivered if our own file is damaged, and the server isn't blamed", async () => {
    const server = await start();
    for (const direct of [false, true])
      for (const damage of [{ sha256: "0".repeat(64) }, { bytes: 5 }]) {
        const delivered = newDestinations().destinations.deliver(
          aDelivery(ftpTo(server.port, { direct }), { file: aFile(damage) }),
          never,
        );
        await expect(delivered).rejects.toThrow("isn't what was published");
        expect([...server.files]).toEqual([]);
      }
  });

  it("stops at once on request", async () => {
    const server = await start();
    server.fault = "hang";
    const stop = new AbortController();
    const delivered = newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), stop.signal);
    stop.abort(new Error("The worker ends."));
    await expect(delivered).rejects.toThrow("The worker ends.");
  });

  it.each(["directory", "username", "password"])("sends no FTP command that was typed into its %s", async (field) => {
    const server = await start();
    const to = ftpTo(server.port, { [field]: "in\r\nDELE all" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining("contains a line break") });
    expect(server.commands).toEqual([]);
  });

  it("doesn't fail permanently because the server has too many users", async () => {
    const server = await start();
    server.fault = "password";
    const to = ftpTo(server.port, { username: "too many users" });
    expect((await failure(newDestinations().destinations.deliver(aDelivery(to), never))).kind).toBe("temporary");
  });
});

it("an interrupted try doesn't block the next one on a server that forbids overwriting", async () => {
  const server = await start({ neverOverwrites: true });
  const { destinations } = newDestinations();
  server.fault = "cut";
  await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
  server.fault = "none";
  expect(await destinations.deliver(aDelivery(ftpTo(server.port)), never)).toMatchObject({ before: false });
  expect([...server.files.keys()]).toEqual([name]);
});

describe("A full disk of an FTP server", () => {
  it.each([
    ["452 Insufficient storage space.", true],
    ["552 Exceeded storage allocation.", true],
    ["451 No space left on device.", true],
    ["451 Disk quota exceeded.", true],
    ["451 Local error in processing.", false],
  ])("is told apart from other refusals: %s", async (saysFull, isFull) => {
    const server = await start({ saysFull });
    server.fault = "full";
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(failed.kind).toBe("temporary");
    expect(failed.message.startsWith("The server has run out of space.")).toBe(isFull);
  });

  it.each([
    ["426 Connection closed; transfer aborted.", "The server interrupted the transfer. It said: 426"],
    ["451 Local error in processing.", "The server had a local error. It said: 451"],
  ])("is told apart from missing permissions: %s", async (saysFull, words) => {
    const server = await start({ saysFull });
    server.fault = "full";
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect(failed.message).toContain(words);
  });
});

describe("A report by FTPS", () => {
  it.each([
    "522 SSL connection failed: session reuse required",
    "425 TLS session of data connection has not resumed.",
    // The wording of ProFTPD by default.
    "425 Unable to build data connection: Operation not permitted",
  ])("says which protocol to choose if the server requires session resumption: %s", async (saysNoReuse) => {
    const server = await start({ certificate, requireReuse: true, saysNoReuse });
    const to = ftpTo(server.port, { protocol: "FTPS" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed).toMatchObject({
      kind: "lasting",
      message: expect.stringContaining("Choose FTPS Session Resumption"),
    });
  });

  it("reports a server without TLS", async () => {
    const server = await start();
    const to = ftpTo(server.port, { protocol: "FTPS" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed).toMatchObject({
      kind: "lasting",
      message: "The server doesn't offer FTPS. Choose another protocol.",
    });
    expect(server.commands.join()).not.toContain("PASS");
  });

  it("sends no password to a server whose certificate has changed", async () => {
    const first = await start({ certificate });
    const { destinations, stateStore } = newDestinations();
    const to = ftpTo(first.port, { protocol: "FTPS" });
    await destinations.deliver(aDelivery(to), never);
    const second = await start({ certificate: otherCertificate });
    const pinned = await stateStore.get(`server-key:t:tls:127.0.0.1:${first.port}`);
    expect(pinned?.value).toMatchObject({ type: "x509" });
    if (pinned) await stateStore.put(`server-key:t:tls:127.0.0.1:${second.port}`, pinned.value);
    const moved = ftpTo(second.port, { protocol: "FTPS" });
    const failed = await failure(destinations.deliver(aDelivery(moved, { id: "run-2" }), never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining("a different key than before") });
    expect(second.commands).toEqual(["AUTH TLS"]);
    await destinations.forgetPinnedKeys(moved, { tenant: "t" });
    await destinations.deliver(aDelivery(moved, { id: "run-2" }), never);
    expect(textOf(second)).toBe(reportText);
  });

  it("pins no certificate of a known authority", async () => {
    const server = await start({ certificate });
    const { destinations, stateStore } = newDestinations({ ca: certificate.cert });
    await destinations.deliver(aDelivery(ftpTo(server.port, { protocol: "FTPS", host: "localhost" })), never);
    expect(await stateStore.find("tenant", "t")).toEqual([]);
  });
});
