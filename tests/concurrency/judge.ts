import { isDeepStrictEqual } from "node:util";
import { OrderFilterView } from "#domain/enumerations.ts";
import { filterOnWire } from "#domain/wire/filters/filter-on-wire.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { fieldsOfFilter } from "./fields.ts";
import { acceptableValues, type Ledger, lastValues } from "./ledger.ts";
import { fieldChangedBy, idsOf, ownFilterIds, type Recorded, reportIds, type WorkspacePast } from "./stream.ts";

/**
 * Each function holds what the editors were told against what was recorded, and answers what does not fit, in words.
 */

const fieldsIn = (state: WorkspaceState | undefined, thing: string): Record<string, string> => {
  const filter = state?.filters.find(({ filterId }) => filterId === thing);
  if (filter) return { exists: "true", ...fieldsOfFilter(filterOnWire(filter)) };
  const report = state?.reports.find(({ reportId }) => reportId === thing);
  return report ? { exists: "true", title: JSON.stringify(report.title) } : { exists: "false" };
};

/** Every acknowledged value is stored at the end, or was overwritten by one acknowledged later. */
export const lostUpdates = (ledger: Ledger, { states }: WorkspacePast): string[] => {
  const end = states.at(-1);
  const last = lastValues(ledger.writes);
  return [...acceptableValues(ledger.writes)].flatMap(([key, acceptable]) => {
    const [thing = "", field = ""] = key.split(" ");
    const fields = fieldsIn(end, thing);
    if (field !== "exists" && fields.exists === "false") return [];
    const value = fields[field] ?? "nothing";
    if (acceptable.has(value) && last.get(key) === value) return [];
    return [`${key} is ${value}; acknowledged last: ${last.get(key)}, acceptable: ${[...acceptable].join(" or ")}`];
  });
};

/** At the version that a save returned, the workspace contains what was saved. */
export const savesWithoutEffect = (ledger: Ledger, { states }: WorkspacePast): string[] =>
  ledger.writes.flatMap(({ thing, field, value, version }) => {
    const is = fieldsIn(states[version], thing)[field];
    return is === value ? [] : [`${thing} ${field} is ${is} at version ${version}, where ${value} was acknowledged`];
  });

const listIn = (list: "filters" | "reports", state: WorkspaceState): string[] =>
  list === "filters" ? ownFilterIds(state) : reportIds(state);

/** A moved row is first, or after the row that the move named. */
export const lostMoves = (ledger: Ledger, { states }: WorkspacePast): string[] =>
  ledger.moves.flatMap(({ list, id, above, version }) => {
    const state = states[version];
    const rows = state ? listIn(list, state) : [];
    const place = rows.indexOf(id);
    // Deleted by another editor before the move came in: nothing is left to be moved.
    if (place <= 0 || above.includes(rows[place - 1] ?? "")) return [];
    return [`${id} stands behind ${rows[place - 1]} at version ${version}, and was put behind ${above.join()}`];
  });

const changesOf = ({ events }: WorkspacePast, filterId: string, since: number, upTo: number): Recorded[] =>
  events.slice(since + 1, upTo + 1).filter((event) => idsOf(event).includes(filterId));

/**
 * A 409 without a change of that very field since the version that the editor saw, or with values that are not the two
 * in question.
 */
export const baselessCollisions = (ledger: Ledger, past: WorkspacePast): string[] =>
  ledger.collisions.flatMap(({ filterId, base, wanted, details }) => {
    if (details.length === 0) return [`a 409 on ${filterId} names no field`];
    return details.flatMap((detail) => {
      const [current, mine] = [JSON.stringify(detail.current), JSON.stringify(detail.wanted)];
      const others = changesOf(past, filterId, base, past.events.length).filter((event) => {
        const changed = fieldChangedBy(event);
        const after = fieldsIn(past.states[event.version], filterId)[detail.field];
        return (changed === detail.field || changed === "all") && after === current;
      });
      if (others.length > 0 && wanted[detail.field] === mine && current !== mine) return [];
      return [`409 on ${filterId} ${detail.field}: ${current} against ${mine}, though nobody changed it since ${base}`];
    });
  });

/** Saves that took the place of a value which their editor had not seen, and which should have been a 409. */
export const blindSaves = (ledger: Ledger, past: WorkspacePast): string[] =>
  ledger.saves.flatMap(({ filterId, base, version, wanted }) => {
    const seen = fieldsIn(past.states[base], filterId);
    return Object.entries(wanted).flatMap(([field, value]) => {
      const own = changesOf(past, filterId, base, version).findLast(
        (event) => fieldChangedBy(event) === field && "to" in event.data && JSON.stringify(event.data.to) === value,
      );
      // An event may be wrong about the state before. The state that it met counts.
      const from = own ? fieldsIn(past.states[own.version - 1], filterId)[field] : seen[field];
      return from === seen[field] ? [] : [`${filterId} ${field}: saw ${seen[field]}, replaced ${from} by ${value}`];
    });
  });

