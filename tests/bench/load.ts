import { type LoadOptions, runLoad } from "../load/run-load.ts";
import { type Figure, numberAfter, percentile } from "./measure.ts";

const load: LoadOptions = { clients: 100, shops: 50, seconds: numberAfter("--seconds", 60), edits: 300, seed: 8 };
/** Memory limit of each process except the demo store. */
const mostMiB = 250;

/** Does next to nothing, so that it shows what machine, HTTP and token cost meanwhile. */
const trivial = "GET account/status";
const goal = { route: "GET filters/history", p99: 200 };

/** 100 people in 50 shops: how long each call takes, and the memory of every process. */
export const run = async (): Promise<Figure[]> => {
  const { times, memory, surprises, saves, downloads } = await runLoad(load);
  if (surprises.length > 0) throw new Error(`${surprises.length} surprises:\n${surprises.slice(0, 20).join("\n")}`);
  const routes = [...times].toSorted(([one], [other]) => one.localeCompare(other));
  const all = routes.flatMap(([, each]) => each);
  const of = (route: string, share: number) => percentile(times.get(route) ?? [], share);
  return [
    { name: `calls of ${load.clients} people in ${load.shops} shops`, value: all.length, unit: "calls" },
    { name: "edits of theirs, none lost", value: saves, unit: "saves" },
    { name: "reports of theirs", value: downloads, unit: "files" },
    ...routes.flatMap(([route, each]) =>
      ([0.5, 0.99] as const).map((share): Figure => {
        const value = percentile(each, share);
        const beside = of(trivial, share);
        return {
          name: `${route}, p${share * 100} of ${each.length}`,
          value,
          unit: "ms",
          ...(route === trivial ? {} : { peer: { name: trivial, value: beside, ratio: value / beside } }),
          ...(route === goal.route && share === 0.99
            ? { goal: { text: `under ${goal.p99} ms`, met: value < goal.p99 } }
            : {}),
        };
      }),
    ),
    ...[...memory].flatMap(([name, { start, peak, end, cpu }]): Figure[] => [
      { name: `memory of ${name}, at the start`, value: start, unit: "MiB" },
      {
        name: `memory of ${name}, at most`,
        value: peak,
        unit: "MiB",
        ...(name === "demo-store" ? {} : { goal: { text: `at most ${mostMiB} MiB`, met: peak <= mostMiB } }),
      },
      { name: `memory of ${name}, at the end`, value: end, unit: "MiB" },
      { name: `processor of ${name}`, value: cpu, unit: "s" },
    ]),
  ];
};
