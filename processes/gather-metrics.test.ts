import { Counter, Gauge, Registry } from "prom-client";
import { expect, it } from "vitest";
import { gatherMetrics, mergeMetrics } from "./gather-metrics.ts";

const textOf = (make: (registry: Registry) => void): Promise<string> => {
  const registry = new Registry();
  make(registry);
  return registry.metrics();
};

it("samples of one metric from several processes are grouped, each with its process", async () => {
  const calls = (count: number) => (registry: Registry) =>
    new Counter({ name: "calls_total", help: "Calls", labelNames: ["route"], registers: [registry] }).inc(
      { route: 'files/{id} "x" \\ y' },
      count,
    );
  const merged = mergeMetrics([
    { process: "web", text: await textOf(calls(3)) },
    { process: "workers", text: await textOf(calls(5)) },
  ]);
  expect(merged.trimEnd().split("\n")).toEqual([
    "# HELP calls_total Calls",
    "# TYPE calls_total counter",
    'calls_total{process="web",route="files/{id} \\"x\\" \\\\ y"} 3',
    'calls_total{process="workers",route="files/{id} \\"x\\" \\\\ y"} 5',
  ]);
});

it("a sample without labels gets its process", async () => {
  const text = await textOf((registry) => new Gauge({ name: "waiting", help: "W", registers: [registry] }).set(2));
  expect(mergeMetrics([{ process: "web", text }])).toContain('waiting{process="web"} 2');
});

const child = (name: string, { text, isReady = true }: { text?: string; isReady?: boolean } = {}) => ({
  name,
  readyPid: () => (isReady ? 7 : undefined),
  restarts: () => 2,
  metrics: async () => text,
});

it("a process that is down or doesn't answer is left out", async () => {
  const children = [
    child("web", { text: "# HELP a A\n# TYPE a gauge\na 1\n" }),
    child("exporter"),
    child("workers", { text: "b 1\n", isReady: false }),
    child("demo-store", { text: "c 1\n" }),
  ];
  const text = await gatherMetrics(children, ({ name }) => name !== "demo-store").metrics();
  expect(text).toContain('a{process="web"} 1');
  expect(text).not.toMatch(/^[bc]/m);
  expect([...text.matchAll(/^process_ready\{process="(.+)"\} (.)$/gm)].map(([, name, is]) => `${name} ${is}`)).toEqual([
    "web 1",
    "exporter 1",
    "workers 0",
    "demo-store 1",
  ]);
  expect(text).toContain('process_restarts_total{process="web"} 2');
});
