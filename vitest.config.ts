import { defineConfig } from "vitest/config";

const unit = ["domain", "command-api", "projections", "query-api", "exporter", "deliverer", "infra", "frontend"];

/** Tiers: `quick` is npm test, `browser` and `faults` are .ci/run, `long` is npm run test:long. */
export default defineConfig({
  test: {
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: [
            ...unit.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
            "tests/contract/**/*.test.ts",
            "tests/acceptance/**/*.test.ts",
            "tests/concurrency/**/*.test.ts",
          ],
          exclude: ["**/*.ci.test.ts", "**/*.long.test.ts", "**/node_modules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "ci",
          include: ["tests/browser/**/*.test.ts", "tests/faults/**/*.test.ts", "**/*.ci.test.ts"],
          exclude: ["**/*.long.test.ts", "**/node_modules/**"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          globalSetup: ["tests/browser/support/build-once.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: ["tests/**/*.long.test.ts"],
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
