import type { CommandTimes } from "./commands.ts";
import { rebuildSeconds, startSeconds } from "./engines-log.ts";
import { claimRate } from "./engines-queue.ts";
import { type Engines, type SetUp, startEngines } from "./engines-set-ups.ts";
import { appendRate, catchUpRate, lags } from "./engines-stores.ts";
import { commandTimes, exportSeconds } from "./engines-whole.ts";
import { type Figure, interleaved, percentile } from "./measure.ts";

const numberOf = (flag: string, otherwise: number): number => {
  const at = process.argv.indexOf(flag);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};

/** Rates and their peers: how many times the embedded set-up is as fast. */
const rateFigure = (name: string, { ours, peer }: { ours: number; peer: number }, unit: string): Figure => ({
  name,
  value: ours,
  unit,
  peer: { name: "embedded", value: peer, ratio: peer / ours },
});
/** Times and their peers: how many times as long as embedded. */
const timeFigure = (name: string, ours: number, peer: number, unit: string): Figure => ({
  name,
  value: ours,
  unit,
  peer: { name: "embedded", value: peer, ratio: ours / peer },
});

const beside =
  ({ embedded }: Engines, rounds: number) =>
  (setUp: SetUp, measure: (of: SetUp) => Promise<number>) =>
    interleaved(
      rounds,
      () => measure(setUp),
      () => measure(embedded),
    );

const lagFigures = async ({ embedded, messages, all }: Engines, count: number): Promise<Figure[]> => {
  const peer = await lags(embedded, count);
  const figures: Figure[] = [];
  for (const setUp of messages ? [messages, all] : [all]) {
    const times = await lags(setUp, count);
    for (const [share, words] of [
      [0.5, "p50"],
      [0.99, "p99"],
    ] as const) {
      const name = `append to consumer (${setUp.mark}), ${words}`;
      figures.push(timeFigure(name, percentile(times, share), percentile(peer, share), "ms"));
    }
  }
  return figures;
};

const commandFigures = (mark: string, ours: CommandTimes, peers: CommandTimes): Figure[] =>
  ours.flatMap(({ name, count, p50, p99 }) => {
    const peer = peers.find((one) => one.name === name);
    if (!peer) throw new Error(`Nothing was measured beside ${name}.`);
    return [
      timeFigure(`command, ${name} (${mark}), p50 of ${count}`, p50, peer.p50, "ms"),
      timeFigure(`command, ${name} (${mark}), p99`, p99, peer.p99, "ms"),
    ];
  });

const logFigures = async (
  { embedded, events }: Engines,
  { rebuilt, others }: { rebuilt: number; others: number },
): Promise<Figure[]> => {
  const counts = { ours: rebuilt, others };
  const [ours, peer] = [await startSeconds(events, counts), await startSeconds(embedded, counts)];
  const behind = `in a new process, behind ${others} events of others (${events.mark})`;
  return [
    timeFigure(`newest position ${behind}`, 1_000 * ours.head, 1_000 * peer.head, "ms"),
    timeFigure(`1,000 shops ${behind}`, 1_000 * ours.shops, 1_000 * peer.shops, "ms"),
    timeFigure(
      `all read models made of ${rebuilt} events (${events.mark})`,
      await rebuildSeconds(events, rebuilt, true),
      await rebuildSeconds(embedded, rebuilt, false),
      "s",
    ),
  ];
};

/**
 * Sheaf over external engines, beside the embedded set-up. A name after `stand-in` in a row is a program of the tests,
 * in memory, on the same machine. It shows the cost of our side, and nothing of the engine.
 */
export const run = async (): Promise<Figure[]> => {
  const appends = numberOf("--appends", 2_000);
  const caughtUp = numberOf("--events", 10_000);
  const jobs = numberOf("--jobs", 100_000);
  const each = numberOf("--commands", 50);
  const others = numberOf("--others", 100_000);
  const rebuilt = numberOf("--rebuilt", 20_000);
  const engines = await startEngines();
  const { embedded, events, documents, all } = engines;
  try {
    const measured = beside(engines, numberOf("--rounds", 3));
    const once = beside(engines, 1);
    const figures: Figure[] = [
      rateFigure(
        `appends, one after the other (${events.mark})`,
        await measured(events, (of) => appendRate(of, appends, 1)),
        "events/s",
      ),
      rateFigure(
        `appends, 20 on their way (${events.mark})`,
        await measured(events, (of) => appendRate(of, appends, 20)),
        "events/s",
      ),
      rateFigure(
        `catch-up through the projection runner (${all.mark})`,
        await once(all, (of) => catchUpRate(of, caughtUp)),
        "events/s",
      ),
    ];
    if (documents)
      figures.push(
        rateFigure(
          `claims where ${jobs} jobs of 1,000 shops are due (${documents.mark}, which has no indexes)`,
          await once(documents, (of) => claimRate(of, jobs, 400)),
          "claims/s",
        ),
      );
    figures.push(...(await logFigures(engines, { rebuilt, others })));
    figures.push(...(await lagFigures(engines, 300)));
    figures.push(...commandFigures(all.mark, await commandTimes(all, each), await commandTimes(embedded, each)));
    const { ours, peer } = await once(all, (of) => exportSeconds(of, 2));
    figures.push(timeFigure(`borealis from Generate to the file's last byte (${all.mark})`, ours, peer, "s"));
    return figures;
  } finally {
    await engines.end();
  }
};
