import { createCommandRunner } from "#application/commands/command-runner.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { fetchedPrefix } from "#application/exports/fetches.ts";
import { hashOfKey, inputPrefix } from "#application/exports/freeze-input.ts";
import { type Place, placesPrefixes } from "#application/exports/places.ts";
import { customerRequestPrefix } from "#application/privacy/customer-requests.ts";
import { exportOfPrefix } from "#application/privacy/exports-of.ts";
import { openRequestPrefix } from "#application/privacy/open-requests.ts";
import { subjectPrefix } from "#application/privacy/subject.ts";
import { allShopNames, setTenant, shopNamePrefix } from "#application/session/shop-names.ts";
import { tokenEraKey } from "#application/session/token-era.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ManualExport } from "#domain/wire/reports/reporting.ts";
import { keptPrefixes } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { type History, historyBeforeMendKey, historyKey, type Mark } from "#infra/history/marks.ts";
import { placePrefix } from "#infra/kafka/taken.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { type Checkpoint, disagreementOf } from "#infra/ports/stores/history.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import {
  doubtSealed,
  entriesWith,
  forgetEntriesWith,
  forgetEntry,
  forgetSealed,
  historyIn,
  sealedWith,
} from "#infra/sqlite/state/state-repair.ts";
import { takenPrefix } from "../../command-api/webhooks/once.ts";
import { mailGroup, publicGroup, reportMailGroup } from "../../deliverer/reactions.ts";
import { reactionGroup as exportGroup } from "../../exporter/jobs/reactions.ts";
import { reactionGroup as automationGroup } from "../../scheduler/reactions.ts";
import { subscriptionChecksGroup } from "../../upkeep/check-subscriptions.ts";
import { privacyGroup } from "../../upkeep/privacy/duty.ts";
import type { Causes } from "./causes.ts";
import type { Comparison } from "./compare.ts";
import type { Stores } from "./losses.ts";
import { type Heard, resetReactions } from "./reactions.ts";

export type MendDeps = Stores & { stateStore: StateStore; queue: WorkQueue; clock: Clock; ids: Ids };

export const runnerOf = ({ eventStore, stateStore, clock, ids }: MendDeps): CommandRunner =>
  createCommandRunner({ eventStore, stateStore, clock, ids, upcasters });

/** Removes references to missing designs and filters from page states. */
const mendPageStates = async (deps: MendDeps): Promise<number> => {
  const { stateStore, state } = deps;
  const runner = runnerOf(deps);
  const prefix = "manual-export:";
  let mended = 0;
  for (const { key, value } of entriesWith<ManualExport>(state, prefix)) {
    const { state: workspace } = await runner.load(workspaceDecider, key.slice(prefix.length));
    const filterId = value.UserOrderFilters.report_filter_id;
    const hasReport = value.ReportId === null || workspace.reports.some(({ reportId }) => reportId === value.ReportId);
    const hasFilter = filterId === null || workspace.filters.some((filter) => filter.filterId === filterId);
    if (hasReport && hasFilter) continue;
    await stateStore.put(key, {
      ...value,
      ReportId: hasReport ? value.ReportId : null,
      UserOrderFilters: { ...value.UserOrderFilters, report_filter_id: hasFilter ? filterId : null },
    });
    mended += 1;
  }
  return mended;
};

/** Maps shop names to tenants as the streams say. Otherwise a shop's next log-in would create a second tenant. */
const mendShopNames = async ({ stateStore }: MendDeps, { shops }: Causes): Promise<number> => {
  let mended = 0;
  // An intact entry is unreachable if its index row was lost, so both are checked.
  const known = await allShopNames(stateStore);
  for (const [shop, tenant] of shops) {
    if (known.get(shop) === tenant && (await stateStore.get(`${shopNamePrefix}${shop}`))?.value === tenant) continue;
    await setTenant(stateStore, shop, tenant);
    mended += 1;
  }
  return mended;
};

/** Removes progress, fetches and frozen inputs of exports that don't exist and that no run will request. */
const forgetLostExports = async ({ state }: MendDeps, { exports, claimed }: Causes): Promise<number> => {
  const wanted = new Set([...claimed, ...[...exports.values()].map(({ inputHash }) => inputHash)]);
  let forgotten = 0;
  for (const { key } of entriesWith<FrozenInput>(state, inputPrefix))
    if (!wanted.has(hashOfKey(key))) {
      await forgetEntry(state, key);
      forgotten += 1;
    }
  for (const { key } of entriesWith(state, "progress:"))
    if (!exports.has(key.slice("progress:".length))) await forgetEntry(state, key);
  for (const { key } of entriesWith(state, fetchedPrefix))
    if (!exports.has(key.slice(fetchedPrefix.length))) await forgetEntry(state, key);
  return forgotten;
};

/** Rebuilds the waiting and running exports from the streams. Otherwise a lost export would hold a slot, and a forgotten one would hold none. */
const mendRooms = async ({ state, stateStore, clock }: MendDeps, { exports }: Causes): Promise<void> => {
  for (const prefix of Object.values(placesPrefixes)) await forgetEntriesWith(state, prefix);
  const rooms = new Map<string, Place[]>();
  const since = clock.wall().toISOString();
  const tenants = new Map<string, string>();
  for (const [exportId, { tenant, trigger, ended }] of exports) {
    if (ended) continue;
    const key = `${placesPrefixes[trigger]}${tenant}`;
    tenants.set(key, tenant);
    rooms.set(key, [...(rooms.get(key) ?? []), { exportId, since }]);
  }
  for (const [key, places] of rooms) await stateStore.put(key, places, { index: { tenant: tenants.get(key) ?? "" } });
};

