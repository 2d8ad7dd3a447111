import { createCommandRunner } from "#application/commands/command-runner.ts";
import { createSessions } from "#application/session/sessions.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import type { QuarantinedCopies } from "#infra/ports/stores/quarantined-copies.ts";
import { createPlatformForTests } from "./platform-for-tests.ts";

/** Upkeep's dependencies, on memory stores and a scripted platform. `lines` are its log. */
export const upkeepForTests = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const eventStore = createMemoryEventStore();
  const stateStore = createMemoryStateStore(clock);
  const platform = createPlatformForTests();
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
  const ids = createFakeIds("upkeep");
  const vault = createMemoryVault();
  /** Stores that were set aside: when, and under which name. */
  const aside = new Map<string, Date>();
  const quarantinedCopies: QuarantinedCopies = {
    async remove(options) {
      const names = [...aside.keys()].filter(
        (name) => !options || (aside.get(name) ?? options.before) < options.before,
      );
      for (const name of names) aside.delete(name);
      return names;
    },
  };
  const deps = {
    eventStore,
    stateStore,
    queue: createMemoryWorkQueue(clock),
    vault,
    fileStore: createMemoryFileStore(() => clock.wall()),
    platform,
    sessions: createSessions({ state: stateStore, vault, clock, ids }),
    outbox: createMemoryMail(),
    quarantinedCopies,
    runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters }),
    environment: "local" as const,
    config: { APP_URL: "http://localhost:3000" },
    clock,
    worker: "upkeep-1",
    log: { info: note, warn: note, error: note },
  };
  return { deps, eventStore, platform, clock, lines, aside };
};

export type UpkeepForTests = ReturnType<typeof upkeepForTests>;
