import { formatIsoDay, toLocalTime } from "../../dates/local-time.ts";
import { resolveZone } from "../../dates/resolve-zone.ts";
import { createWallClock } from "../../dates/wall-clock.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { toDayEnd } from "../../schedule/timeline.ts";
import type { ZoneSince } from "../../shop/state.ts";
import type { Automation } from "../../workspace/state.ts";
import { isAfter } from "../slot.ts";
import type { PlanningContext } from "./next-decision.ts";
import type { Phase } from "./phases.ts";

type PlannedAutomation = Pick<Automation, "createdAt" | "planned">;

/** Finds the entry in effect; before the first entry, the first. `all`: oldest first. */
const entryAt = <T extends { since: string }>(all: readonly T[], instant: string): T | undefined =>
  all.findLast(({ since }) => !isAfter(since, instant)) ?? all[0];

/**
 * Builds a report's phases since its creation. A new one begins at each edit of the schedule, pause, start, and change
 * of the shop's time zone. `zones`: oldest first.
 * @throws {UnknownTimezone}
 */
export const buildPhases = (
  { createdAt, planned }: PlannedAutomation,
  zones: readonly ZoneSince[],
): Phase<Schedule>[] => {
  const zoneChanges = zones.map(({ since }) => since).filter((since) => isAfter(since, createdAt));
  const phaseStarts = [...new Set([...planned.map(({ since }) => since), ...zoneChanges])].sort();
  const creationZone = resolveZone(entryAt(zones, createdAt)?.zone ?? "UTC");
  const countedFrom = formatIsoDay(toLocalTime(createdAt, creationZone));
  return phaseStarts.flatMap((since) => {
    const plan = entryAt(planned, since);
    const zone = resolveZone(entryAt(zones, since)?.zone ?? "UTC");
    return plan ? [{ since, enabled: plan.enabled, schedule: { ...plan.schedule, zone, countedFrom } }] : [];
  });
};

/**
 * See {@link PlanningContext}.
 * @throws {UnknownTimezone}
 */
export const endOfSchedule = ({ endsTo, zone }: Schedule): PlanningContext<Schedule>["end"] =>
  endsTo === null ? null : { endsTo, at: new Date(toDayEnd(endsTo, createWallClock(zone))).toISOString() };