/**
 * Drops upkeep's own state: upkeep reads all events again, in order, and rebuilds it. Erases the subjects of requests that don't exist; their
 * webhooks are accepted again like all others.
 */
const mendUpkeep = async ({ state }: MendDeps, { requests }: Causes): Promise<void> => {
  await forgetEntriesWith(state, exportOfPrefix);
  await forgetEntriesWith(state, openRequestPrefix);
  await forgetEntriesWith(state, customerRequestPrefix);
  await forgetEntriesWith(state, takenPrefix);
  for (const { reference } of sealedWith(state, subjectPrefix))
    if (!requests.has(reference.slice(subjectPrefix.length))) await forgetSealed(state, reference);
  for (const heardAgain of [privacyGroup, publicGroup, reportMailGroup])
    await forgetEntry(state, `${groupPrefix}${heardAgain}`);
};

/** Consequence for merchants when the era of their tokens was dropped. */
export const everybodyLogsIn = "Every session was ended: every shop must log in again.";

/**
 * The position up to which mail events are known to be processed. Jobs tell it too, but those of a replaced store are gone. An older state store
 * knows nothing of later events, so there only the group's own checkpoint counts.
 */
const heardMails = async (
  { eventStore, state }: MendDeps,
  { shared, newest, differences }: Comparison,
): Promise<Heard> => {
  const { history, mending } = historyIn(state);
  const own = history?.storeId === eventStore.storeId;
  if (!own || differences.some(({ disagreement }) => disagreement === "older")) return "unknown";
  const checkpoint = entriesWith<Checkpoint>(state, `${groupPrefix}${mailGroup}`)[0]?.value;
  const heard = checkpoint && !(await disagreementOf(checkpoint, eventStore)) ? checkpoint.position : undefined;
  if (mending) return heard ?? "unknown";
  if (newest && !shared) return "unknown";
  return shared && (heard === undefined || heard < shared.position) ? shared.position : heard;
};

/**
 * Moves the reactions' checkpoints to the newest event. The repair itself does what reactions to earlier events would have done, except for rows of
 * automated reports: the scheduler restores those at its start.
 */
const mendGroups = async ({ eventStore: { storeId }, state, stateStore }: MendDeps, { head }: Causes) => {
  const known = entriesWith(state, groupPrefix).map(({ key }) => key);
  const ours = [exportGroup, mailGroup, automationGroup, subscriptionChecksGroup].map(
    (group) => `${groupPrefix}${group}`,
  );
  for (const key of new Set([...known, ...ours]))
    if (head) await stateStore.put(key, { storeId, position: head.position, eventId: head.eventId });
    else await forgetEntry(state, key);
  // Kafka offsets may belong to other events now.
  await forgetEntriesWith(state, placePrefix);
};

/**
 * Makes the state store match the event store: removes what refers to missing events, rebuilds what follows from the streams. Safe to repeat after a
 * kill. Returns what was done, in sentences.
 */
export const mendState = async (deps: MendDeps, causes: Causes, comparison: Comparison): Promise<string[]> => {
  const { eventStore, state, stateStore, clock } = deps;
  const { storeId } = eventStore;
  const { stillThere } = comparison;
  const outcomes = await forgetEntriesWith(state, "command:");
  const snapshots = await forgetEntriesWith(state, "snapshot:");
  const inputs = await forgetLostExports(deps, causes);
  await forgetEntry(state, tokenEraKey);
  const names = await mendShopNames(deps, causes);
  const pages = await mendPageStates(deps);
  const jobs = await resetReactions(deps, causes, {
    upTo: await heardMails(deps, comparison),
    now: clock.wall(),
  });
  await mendRooms(deps, causes);
  await mendUpkeep(deps, causes);
  await mendGroups(deps, causes);
  // The second sweep removes values of failed saves and of lost events.
  for (const prefix of keptPrefixes) await doubtSealed(state, prefix);
  const head: Mark[] =
    causes.head && stillThere.at(-1)?.position !== causes.head.position
      ? [{ ...causes.head, instant: clock.wall().toISOString() }]
      : [];
  // Must come last: until it is written the stores disagree, so a killed repair is asked for again.
  const history: History = { storeId, marks: [...stillThere, ...head] };
  await stateStore.put(historyKey, history);
  await forgetEntry(state, historyBeforeMendKey);
  return [
    `${jobs.begun} jobs were begun again and ${jobs.forgotten} forgotten.`,
    ...(jobs.unsent > 0
      ? [
          `Messages to support: it is not known whether ${jobs.unsent} of them were sent. They are not sent again. Ask the shops if it matters.`,
        ]
      : []),
    `${names} shop names, ${pages} page states, ${inputs} frozen inputs, ${outcomes} remembered answers and ${snapshots} snapshots were put in order.`,
    everybodyLogsIn,
  ];
};
