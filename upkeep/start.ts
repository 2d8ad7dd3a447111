import { createCommandRunner, workerMemory } from "#application/commands/command-runner.ts";
import { createSessions } from "#application/session/sessions.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Worker } from "#hosting/host-workers.ts";
import { createConfiguredStorePlatform } from "#hosting/store-platform.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import { numberGenerations } from "#infra/sqlite/files/generations.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { createQuarantinedCopies } from "#infra/sqlite/files/quarantined-copies.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { createInputCleanup } from "./clean-up-inputs.ts";
import { createOutboxCleanup } from "./clean-up-outbox.ts";
import { createQuarantinedCopiesCleanup } from "./clean-up-quarantined-copies.ts";
import { createTextCleanup } from "./clean-up-texts.ts";
import type { UpkeepDeps } from "./deps.ts";
import { createMaintenanceTasks } from "./maintenance-tasks.ts";
import { createRequestRequeue } from "./privacy/requeue-requests.ts";
import { createOwedJobRetry } from "./retry-owed-jobs.ts";
import { runCleanup } from "./run-cleanup.ts";
import { runMaintenance } from "./run-maintenance.ts";

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
      platform: createConfiguredStorePlatform(config, { stateStore, vault, clock, log }),
      sessions: createSessions({ state: stateStore, vault, clock, ids }),
      outbox,
      quarantinedCopies: createQuarantinedCopies(config.DATA_DIR),
      runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters, ...workerMemory }),
      environment: config.ENVIRONMENT,
      config,
      clock,
      worker: holder,
      observer,
      log,
    };
    await numberGenerations({
      files: [
        ...(findEmbeddedStores(config).events ? [getDatabasePath(config.DATA_DIR, "events")] : []),
        ...(findEmbeddedStores(config).documents ? [getDatabasePath(config.DATA_DIR, "state")] : []),
      ],
      onFault: (err) =>
        log.warn({ err }, "A store could not be numbered: another file put in its place might not be noticed."),
      signal,
    });
    const sweeps = [
      createQuarantinedCopiesCleanup(deps),
      createOutboxCleanup(deps),
      createTextCleanup(deps),
      createInputCleanup(deps),
      createRequestRequeue(deps),
      createOwedJobRetry(deps),
    ];
    const running = Promise.all([
      runMaintenance(deps, createMaintenanceTasks(deps), stores, signal),
      runCleanup(sweeps, deps, signal),
    ]);
    ready();
    await running;
    await outbox.close();
  },
};
