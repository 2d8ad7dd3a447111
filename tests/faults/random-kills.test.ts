import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toRowHashFileKey } from "#application/exports/sidecar-files.ts";
import { toPeopleFileKey } from "#application/people/people-file.ts";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { descendantsOf } from "#tests/support/processes.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Inspection, inspect } from "./data-folder.ts";
import { randomFrom, type Told, untilAllEnded, workAtRandom } from "./random-load.ts";

/** How long processes are killed, in seconds, and what decides which and when. */
const seconds = Number(process.env.KILL_SECONDS ?? 25);
const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);
const moment = "2026-11-01T10:30:00Z";
const victims = /(infra\/start\/web|projections\/main|exporter\/main)\.ts/;

const run = promisify(execFile);

/** Kills a random process of the system, each tenth time its supervisor, which is then started again. */
const killAtRandom = async (
  random: () => number,
  current: () => StartedSheaf,
  startAgain: () => Promise<void>,
  signal: AbortSignal,
): Promise<Record<string, number>> => {
  const killed: Record<string, number> = {};
  const count = (name: string) => {
    killed[name] = (killed[name] ?? 0) + 1;
  };
  while (!signal.aborted) {
    await pause(300 + random() * 1_500);
    const supervisor = current().process;
    if (random() < 0.1) {
      supervisor.kill("SIGKILL");
      count("supervisor");
      await startAgain();
      continue;
    }
    const children = await descendantsOf(supervisor.pid ?? 0);
    const { stdout } = await run("ps", ["-A", "-o", "pid=,args="]);
    const candidates = stdout.split("\n").flatMap((line) => {
      const [, pid, name] =
        /^\s*(\d+) .*?((?:infra\/start\/web|projections\/main|exporter\/main)\.ts)/.exec(line) ?? [];
      return pid !== undefined && name !== undefined && victims.test(name) && children.includes(Number(pid))
        ? [{ pid: Number(pid), name }]
        : [];
    });
    const victim = candidates[Math.floor(random() * candidates.length)];
    if (!victim) continue;
    process.kill(victim.pid, "SIGKILL");
    count(victim.name);
  }
  return killed;
};

describe(`given processes are killed at random for ${seconds} s while merchants work (RANDOM_SEED=${seed})`, () => {
  let dataDir: string;
  let told: Told[];
  let seen: Inspection;

  beforeAll(
    async () => {
      dataDir = await mkdtemp(join(tmpdir(), "sheaf-random-"));
      const ports: [number, number] = [await freePort(), await freePort()];
      const env = { DEMO_NOW: moment, CLOCK_NOW: moment, LOG_LEVEL: "silent" };
      let sheaf = await startSheaf({ dataDir, ports, env });
      try {
        const merchants = await Promise.all(
          ["aurora-demo", "borealis-demo"].map((shop) => logIn(sheaf, shop, { patience: 120_000 })),
        );
        const designs = await Promise.all(merchants.map((merchant) => createDesign(merchant)));
        const enough = AbortSignal.timeout(seconds * 1_000);
        const random = randomFrom(seed);
        const killing = killAtRandom(
          random,
          () => sheaf,
          async () => {
            sheaf = await startSheaf({ dataDir, ports, env });
          },
          enough,
        );
        told = await Promise.all(
          merchants.map((merchant, n) =>
            workAtRandom(merchant, designs[n]?.id ?? "", randomFrom(seed + n + 1), enough),
          ),
        );
        console.log(`RANDOM_SEED=${seed} killed ${JSON.stringify(await killing)}`);
        for (const merchant of merchants) await untilAllEnded(merchant, 180_000);
      } finally {
        await sheaf.stop();
      }
      seen = await inspect(dataDir);
    },
    (seconds + 240) * 1_000,
  );
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const everything = () => [...seen.exports.values()];

  it("then every command took effect once", () => {
    const requested = told.flatMap(({ exports }) => [...exports.keys()]);
    expect(requested.length).toBeGreaterThan(5);
    expect([...seen.exports.keys()].toSorted()).toEqual(requested.toSorted());
    for (const { types } of everything()) expect(types.filter((type) => type === "ExportRequested")).toHaveLength(1);
    const designs = told.flatMap((one) => [...one.designs]);
    expect(seen.designs.filter((id) => designs.includes(id)).toSorted()).toEqual(designs.toSorted());
    expect(seen.designs).toHaveLength(designs.length + told.length);
  });

  it("then every stream is numbered without gaps", () => {
    expect(seen.gaps).toEqual([]);
  });

  it("then every export ends once, with nothing after its end", () => {
    const ends = ["ExportFinished", "ExportFailed", "ExportCanceled"];
    for (const { types } of everything()) {
      expect(
        types.filter((type) => ends.includes(type)),
        types.join(),
      ).toHaveLength(1);
      expect(ends, types.join()).toContain(types.at(-1));
      const asked = types.indexOf("ExportCancelRequested");
      if (asked >= 0) expect(["ExportCanceled", "ExportFailed"], types.join()).toContain(types[asked + 1]);
    }
  });

  it("then no canceled export has a file, and exports fail only by lost attempts", () => {
    for (const id of told.flatMap(({ canceled }) => [...canceled]))
      expect(seen.exports.get(id)?.types).not.toContain("ExportFinished");
    for (const one of everything()) if (one.failure) expect(one.failure.code).toBe("attempts-lost");
  });

  it("then every finished export has its file, the same for equal requests, and there are no other files", () => {
    const hashes = new Map<string, string>();
    told.forEach(({ exports }, merchant) => {
      for (const [id, range] of exports) {
        const file = seen.exports.get(id)?.file;
        if (!file) continue;
        expect(seen.files.get(file.fileKey), id).toBe(file.fileHash);
        const request = `${merchant} ${JSON.stringify(range)}`;
        expect(file.fileHash, request).toBe(hashes.get(request) ?? file.fileHash);
        hashes.set(request, file.fileHash);
      }
    });
    expect(hashes.size).toBeGreaterThan(0);
    const wanted = everything().flatMap(({ file }) =>
      file ? [file.fileKey, toPeopleFileKey(file.fileKey), toRowHashFileKey(file.fileKey)] : [],
    );
    expect([...seen.files.keys()].toSorted()).toEqual(wanted.toSorted());
    expect(seen.parts).toEqual([]);
  });

  it("then only complete files were ever served", () => {
    const served = told.flatMap((one) => one.served);
    for (const [id, hash] of served) expect(seen.exports.get(id)?.file?.fileHash).toBe(hash);
  });

  it("then the read models equal a rebuild from the events, document by document", () => {
    expect(seen.readModels.live.length).toBeGreaterThan(10);
    expect(seen.readModels.live).toEqual(seen.readModels.rebuilt);
  });
});
