import type { Child } from "./child.ts";

/** Time for a response, ms. Slower processes are left out of a scrape. */
const responseTimeout = 2_000;

const contentType = "text/plain; version=0.0.4; charset=utf-8";
const sampleLine = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S.*)$/;

const withProcess = (line: string, process: string): string =>
  line.replace(sampleLine, (_, name: string, labels: string | undefined, value: string) => {
    const others = labels ? `,${labels}` : "";
    return `${name}{process="${process}"${others}} ${value}`;
  });

/**
 * Merges expositions in Prometheus's text format. Samples get the label `process`; each metric keeps one HELP and one
 * TYPE line.
 */
export const mergeMetrics = (texts: readonly { process: string; text: string }[]): string => {
  const families = new Map<string, { head: Map<string, string>; samples: string[] }>();
  for (const { process, text } of texts) {
    let name = "";
    for (const line of text.split("\n")) {
      const [, kind, named] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      name = named ?? name;
      const family = families.get(name) ?? { head: new Map<string, string>(), samples: [] };
      families.set(name, family);
      if (kind !== undefined) {
        if (!family.head.has(kind)) family.head.set(kind, line);
      } else if (line !== "" && !line.startsWith("#")) family.samples.push(withProcess(line, process));
    }
  }
  return [...families.values()]
    .filter(({ head, samples }) => head.size + samples.length > 0)
    .map(({ head, samples }) => `${[...head.values(), ...samples].join("\n")}\n`)
    .join("\n");
};

type Watched = Pick<Child, "name" | "readyPid" | "restarts">;

const metricsOfSupervisor = (children: readonly Watched[]): string => {
  const ready = children.map(
    ({ name, readyPid }) => `process_ready{process="${name}"} ${readyPid() === undefined ? 0 : 1}`,
  );
  const restarts = children.map(({ name, restarts }) => `process_restarts_total{process="${name}"} ${restarts()}`);
  return [
    "# HELP process_ready 1 while the process does its work, 0 while it starts, ends or is away",
    "# TYPE process_ready gauge",
    ...ready,
    "",
    "# HELP process_restarts_total How often the process ended and was started again",
    "# TYPE process_restarts_total counter",
    ...restarts,
    "",
  ].join("\n");
};

/** Gathers the metrics of the `measured` processes. Serves as the registry of {@link startHealthServer}. */
export const gatherMetrics = (
  children: readonly (Watched & Pick<Child, "metrics">)[],
  measured: (child: Watched) => boolean,
) => ({
  contentType,
  metrics: async (): Promise<string> => {
    const asked = children.filter((child) => measured(child) && child.readyPid() !== undefined);
    const answers = await Promise.all(
      asked.map(async (child) => ({ process: child.name, text: await child.metrics(responseTimeout) })),
    );
    return [
      metricsOfSupervisor(children),
      mergeMetrics(answers.flatMap(({ process, text }) => (text === undefined ? [] : [{ process, text }]))),
    ].join("\n");
  },
});
