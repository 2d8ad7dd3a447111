import { expect } from "vitest";
import { DestinationKind, FtpProtocol } from "#domain/enumerations.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { nameOf, ordersIn } from "./orders.ts";
import type { Receivers } from "./receivers.ts";
import type { Report } from "./shops.ts";
import type { Living } from "./world.ts";

/** Deliveries at one report's receiver: by the delivery's id, or by the file's name if a server knows no ids. */
export type Arrivals =
  | { by: "id"; of: ReadonlyMap<string, readonly { name: string; text: string | null; lost: boolean; to?: string }[]> }
  | { by: "name"; files: ReadonlyMap<string, string>; times: ReadonlyMap<string, number> }
  | { by: "nothing" };

const grouped = <T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};

const cached = new WeakMap<object, { length: number; groups: Map<string, unknown[]> }>();
/** Thousands came, of all reports: they are put in groups once. */
const groupedOnce = <T extends object>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const known = cached.get(all);
  if (known?.length === all.length) return known.groups as Map<string, T[]>;
  const groups = grouped(all, keyOf);
  cached.set(all, { length: all.length, groups });
  return groups;
};

const serverOf = ({ ftp, ftps, sftp }: Receivers, protocol: FtpProtocol) => {
  if (protocol === FtpProtocol.SFTP) return sftp;
  return protocol === FtpProtocol.FTP ? ftp : ftps;
};

/** All arrivals of a report with changing destinations. */
const anywhere = ({ mail, hooks }: Receivers): Arrivals => {
  const [mailed, called] = [mail, hooks].map(({ arrived }) => groupedOnce(arrived, ({ id }) => id));
  return { by: "id", of: new Map([...(mailed ?? []), ...(called ?? [])]) };
};

export const arrivalsOf = ({ receivers }: Living, { destination, asked }: Report): Arrivals => {
  if (asked.some((one) => one.destination.kind !== destination.kind)) return anywhere(receivers);
  switch (destination.kind) {
    case DestinationKind.PublicUrl:
      return { by: "nothing" };
    case DestinationKind.Email:
      return { by: "id", of: groupedOnce(receivers.mail.arrived, ({ id }) => id) };
    case DestinationKind.Webhook: {
      // The server knows only the requests it got. It can't tell if its response arrived.
      const heardOf = { name: "", text: null, lost: true };
      const calls = receivers.http.calls.map(({ headers }) => ({ id: String(headers["idempotency-key"]), ...heardOf }));
      const inMemory = !destination.url.startsWith(receivers.http.origin);
      return {
        by: "id",
        of: inMemory ? groupedOnce(receivers.hooks.arrived, ({ id }) => id) : grouped(calls, ({ id }) => id),
      };
    }
    case DestinationKind.Ftp: {
      const { files, named } = serverOf(receivers, destination.protocol);
      const folder = `${destination.directory}/`;
      const ours = [...files].filter(([path]) => path.startsWith(folder));
      const names = new Map(ours.map(([path, bytes]) => [path.slice(folder.length), bytes.toString("utf8")]));
      const times = new Map(
        [...names.keys()].map((name) => [name, named.filter((path) => path === `${folder}${name}`).length]),
      );
      return { by: "name", files: names, times };
    }
  }
};

type Judged = {
  about: object;
  run: string;
  id: string;
  outcome: string;
  period: Period;
  events: readonly RunEvent[];
  /** Those to whom its attempts went. */
  to?: readonly (string | undefined)[];
};

const ordersOf = (text: string): string[] =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(",")[0] ?? "")
    .sort();

/**
 * A run that was delivered came once; again only where its confirmation was lost, and then it was the same under the
 * same id and name.
 */
export const judgeArrivals = (world: Living, judged: Judged, arrivals: Arrivals): void => {
  const { about, run, id, outcome, period, events, to = [] } = judged;
  const confirmed = events.filter(({ type }) => type === "DeliveryConfirmed").length;
  expect({ ...about, confirmed: confirmed > 0 || outcome !== "delivered" }).toEqual({ ...about, confirmed: true });
  expect({ ...about, confirmed: confirmed <= 1 }).toEqual({ ...about, confirmed: true });
  if (arrivals.by !== "id") return;
  const came = arrivals.of.get(id) ?? [];
  const died = world.interrupted.filter((one) => one === run).length;
  const begun = events.filter(({ type }) => type === "DeliveryStarted").length;
  if (outcome === "delivered") expect({ ...about, came: came.length > 0 }).toEqual({ ...about, came: true });
  if (outcome === "empty") expect({ ...about, came: came.length }).toEqual({ ...about, came: 0 });
  expect(came.length, JSON.stringify(about)).toBeLessThanOrEqual(begun);
  expect({ ...about, heard: came.filter(({ lost }) => !lost).length <= 1 + died }).toEqual({ ...about, heard: true });
  expect(new Set(came.map(({ name }) => name)).size).toBeLessThanOrEqual(1);
  const others = came.filter((one) => one.to !== undefined && !to.includes(one.to));
  expect({ ...about, to, others }).toEqual({ ...about, to, others: [] });
  for (const { text } of came)
    if (text !== null)
      expect({ ...about, orders: ordersOf(text) }).toEqual({
        ...about,
        orders: ordersIn(period.from, period.to).map(nameOf).sort(),
      });
};

export type DeliveredFile = { name: string; period: Period };

/**
 * The files of a report at its server are those of its runs that were delivered, whole, beside those of which no
 * confirmation arrived. Each was put there once, however often its delivery was begun.
 */
export const judgeFiles = (
  report: Report,
  arrivals: Arrivals,
  delivered: readonly DeliveredFile[],
  begunOf: ReadonlyMap<string, number>,
): void => {
  if (arrivals.by !== "name") return;
  const last = new Map(delivered.map((one) => [one.name, one]));
  for (const [name, { period }] of last)
    expect({ of: report.title, name, orders: ordersOf(arrivals.files.get(name) ?? "") }).toEqual({
      of: report.title,
      name,
      orders: ordersIn(period.from, period.to).map(nameOf).sort(),
    });
  const others = [...arrivals.files.keys()].filter((name) => !last.has(name) && !begunOf.get(name));
  expect({ of: report.title, others }).toEqual({ of: report.title, others: [] });
  for (const [name, times] of arrivals.times)
    if (last.has(name)) expect({ of: report.title, name, times }).toEqual({ of: report.title, name, times: 1 });
};
