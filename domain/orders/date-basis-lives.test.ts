import { expect, it } from "vitest";
import { DateBasis } from "../enumerations.ts";
import { createMomentTest } from "./date-basis.ts";
import type { Agreement, Fulfillment, Order, Refund, Transaction } from "./order.ts";

/**
 * A year of random orders, as the store shows them at each time, against daily automated reports. Reports are read
 * late at times. Nothing is told to the test but when each thing was recorded.
 */

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse("2026-01-01T00:00:00Z");
const days = 120;

/** The generator mulberry32. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const instant = (time: number): string => new Date(Math.floor(time / 1000) * 1000).toISOString().replace(".000Z", "Z");

/** A change of an order and the time at which it was recorded. */
type Entry = { recordedAt: number; apply(order: Order): Order };

type Life = { id: string; createdAt: number; entries: Entry[] };

const money = (cents: number) => {
  const amount = (cents / 100).toFixed(2);
  return { shopMoney: { amount }, presentmentMoney: { amount, currencyCode: "EUR" } };
};

const live = (seed: number): Life => {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const later = (from: number, most = 20 * day) => from + 1000 * Math.floor((random() * most) / 1000);
  const createdAt = later(start, 60 * day);
  const processedAt = chance(0.1) ? createdAt - 30 * day : createdAt;
  const entries: Entry[] = [];
  let number = 0;
  const nextId = () => `${seed}-${number++}`;
  const add = (recordedAt: number, apply: Entry["apply"]) => entries.push({ recordedAt, apply });
  const agree = (at: number, cents: number) => {
    const agreement: Agreement = {
      id: nextId(),
      happenedAt: instant(at),
      sales: [{ id: nextId(), totalAmount: money(cents) }],
    };
    add(at, (order) => ({ ...order, agreements: [...(order.agreements ?? []), agreement] }));
  };
  const pay = (recordedAt: number, cents: number, at = recordedAt) => {
    const payment: Transaction = {
      id: nextId(),
      kind: chance(0.5) ? "SALE" : "CAPTURE",
      status: chance(0.9) ? "SUCCESS" : "FAILURE",
      createdAt: instant(recordedAt),
      processedAt: instant(at),
      amountSet: money(cents),
    };
    add(recordedAt, (order) => ({ ...order, transactions: [...(order.transactions ?? []), payment] }));
  };
  add(createdAt, (order) => ({ ...order, processedAt: instant(processedAt) }));
  const total = chance(0.05) ? 0 : 1_000 + Math.floor(random() * 9_000);
  agree(createdAt, total);
  for (let part = 0; part < 3; part += 1) {
    const recordedAt = chance(0.4) ? createdAt : later(createdAt);
    if (chance(0.7))
      pay(recordedAt, chance(0.5) ? total : Math.ceil(total / 2), chance(0.2) ? recordedAt - 9 * day : recordedAt);
  }
  if (chance(0.3)) agree(later(createdAt), Math.floor((random() - 0.5) * 2_000));
  for (let refund = 0; refund < 2; refund += 1) {
    if (!chance(0.3)) continue;
    const recordedAt = later(createdAt);
    const made: Refund = {
      id: nextId(),
      createdAt: instant(recordedAt),
      processedAt: instant(chance(0.3) ? recordedAt - 5 * day : recordedAt),
    };
    add(recordedAt, (order) => ({ ...order, refunds: [...(order.refunds ?? []), made] }));
    agree(recordedAt, -Math.floor(total / 2));
  }
  for (let parcel = 0; parcel < 3; parcel += 1) {
    if (!chance(0.5)) continue;
    const recordedAt = later(createdAt);
    const sent: Fulfillment = { id: nextId(), status: "SUCCESS", createdAt: instant(recordedAt) };
    add(recordedAt, (order) => ({ ...order, fulfillments: [...(order.fulfillments ?? []), sent] }));
  }
  if (chance(0.2)) {
    const at = later(createdAt);
    add(at, (order) => ({ ...order, cancelledAt: instant(at) }));
    if (chance(0.5)) agree(at, -total);
  }
  for (let edit = 0; edit < 2; edit += 1) if (chance(0.3)) add(later(createdAt), (order) => order);
  return { id: String(seed), createdAt, entries: entries.sort((one, other) => one.recordedAt - other.recordedAt) };
};

