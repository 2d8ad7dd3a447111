import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { measureAlerts } from "#application/alerts/measure-alerts.ts";
import { createMetrics } from "#application/http/health/metrics.ts";
import { measureDeadJobs } from "#application/jobs/measure-dead-jobs.ts";
import { createJobObserver } from "#application/jobs/observe-jobs.ts";
import { measureOpenRequests } from "#application/privacy/measure-open-requests.ts";
import { alertDefinitions } from "#domain/console/alerts.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { gatherMetrics } from "#processes/gather-metrics.ts";
import { measureProjections } from "../../projections/measure.ts";
import { createStatusReport } from "../../projections/report-status.ts";
import { measureRelay } from "../../relay/measure.ts";

/** The alert rules that an operator loads into Prometheus, held to the metrics that the code has and to docs/operations.md. */

type Rule = { alert: string; expr: string; for?: string; annotations: { summary: string } };
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { groups } = parse(read("deploy/prometheus/sheaf.rules.yaml")) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Every metric that some process tells, with its labels, and Prometheus's own `up`. */
const metricsOfAll = async (): Promise<Map<string, readonly string[]>> => {
  const clock = createFakeClock();
  const state = createMemoryStateStore(clock);
  const queue = createMemoryWorkQueue(clock);
  const { registry } = createMetrics({ processMetrics: true });
  const others = new Registry();
  const readModels = { get: async () => undefined, find: async () => [] };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  measureAlerts(others, { readModels, queue, state, parked: async () => [], healthChecks: () => [], clock }, log);
  measureDeadJobs(others, queue);
  measureOpenRequests(others, state, clock);
  createJobObserver(others);
  measureProjections(others, createStatusReport([]));
  measureRelay(others, { isActive: () => true, lag: { seconds: () => 0 } });
  const all = [...registry.getMetricsAsArray(), ...others.getMetricsAsArray()];
  const ofSupervisor = await gatherMetrics([], () => false).metrics();
  const labels = new Map<string, readonly string[]>([["up", ["job"]]]);
  for (const metric of all) labels.set(metric.name, (metric as unknown as { labelNames: string[] }).labelNames);
  for (const [, name = ""] of ofSupervisor.matchAll(/^# TYPE (\S+)/gm)) labels.set(name, ["process"]);
  return labels;
};

/** The parts of an expression: a metric, and a label with its value if it names one. */
const askedIn = ({ expr }: Rule) =>
  [...expr.matchAll(/\b(up|[a-z_]+_[a-z_]+)(?:\{(\w+)="([^"]*)"\})?/g)].map(([, name = "", label, value]) => ({
    name,
    label,
    value,
  }));

const promtool = spawnSync("promtool", ["--version"]).status === 0;
if (!promtool)
  console.log("Skipped: tests of the alert rules' conditions. Install promtool (Debian: prometheus) to run them.");

describe("the alert rules", () => {
  it.runIf(promtool)("fire when their conditions hold, not earlier", () => {
    const tests = fileURLToPath(new URL("../../deploy/prometheus/sheaf.rules.test.yaml", import.meta.url));
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", tests], { encoding: "utf8" });
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: expect.stringContaining("SUCCESS") });
  });

  it("use only existing metrics and labels", async () => {
    const known = await metricsOfAll();
    for (const rule of rules) {
      const asked = askedIn(rule);
      expect(asked, rule.alert).not.toEqual([]);
      for (const { name, label } of asked) {
        expect([...known.keys()], rule.alert).toContain(name);
        if (label !== undefined) expect(known.get(name), rule.alert).toContain(label);
      }
    }
  });

  it("include one for each alert, and no others", () => {
    const named = rules.flatMap((rule) =>
      askedIn(rule).flatMap(({ label, value }) => (label === "sign" ? [value] : [])),
    );
    expect(new Set(named)).toEqual(new Set(alertDefinitions.map(({ name }) => name)));
  });

  it("are listed in docs/operations.md, in the same order", () => {
    const text = read("docs/operations.md");
    const named = [...text.matchAll(/^\| `(Sheaf\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(rules.map(({ alert }) => alert));
  });
});
