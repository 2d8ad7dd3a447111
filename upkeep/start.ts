import { createCommandRunner, workerMemory } from "#application/commands/command-runner.ts";
import { createSessions } from "#application/session/sessions.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Worker } from "#hosting/host-workers.ts";
import { storePlatformOf } from "#hosting/store-platform.ts";
import { inFolder } from "#infra/config/engines.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import { createAsideCopies } from "#infra/sqlite/files/aside-copies.ts";
import { keepGenerations } from "#infra/sqlite/files/generations.ts";
import { fileOf } from "#infra/sqlite/files/set-aside.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { copySweep } from "./aside-copies.ts";
import type { UpkeepDeps } from "./deps.ts";
import { createDuties } from "./duties.ts";
import { requestSweep } from "./privacy/sweep-requests.ts";
import { runDuties } from "./run-duties.ts";
import { runSweeper } from "./run-sweeper.ts";
import { inputSweep } from "./sweep-inputs.ts";
import { outboxSweep } from "./sweep-outbox.ts";
import { owedSweep } from "./sweep-owed.ts";
import { wordSweep } from "./sweep-words.ts";

/** Runs maintenance for shops. */
export const upkeep: Worker = {
  name: "upkeep",
  title: "Upkeep",
  async run({ config, log, clock, stores, holder, observer, signal, ready }) {
    const { eventStore, stateStore, vault, fileStore } = stores;
    const ids = createSystemIds();
    const { outbox } = createMail(config);
    const deps: UpkeepDeps = {
      eventStore,
      stateStore,
      queue: stores.workQueue,
      vault,
      fileStore,
      platform: storePlatformOf(config, { stateStore, vault, clock, log }),
      sessions: createSessions({ state: stateStore, vault, clock, ids }),
      outbox,
      asideCopies: createAsideCopies(config.DATA_DIR),
      runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters, ...workerMemory }),
      environment: config.ENVIRONMENT,
      config,
      clock,
      worker: holder,
      observer,
      log,
    };
    await keepGenerations({
      files: [
        ...(inFolder(config).events ? [fileOf(config.DATA_DIR, "events")] : []),
        ...(inFolder(config).documents ? [fileOf(config.DATA_DIR, "state")] : []),
      ],
      onFault: (err) =>
        log.warn({ err }, "A store could not be numbered: another file put in its place might not be noticed."),
      signal,
    });
    const sweeps = [
      copySweep(deps),
      outboxSweep(deps),
      wordSweep(deps),
      inputSweep(deps),
      requestSweep(deps),
      owedSweep(deps),
    ];
    const running = Promise.all([
      runDuties(deps, createDuties(deps), stores, signal),
      runSweeper(sweeps, deps, signal),
    ]);
    ready();
    await running;
    await outbox.close();
  },
};
