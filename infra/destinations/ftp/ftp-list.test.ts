import { parseList } from "basic-ftp";
import { describe, expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import {
  aDelivery,
  failure,
  ftpTo,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { toTemporaryName } from "../remote-folder.ts";
import { maxListingBytes, sizeInListing } from "./ftp-list.ts";

const start = closedAfterEach(startFtp);
const name = "/Orders 2026-11-20 0001.csv";

const unix = (of: string, size = 7) => `-rw-r--r-- 1 ftp ftp ${size} Nov 20 12:00 ${of}\r\n`;

/** Listing formats that the library doesn't know, and a folder with very many files. */
const unreadable: Record<string, string> = {
  "an IBM i": "QSYS            77824 29/11/26 12:01:10 *STMF      /home/in/report.csv\r\n",
  "a mainframe":
    "Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname\r\nWYOSPT 3420   2003/05/21  1  200  FB      80  8053  PS  48-MVS.FILE\r\n",
  VMS: "FILE.TXT;1  2/9  29-NOV-2026 12:00:00  [GROUP,OWNER]  (RWED,RWED,RE,)\r\n",
  EPLF: "+i8388621.48594,m825718503,r,s280,\tdjb.html\r\n",
  "very many files": unix("older.csv").repeat(Math.ceil(maxListingBytes / unix("older.csv").length) + 1),
};

describe.each(Object.entries(unreadable))("A report by FTP, to a server with a listing of %s,", (_who, lists) => {
  it.each([
    [false, true],
    [false, false],
    [true, true],
    [true, false],
  ])("arrives, as does a test (written directly: %s, without SIZE: %s)", async (direct, knowsNoSize) => {
    const server = await start({ lists, knowsNoSize });
    const { destinations } = newDestinations();
    await destinations.deliver(aDelivery(ftpTo(server.port, { direct })), never);
    expect([...server.files].map(([path, bytes]) => [path, bytes.toString()])).toEqual([[name, reportText]]);
    expect(server.commands.filter((command) => command.startsWith("LIST")).length).toBeLessThanOrEqual(1);
    expect(await destinations.testFtp(ftpTo(server.port, { direct }), { tenant: "t" }, never)).toMatchObject({
      worked: true,
      reason: null,
    });
  });
});

describe("A report by FTP, to a server that hides dot files in listings,", () => {
  const hiding = { hidesDots: true, knowsNoSize: true };

  it("arrives", async () => {
    const server = await start(hiding);
    server.files.set("/older.csv", Buffer.from("x"));
    await newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never);
    expect([...server.files.keys()]).toEqual(["/older.csv", name]);
  });

  it("names the temporary file that may still be there", async () => {
    const server = await start({ ...hiding, neverRenames: true, neverRemoves: true });
    server.files.set("/older.csv", Buffer.from("x"));
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
    expect([...server.files.keys()]).toEqual(["/older.csv", `/${toTemporaryName("run-1")}`]);
    expect(failed.message).toContain(`${toTemporaryName("run-1")} may still be there.`);
    expect(failed.steps.at(-1)).not.toHaveProperty("nothingLeft");
  });
});

describe("A file in a listing", () => {
  it("has the size given in its line", () => {
    expect(sizeInListing(unix("a.csv", 5) + unix("b.csv", 6), "a.csv", parseList)).toBe(5);
    expect(sizeInListing("type=file;size=8; a.csv\r\ntype=file;size=9; b.csv\r\n", "b.csv", parseList)).toBe(9);
    expect(sizeInListing("11-20-26  12:00PM       9 a.csv\r\n", "a.csv", parseList)).toBe(9);
  });

  it("has an unknown size if its line gives none", () => {
    expect(sizeInListing("type=file;modify=20261120120000; a.csv\r\n", "a.csv", parseList)).toBe("unknown");
  });

  it("is missing if other files are listed, unless its name begins with a dot", () => {
    expect(sizeInListing(unix("a.csv"), "b.csv", parseList)).toBe("none");
    expect(sizeInListing(unix("a.csv"), ".b.part", parseList)).toBe("unknown");
    expect(sizeInListing("", "b.csv", parseList)).toBe("unknown");
  });

  it.each([
    ["a\n", "a"],
    [" a\n", "a"],
    ["11 1 1 a\n", "a"],
    ["size=1;modify=20190419065730; a\n", "a"],
    ["a", "a"],
    [unix("older.csv"), "a.csv"],
  ])("is found without testing every line, out of many like %j", (line, of) => {
    let parsed = 0;
    sizeInListing(line.repeat(Math.floor(maxListingBytes / line.length)), of, (text) => {
      parsed += text.length;
      return parseList(text);
    });
    expect(parsed).toBeLessThan(200);
  });
});
