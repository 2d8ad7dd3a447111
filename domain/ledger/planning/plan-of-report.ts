import { knownZone } from "../../dates/known-zone.ts";
import { isoDay, localTime } from "../../dates/local-time.ts";
import { wallClock } from "../../dates/wall-clock.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { endOf } from "../../schedule/timeline.ts";
import type { ZoneSince } from "../../shop/state.ts";
import type { Automation } from "../../workspace/state.ts";
import { isAfter } from "../slot.ts";
import type { Outlook } from "./next-decision.ts";
import type { Phase } from "./phases.ts";

type Planned = Pick<Automation, "createdAt" | "planned">;

/** Of things in order of their time, the one that holds at an instant; before the first, that one. */
const at = <T extends { since: string }>(all: readonly T[], instant: string): T | undefined =>
  all.findLast(({ since }) => !isAfter(since, instant)) ?? all[0];

/**
 * How an automated report was planned since it was made: a phase begins with every edit of its schedule, every pause and start, and every
 * new time zone of its shop. `zones`: the shop's.
 * @throws {UnknownTimezone}
 */
export const phasesOf = ({ createdAt, planned }: Planned, zones: readonly ZoneSince[]): Phase<Schedule>[] => {
  const moved = zones.map(({ since }) => since).filter((since) => isAfter(since, createdAt));
  const cuts = [...new Set([...planned.map(({ since }) => since), ...moved])].sort();
  const madeIn = knownZone(at(zones, createdAt)?.zone ?? "UTC");
  const countedFrom = isoDay(localTime(createdAt, madeIn));
  return cuts.flatMap((since) => {
    const plan = at(planned, since);
    const zone = knownZone(at(zones, since)?.zone ?? "UTC");
    return plan ? [{ since, enabled: plan.enabled, schedule: { ...plan.schedule, zone, countedFrom } }] : [];
  });
};

/** The end of a schedule as {@link Outlook} has it. @throws {UnknownTimezone} */
export const endOfSchedule = ({ endsTo, zone }: Schedule): Outlook<Schedule>["end"] =>
  endsTo === null ? null : { endsTo, at: new Date(endOf(endsTo, wallClock(zone))).toISOString() };