/** The order as the store shows it at a time; undefined before its creation. */
const seenAt = ({ id, createdAt, entries }: Life, time: number): Order | undefined => {
  if (createdAt > time) return undefined;
  const known = entries.filter(({ recordedAt }) => recordedAt <= time);
  const updatedAt = Math.max(createdAt, ...known.map(({ recordedAt }) => recordedAt));
  const order: Order = {
    id,
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
    cancelledAt: null,
    displayFinancialStatus: "PENDING",
    agreements: [],
    transactions: [],
    refunds: [],
    fulfillments: [],
  };
  return known.reduce((seen, { apply }) => apply(seen), order);
};

/** The search of `buildDateQuery`, as the platform would answer it. */
const isFound = ({ createdAt = "", processedAt = createdAt, updatedAt = "" }: Order, from: number, to: number) =>
  Date.parse(updatedAt) >= from && (Date.parse(createdAt) < to || Date.parse(processedAt) < to);

/** The days of the reports that hold an order. */
const daysOf = (life: Life, basis: DateBasis, seed: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: days }, (_, index) => index).filter((index) => {
    const [from, to] = [start + index * day, start + (index + 1) * day];
    const readAt = to + 60_000 + (random() < 0.1 ? random() * 3 * day : 0);
    const order = seenAt(life, readAt);
    if (!order || !isFound(order, from, to)) return false;
    const period = { from: instant(from), to: instant(to), basis, byRecording: true };
    return createMomentTest(period)?.holds(order) ?? false;
  });
};

const dayOf = (time: number): number => Math.floor((time - start) / day);
const lives = Array.from({ length: 1_500 }, (_, index) => live(index + 1));

it("an order is in at most one report of paid orders, and in one if it is ever paid", () => {
  let paid = 0;
  for (const life of lives) {
    const chosen = daysOf(life, DateBasis.paid, Number(life.id));
    const end = seenAt(life, start + days * day);
    const always = { from: instant(0), to: instant(start + days * day), basis: DateBasis.paid };
    const isPaid = end !== undefined && createMomentTest(always)?.holds(end) === true;
    expect([life.id, chosen.length]).toEqual([life.id, isPaid ? 1 : 0]);
    if (isPaid) paid += 1;
  }
  expect(paid).toBeGreaterThan(500);
});

const recordedDays = (life: Life, field: "refunds" | "fulfillments"): number[] => {
  const times = life.entries
    .filter(({ recordedAt }, index, all) => {
      const [before, after] = [seenAt(life, recordedAt - 1000), seenAt(life, recordedAt)];
      return (
        all.findIndex((entry) => entry.recordedAt === recordedAt) === index &&
        before?.[field]?.length !== after?.[field]?.length
      );
    })
    .filter(({ recordedAt }) => (seenAt(life, recordedAt)?.[field]?.length ?? 0) > 0)
    .map(({ recordedAt }) => dayOf(recordedAt));
  return [...new Set(times)];
};

it("an order is in the report of each day on which a parcel or a refund was recorded, and in no other", () => {
  for (const life of lives) {
    const seed = Number(life.id);
    expect([seed, daysOf(life, DateBasis.shipped, seed)]).toEqual([seed, recordedDays(life, "fulfillments")]);
    expect([seed, daysOf(life, DateBasis.refunded, seed)]).toEqual([seed, recordedDays(life, "refunds")]);
  }
});

it("an order is in one report of canceled orders if it is canceled, and each change is in a report", () => {
  for (const life of lives) {
    const seed = Number(life.id);
    const end = seenAt(life, start + days * day);
    const canceled = end?.cancelledAt ? [dayOf(Date.parse(end.cancelledAt))] : [];
    expect([seed, daysOf(life, DateBasis.canceled, seed)]).toEqual([seed, canceled]);
    const changed = daysOf(life, DateBasis.changed, seed);
    const last = Math.max(...life.entries.map(({ recordedAt }) => recordedAt));
    expect(changed).toContain(dayOf(last));
  }
});
