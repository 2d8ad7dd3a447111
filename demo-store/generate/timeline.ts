import { DateTime } from "luxon";
import { fraction } from "./random.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const HOURS = [9, 5, 3, 2, 2, 3, 6, 12, 20, 28, 34, 38, 42, 40, 38, 38, 40, 46, 56, 68, 78, 74, 50, 24];
/** Weights of Monday to Sunday. */
const WEEK = [1.1, 1, 0.95, 1, 1.05, 0.85, 1.05];
/** Days with four times the usual volume. */
const SALES = new Set(["03-15", "07-01", "11-27", "12-26"]);

export type TimelineOptions = {
  seed: number;
  orders: number;
  days: number;
  /** Time of the last order, epoch ms. */
  demoNow: number;
  zone: string;
  /** Interval between orders after demoNow, ms. */
  interval: number;
};

export type Timeline = {
  /**
   * Time of an order, epoch ms in whole seconds; strictly increasing with the index, also beyond the first `orders`.
   */
  createdAt(index: number): number;
  /** Counts the orders before the instant. Assumes that orders never stop. */
  countBefore(instant: number): number;
};

const startOfLocalDay = (instant: number, zone: string, daysBack: number): number =>
  DateTime.fromMillis(instant, { zone }).startOf("day").minus({ days: daysBack }).toMillis();

/** Prefix sums of the local hour and day weights before demoNow. */
const cumulativeWeights = ({ days, demoNow, zone }: TimelineOptions, start: number): Float64Array => {
  const bins = days * 24;
  const sums = new Float64Array(bins + 1);
  for (let day = 0; day < days; day++) {
    const offset = DateTime.fromMillis(start + day * DAY, { zone }).offset * 60_000;
    for (let hour = 0; hour < 24; hour++) {
      const bin = day * 24 + hour;
      const local = new Date(start + bin * HOUR + offset);
      const sale = SALES.has(local.toISOString().slice(5, 10)) ? 4 : 1;
      const week = WEEK[(local.getUTCDay() + 6) % 7] ?? 1;
      const growth = Math.exp((0.02 / 30) * day);
      const weight = (HOURS[local.getUTCHours()] ?? 1) * week * sale * growth;
      sums[bin + 1] = (sums[bin] ?? 0) + weight;
    }
  }
  if (start + bins * HOUR !== demoNow) throw new Error("The timeline must end at the demo's now.");
  return sums;
};

/** Instants that reports easily get wrong: starts of days, weeks and months, and clock changes. */
const boundaries = ({ demoNow, days, zone }: TimelineOptions): { edges: number[]; clockChanges: number[] } => {
  const edges = [0, 1, 6, 29, 89].map((back) => startOfLocalDay(demoNow, zone, back));
  const localNow = DateTime.fromMillis(demoNow, { zone });
  edges.push(localNow.startOf("week").toMillis());
  for (let back = 0; back * 31 < days; back++) edges.push(localNow.startOf("month").minus({ months: back }).toMillis());
  const clockChanges: number[] = [];
  for (let day = 1; day <= days; day++) {
    let low = demoNow - day * DAY;
    let high = low + DAY;
    const after = DateTime.fromMillis(high, { zone }).offset;
    if (DateTime.fromMillis(low, { zone }).offset === after) continue;
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (DateTime.fromMillis(middle, { zone }).offset === after) high = middle;
      else low = middle;
    }
    clockChanges.push(Math.round(high / 60_000) * 60_000);
  }
  return { edges, clockChanges };
};

const firstAtOrAfter = (times: Float64Array, instant: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Moves the nearest orders onto a boundary, unless that changes their order. */
const snap = (times: Float64Array, instants: readonly number[]): void => {
  const first = firstAtOrAfter(times, instants[Math.floor(instants.length / 2)] ?? 0) - Math.floor(instants.length / 2);
  const before = times[first - 1] ?? Number.NEGATIVE_INFINITY;
  const last = first + instants.length - 1;
  const after = times[last + 1];
  if (first < 0 || after === undefined) return;
  if (before >= (instants[0] ?? 0) || after <= (instants.at(-1) ?? 0)) return;
  for (const [index, instant] of instants.entries()) times[first + index] = instant;
};

/** Decides the time of each order, by its index. */
export const createTimeline = (options: TimelineOptions): Timeline => {
  const { seed, orders, interval } = options;
  const demoNow = Math.floor(options.demoNow / 1000) * 1000;
  const start = demoNow - options.days * DAY;
  const timelineOptions = { ...options, demoNow };
  const times = new Float64Array(orders);
  if (orders > 0) {
    const sums = cumulativeWeights(timelineOptions, start);
    const total = sums[sums.length - 1] ?? 0;
    let bin = 0;
    for (let i = 0; i < orders; i++) {
      const target = ((i + 0.15 + 0.7 * fraction(seed, i, 11)) / orders) * total;
      while ((sums[bin + 1] ?? total) < target) bin++;
      const from = sums[bin] ?? 0;
      const part = (target - from) / ((sums[bin + 1] ?? total) - from);
      times[i] = start + Math.floor((bin * HOUR + part * HOUR) / 1000) * 1000;
    }
    times[orders - 1] = demoNow;
    const { edges, clockChanges } = boundaries(timelineOptions);
    for (const edge of edges) snap(times, [edge - 1000, edge]);
    for (const change of clockChanges) snap(times, [change - 1_800_000, change - 1000, change, change + 1_800_000]);
  }
  return {
    createdAt: (index) => times[index] ?? demoNow + (index - orders + 1) * interval,
    countBefore: (instant) =>
      instant <= demoNow
        ? firstAtOrAfter(times, instant)
        : orders + Math.max(0, Math.ceil((instant - demoNow) / interval) - 1),
  };
};
