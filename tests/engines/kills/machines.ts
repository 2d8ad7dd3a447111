import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPartitions, getPartitionCount, namePartition } from "#application/read-models/partitions.ts";
import { createStandaloneProcesses, type StandaloneProcess } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { namesIn } from "../../faults/mortal.ts";

const services = ["projections", "relay", "exporter", "scheduler", "deliverer"];
const moduleOf = (kind: string): string => (kind === "web" ? "processes/web.ts" : `${kind}/main.ts`);

/** Until all that were started are ready, ms. */
const patience = 120_000;

/**
 * The message of a process that found an engine down or its port taken at its start. After a restart it may find
 * neither (docs/operations.md).
 */
const isToStartAgain = /does not answer|cannot be used|is taken/;

/** Read models are in parts over MongoDB, each with moments of its own; which of them has a shop's documents is not known before. */
const inParts = (failpoint: string): string[] => {
  const [, name, rest] = /^projection:([a-z-]+)(:.*)$/.exec(failpoint) ?? [];
  if (name === undefined) return [failpoint];
  return createPartitions(getPartitionCount({ MONGODB_URL: "mongodb" })).map(
    (part) => `projection:${namePartition(name, part)}${rest}`,
  );
};
const ofAllParts = (marker: string): string => marker.replace(/-\dof\d(?=:)/, "");

export type MachinesOptions = {
  /**
   * True if each machine has a supervisor. A supervisor tells a process its predecessor, so the predecessor's work
   * need not wait for its leases. Otherwise the replacement has another identity, as in containers.
   */
  supervised: boolean;
};

/**
 * Two of each process, each with its own folder, as on separate machines. Killed ones come back. Upkeep runs where it
 * is to be killed.
 */
export const createMachines = async ({ supervised }: MachinesOptions) => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-machines-"));
  const markers = join(folder, "failpoints");
  await mkdir(markers);
  const webs = [await freePort(), await freePort()] as const;
  const all: StandaloneProcess[] = [];
  const current = new Map<string, StandaloneProcess>();

  /** With the marks of all machines, so that a failpoint kills once on all of them together. */
  const machine = async (name: string): Promise<string> => {
    const own = join(folder, name);
    await mkdir(own, { mode: 0o700 });
    await symlink(markers, join(own, "failpoints"));
    return own;
  };
  const settingsOf = async (kind: string, n: number) => ({
    DATA_DIR: await machine(`${kind}-${n}`),
    ...(supervised && { JOBS_HOLDER: randomUUID(), PROJECTIONS_HOLDER: randomUUID() }),
    ...(kind === "web" && { PORT: String(webs[n]) }),
  });

  /** Resolves when all that were started are ready, or who took the place of killed ones. */
  const areReady = async (): Promise<void> => {
    let missing: string[] = [];
    const look = async () => {
      const answers = await Promise.all(
        [...current].map(async ([name, one]) => ((await one.ask("/healthz"))?.status === 200 ? [] : [name])),
      );
      missing = answers.flat();
      return missing.length === 0;
    };
    await until("all processes are ready", look, { within: patience, every: 200, picture: () => missing.join(" ") });
  };

  return {
    /** Ports of the web processes. */
    webs,
    /** Makes the folder of one machine more. */
    machine,
    /**
     * Starts all, a kind after the other so that they do not keep each other from starting, each failpoint armed for one death; ends them when the
     * answer is called. @throws {Error} one had ended by itself
     */
    async run(env: Readonly<Record<string, string>>, failpoints: readonly string[]): Promise<() => Promise<void>> {
      const FAILPOINTS = failpoints.flatMap(inParts).join(",");
      const processes = createStandaloneProcesses({ ...env, LOG_LEVEL: "warn", FAILPOINTS });
      const fallen: string[] = [];
      const coming = new Set<Promise<unknown>>();
      let isOver = false;
      const keep = async (name: string, kind: string, own: Readonly<Record<string, string>>): Promise<void> => {
        const one = await processes.start(moduleOf(kind), own);
        all.push(one);
        current.set(name, one);
        one.child.once("exit", (code, killedBy) => {
          if (isOver) return;
          if (killedBy !== "SIGKILL" && !isToStartAgain.test(one.said()))
            fallen.push(`${name} ended by itself: ${killedBy ?? code}.\n${one.said()}`);
          coming.add(keep(name, kind, own));
        });
      };
      const end = async () => {
        if (isOver) return;
        isOver = true;
        await Promise.all(coming);
        await processes.end();
        if (fallen.length > 0) throw new Error(fallen.join("\n"));
      };
      const isUpkeepNeeded = failpoints.some((name) => name.startsWith("upkeep:"));
      try {
        for (const kind of [...services, ...(isUpkeepNeeded ? ["upkeep"] : []), "web"]) {
          for (const n of webs.keys()) await keep(`${kind}-${n}`, kind, await settingsOf(kind, n));
          await areReady();
        }
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },
    /** The output of all processes so far. */
    said: () => all.map((one) => one.said()).join(""),
    /** Names of the failpoints at which one was killed, of whichever part of a read model. */
    killedAt: async () => [...new Set((await namesIn(markers)).map(ofAllParts))],
    /** Files in the scratch folders of the exporters. */
    scratch: async () => {
      const exporters = (await namesIn(folder)).filter((name) => name.startsWith("exporter-"));
      return (await Promise.all(exporters.map((name) => namesIn(join(folder, name, "scratch"))))).flat();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