/** Saves that went through although others had changed other fields of the filter meanwhile. */
export const merges = (ledger: Ledger, past: WorkspacePast): number =>
  ledger.saves.filter(({ filterId, base, version, wanted }) =>
    changesOf(past, filterId, base, version).some((event) => {
      const changed = fieldChangedBy(event);
      return changed !== undefined && wanted[changed] === undefined;
    }),
  ).length;

/** Refusals without their reason at any version that the call may have met. */
export const baselessRefusals = (ledger: Ledger, { states }: WorkspacePast, quota: number): string[] =>
  ledger.refused.flatMap(({ why, list, id, since }) => {
    const met = states.slice(Math.max(0, since));
    const found =
      why === "gone"
        ? met.some((state) => !listIn(list, state).includes(id))
        : met.some((state) => listIn(list, state).length >= quota);
    return found ? [] : [`${list} ${id} was refused as ${why} from version ${since} on, and never was`];
  });

/** Quotas, places, identities and what events say of before, at every version. */
export const brokenRules = ({ events, states }: WorkspacePast, quota: number): string[] =>
  states.flatMap((state, version) => {
    const event = events[version];
    const before = states[version - 1];
    const wrong: string[] = [];
    const demand = (holds: boolean, rule: string) => {
      if (!holds) wrong.push(`version ${version}, ${event?.type}: ${rule}`);
    };
    demand(event?.version === version, "the stream counts without a gap");
    for (const list of ["filters", "reports"] as const)
      demand(listIn(list, state).length <= quota, `at most ${quota} ${list}`);
    const ids = [...state.filters.map(({ filterId }) => filterId), ...reportIds(state)];
    demand(new Set(ids).size === ids.length, "every id is there once");
    const places = [...Map.groupBy(state.filters, ({ view }) => view).values(), state.reports];
    for (const list of places)
      demand(
        list.every(({ ordering }, place) => ordering === place),
        `places count 0..n-1, not ${list.map(({ ordering }) => ordering).join()}`,
      );
    if (!event || !before) return wrong;
    const changed = fieldChangedBy(event);
    if (changed !== undefined && "from" in event.data && "filterId" in event.data) {
      const { from, to, filterId } = event.data;
      demand(fieldsIn(before, filterId)[changed] === JSON.stringify(from), "the event knows what was there before");
      demand(!isDeepStrictEqual(from, to), "the event changes something");
    }
    if ("moved" in event.data) {
      const { from, to } = event.data;
      const was = listIn(event.type === "FiltersOrdered" ? "filters" : "reports", before);
      demand(isDeepStrictEqual(from, was), "the new order knows the one before");
      demand(isDeepStrictEqual([...to].sort(), [...was].sort()), "the new order has the rows of the one before");
    }
    if ("left" in event.data)
      demand(
        isDeepStrictEqual(event.data.left, listIn(event.type === "FilterDeleted" ? "filters" : "reports", state)),
        "the deletion says who is left",
      );
    return wrong;
  });

/** Ids in events of some types, except the system filters, which Sheaf creates itself. */
const recordedIds = ({ events }: WorkspacePast, ...types: Recorded["type"][]): string[] =>
  events
    .filter(({ type, data }) => types.includes(type) && !("view" in data && data.view !== OrderFilterView.All))
    .flatMap((event) => [...idsOf(event)]);

/** Created and deleted items equal the acknowledged ones, each once, even if a command was sent twice. */
export const uncountedCommands = (ledger: Ledger, past: WorkspacePast): string[] => {
  const done = (what: string) => (ledger.done[`filters/${what}`] ?? 0) + (ledger.done[`reports/${what}`] ?? 0);
  const made = recordedIds(past, "FilterCreated", "FilterCloned", "ReportDesignCreated", "ReportDesignCloned");
  const deleted = recordedIds(past, "FilterDeleted", "ReportDesignDeleted");
  const known = new Set(ledger.writes.map(({ thing }) => thing));
  const complaints = made.filter((id) => !known.has(id)).map((id) => `${id} was made, and nobody was told`);
  const madeByCalls = done("create-new") + done("clone");
  if (made.length !== madeByCalls) complaints.push(`${made.length} made, ${madeByCalls} acknowledged`);
  if (deleted.length !== done("delete")) complaints.push(`${deleted.length} deleted, ${done("delete")} acknowledged`);
  return complaints;
};
