import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { type NameAnswer, startNameServer } from "#tests/support/name-server.ts";
import { until } from "#tests/support/until.ts";
import { createNameLookup, type NameLookupOptions } from "./name-lookup.ts";

const outcomeOf = (lookup: Promise<unknown>): Promise<unknown> => lookup.catch(({ code }: { code: string }) => code);

let folder: TempFolder;
let names: Awaited<ReturnType<typeof startNameServer>>;
/** Addresses by name; missing names are unknown. */
let answers: Record<string, NameAnswer>;
let hostsFile: string;
beforeEach(async () => {
  folder = await createTempFolder();
  hostsFile = join(folder.path, "hosts");
  await writeFile(hostsFile, "");
  answers = {};
  names = await startNameServer((name) => answers[name] ?? "unknown");
});
afterEach(async () => {
  await names.close();
  await folder.remove();
});
const newLookup = (options: NameLookupOptions = {}) =>
  createNameLookup({ servers: [names.server], hostsFile, timeoutMs: 300, ...options });

describe("a name that a merchant entered", () => {
  it("resolves to the addresses that the name server returns", async () => {
    answers = { "ftp.example": ["192.0.2.7", "192.0.2.8"] };
    expect(await newLookup()("FTP.example.", "aurora")).toEqual([
      { address: "192.0.2.7", family: 4 },
      { address: "192.0.2.8", family: 4 },
    ]);
  });

  it("is looked up in its ASCII form", async () => {
    answers = { "xn--exmple-cua.example": ["192.0.2.7"] };
    expect(await newLookup()("exämple.example", "aurora")).toHaveLength(1);
  });

  it.each<[NameAnswer, string]>([
    ["unknown", "ENOTFOUND"],
    [[], "ENOTFOUND"],
    ["fails", "EAI_AGAIN"],
    ["silent", "EAI_AGAIN"],
  ])("fails with its own code if the name server's answer is %j", async (answer, code) => {
    answers = { "ftp.example": answer };
    expect(await outcomeOf(newLookup()("ftp.example", "aurora"))).toBe(code);
  });

  it.each(["a..example", `${"a".repeat(64)}.example`])("has no address if it can't exist: %s", async (name) => {
    expect(await outcomeOf(newLookup()(name, "aurora"))).toBe("ENOTFOUND");
  });

  it("is looked up even if the hosts file can't be read", async () => {
    answers = { "ftp.example": ["192.0.2.7"] };
    expect(await newLookup({ hostsFile: folder.path })("ftp.example", "aurora")).toHaveLength(1);
  });

  it("doesn't wait long for a name server that doesn't answer for IPv6", async () => {
    const lame = await startNameServer(() => ["192.0.2.7"], { silentForIpv6: true });
    const lookup = newLookup({ servers: [lame.server], timeoutMs: 60_000 });
    expect(await lookup("ftp.example", "aurora")).toEqual([{ address: "192.0.2.7", family: 4 }]);
    await lame.close();
  });

  it("may be in the hosts file, which is read again when it changes", async () => {
    const lookup = newLookup();
    await writeFile(hostsFile, "# ours\n192.0.2.9\tmail files.lan # the old one\n2001:db8::9 FILES.lan\n");
    expect(await lookup("files.lan", "aurora")).toEqual([
      { address: "192.0.2.9", family: 4 },
      { address: "2001:db8::9", family: 6 },
    ]);
    await writeFile(hostsFile, "192.0.2.1 files.lan\n");
    await utimes(hostsFile, 1, 1);
    expect(await lookup("files.lan", "aurora")).toEqual([{ address: "192.0.2.1", family: 4 }]);
    expect(await lookup("localhost", "aurora")).toEqual([{ address: "127.0.0.1", family: 4 }]);
    expect(names.asked).toEqual([]);
  });
});

describe("names that can't be resolved", () => {
  const dead = Array.from({ length: 40 }, (_, n) => `dead-${n}.example`);

  it("block neither file access nor lookups of other shops", async () => {
    answers = { ...Object.fromEntries(dead.map((name) => [name, "silent"])), "hooks.example": ["192.0.2.7"] };
    const lookup = newLookup({ timeoutMs: 60_000 });
    let settled = 0;
    for (const name of dead)
      lookup(name, "aurora")
        .finally(() => (settled += 1))
        .catch(() => undefined);
    await until("the first are looked up", () => names.asked.length >= 4, { every: 5 });
    await readFile(hostsFile);
    expect(await lookup("hooks.example", "borealis")).toHaveLength(1);
    expect(settled).toBe(0);
  });

  it("are looked up four at a time for one shop, and given up together", async () => {
    answers = Object.fromEntries(dead.map((name) => [name, "silent"]));
    const lookup = newLookup();
    const outcomes = await Promise.all(dead.map((name) => outcomeOf(lookup(name, "aurora"))));
    // The first four released their permits to the next; names never asked for have their own error.
    expect(new Set(outcomes)).toEqual(new Set(["EAI_AGAIN", "ETOOMANYNAMES"]));
    expect(new Set(names.asked).size).toBeLessThan(dead.length);
    answers = { "hooks.example": ["192.0.2.7"] };
    expect(await lookup("hooks.example", "aurora")).toHaveLength(1);
  });

  it("don't make a slow name that waited behind them count as dead for other shops", async () => {
    let asked = 0;
    // The first query is lost, as happens; the resolver repeats it.
    const slow = await startNameServer((name) => {
      if (name !== "hooks.example") return "silent";
      asked += 1;
      return asked > 2 ? ["192.0.2.7"] : "silent";
    });
    const lookup = newLookup({ servers: [slow.server], timeoutMs: 900 });
    const all = dead.slice(0, 4).map((name) => outcomeOf(lookup(name, "aurora")));
    await until("they are looked up", () => slow.asked.length >= 4, { every: 1 });
    const behind = outcomeOf(lookup("hooks.example", "aurora"));
    await Promise.all(all);
    expect(await behind).toHaveLength(1);
    expect(await lookup("hooks.example", "borealis")).toHaveLength(1);
    await slow.close();
  });

  it("are looked up once for many concurrent callers, and remembered for a while", async () => {
    answers = { "dead.example": "unknown" };
    const lookup = newLookup();
    const all = await Promise.all(["a", "b", "c"].map((shop) => outcomeOf(lookup("dead.example", shop))));
    expect(all).toEqual(["ENOTFOUND", "ENOTFOUND", "ENOTFOUND"]);
    expect(await outcomeOf(lookup("dead.example", "a"))).toBe("ENOTFOUND");
    expect(names.asked).toEqual(["dead.example"]);
  });
});
