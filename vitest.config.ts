import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { sourceFolders } from "#deploy/compose/source-folders.ts";
import { codeCache } from "#processes/code-cache.ts";
import { createFailedFiles } from "#tests/support/failed-files.ts";
import { createSlowestFiles } from "#tests/support/slowest-files.ts";

// The test processes, and those they start with this environment, need not compile again what one of them has.
Object.assign(process.env, codeCache);

const inCi = ["tests/faults/**/*.test.ts", "tests/attack/**/*.test.ts", "**/*.ci.test.ts"];
/** These tests judge by time or memory, or kill random processes. Nothing runs beside them. */
const alone = [
  "tests/faults/clock.test.ts",
  "tests/faults/clock-ahead.test.ts",
  "tests/faults/disk.test.ts",
  "tests/faults/hung-process.test.ts",
  "tests/faults/random-kills.test.ts",
  "tests/acceptance/formats-memory.ci.test.ts",
  "tests/acceptance/restart.ci.test.ts",
  "infra/destinations/hostile.ci.test.ts",
];

/**
 * Whole features once more over the external engines, for the long tier. The contract suites hold each store, and
 * `engines` the features that share work between processes.
 */
const featuresOverEngines = [
  "tests/acceptance/support-{acts,acts-shown,console,sign-in,story}.test.ts",
  "tests/acceptance/{live,privacy}.test.ts",
  "tests/acceptance/privacy-walk.ci.test.ts",
  "tests/acceptance/workspace/looks*.test.ts",
  "support-api/**/*.test.ts",
];

const notLong = ["**/*.long.test.ts", "**/node_modules/**"];

/** Tests that open pages in a browser. */
const inBrowser = {
  testTimeout: 300_000,
  hookTimeout: 120_000,
  // Loading the modules for each file took a third of the workers' time.
  isolate: false,
  globalSetup: ["tests/browser/support/build-once.ts"],
  // A page mostly waits for itself; with more at a time than there are cores all of them would.
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

const overEngines = {
  env: { ENGINES: "distributed" },
  globalSetup: ["tests/engines/global-setup.ts"],
  testTimeout: 300_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  sequence: { groupOrder: 2 },
};

/**
 * Tiers: `quick` is npm test; `browser`, `ci`, `engines` and `alone` are .ci/run; `long`,
 * `browser-long` and `engines-long` are npm run test:long. `browser` holds the main paths through
 * each screen, `browser-long` the rest.
 */
export default defineConfig({
  test: {
    dangerouslyIgnoreUnhandledErrors: false,
    // A condition is waited for, however busy the machine is.
    expect: { poll: { timeout: 20_000 } },
    // A test that a busy machine disturbed is retried once. The report names each one.
    retry: 1,
    reporters: [
      "default",
      createSlowestFiles(),
      ...(process.env.FAILED_FILES === undefined ? [] : [createFailedFiles(process.env.FAILED_FILES)]),
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: [
            ...sourceFolders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
            "tests/contract/**/*.test.ts",
            "tests/acceptance/**/*.test.ts",
            "tests/columns/**/*.test.ts",
            "tests/concurrency/**/*.test.ts",
            "tests/formats/**/*.test.ts",
            "tests/architecture/**/*.test.ts",
            "tests/support/**/*.test.ts",
          ],
          exclude: ["**/*.ci.test.ts", "**/*.long.test.ts", "**/node_modules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Many tests wait for a timer or for another process, so more run than there are cores.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          // A process for each file, with all its modules, took a quarter of the tier's time. Spies are restored before
          // the next test.
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: { name: "browser", include: ["tests/browser/**/*.test.ts"], exclude: notLong, ...inBrowser },
      },
      {
        extends: true,
        test: {
          name: "ci",
          include: inCi,
          exclude: [...alone, "**/*.long.test.ts", "**/node_modules/**"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // They wait more than they work, each for a product with its own folder and ports.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          // The contract suites of the embedded stores once more, over the external engines, and what those alone can
          // do.
          name: "engines",
          include: [
            "tests/contract/{event-store,message-bus,read-store,state-store,vault,file-store,work-queue*,read-own-writes,arrivals}.test.ts",
            "tests/engines/**/*.test.ts",
            "tests/acceptance/workspace/{saving,rebuild}.test.ts",
            "command-api/{report-data/local-status,webhooks/privacy,webhooks/app-uninstalled}.test.ts",
            "query-api/{live/live-table,live/live-events,privacy/file-with-receivers}.test.ts",
            "projections/{run-projection,versions,partitions}.test.ts",
          ],
          exclude: notLong,
          ...overEngines,
        },
      },
      { extends: true, test: { name: "engines-long", include: featuresOverEngines, exclude: notLong, ...overEngines } },
      {
        extends: true,
        test: {
          name: "long",
          include: ["tests/**/*.long.test.ts"],
          exclude: ["tests/browser/**", "**/node_modules/**"],
          testTimeout: 3_600_000,
          sequence: { groupOrder: 4 },
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "browser-long",
          include: ["tests/browser/**/*.long.test.ts"],
          ...inBrowser,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
