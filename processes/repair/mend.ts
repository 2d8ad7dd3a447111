import { type ExportPermit, permitPrefixes } from "#application/admission/export-permits.ts";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { fetchedPrefix } from "#application/exports/fetches.ts";
import { hashOfKey, inputPrefix } from "#application/exports/freeze-input.ts";
import { customerRequestPrefix } from "#application/privacy/customer-requests.ts";
import { openRequestPrefix } from "#application/privacy/open-requests.ts";
import { exportOfPrefix } from "#application/privacy/shop-exports.ts";
import { subjectPrefix } from "#application/privacy/subject.ts";
import { readShopNames, setTenant, shopNamePrefix } from "#application/session/shop-names.ts";
import { tokenEraKey } from "#application/session/token-era.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ManualExport } from "#domain/wire/reports/reporting.ts";
import { vaultPrefixes } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { type History, historyBeforeMendKey, historyKey, type Mark } from "#infra/history/marks.ts";
import { offsetPrefix } from "#infra/kafka/consumed-events.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { type Checkpoint, findDisagreement } from "#infra/ports/stores/history.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import {
  encryptedValuesWith,
  findEntries,
  markForCleanup,
  readStoreHistory,
  removeEncryptedValue,
  removeEntriesWith,
  removeEntry,
} from "#infra/sqlite/state/state-repair.ts";
import { processedPrefix } from "../../command-api/webhooks/process-once.ts";
import { mailGroup, publicGroup, reportMailGroup } from "../../deliverer/reactions.ts";
import { reactionGroup as exportGroup } from "../../exporter/jobs/reactions.ts";
import { reactionGroup as automationGroup } from "../../scheduler/reactions.ts";
import { subscriptionChecksGroup } from "../../upkeep/check-subscriptions.ts";
import { privacyGroup } from "../../upkeep/privacy/privacy-task.ts";
import type { Causes } from "./causes.ts";
import type { Comparison } from "./compare.ts";
import type { Stores } from "./losses.ts";
import { type ProcessedUpTo, resetReactions } from "./reactions.ts";

export type MendDeps = Stores & { stateStore: StateStore; queue: WorkQueue; clock: Clock; ids: Ids };

export const createRepairRunner = ({ eventStore, stateStore, clock, ids }: MendDeps): CommandRunner =>
  createCommandRunner({ eventStore, stateStore, clock, ids, upcasters });

const mendPageStates = async (deps: MendDeps): Promise<number> => {
  const { stateStore, state } = deps;
  const runner = createRepairRunner(deps);
  const prefix = "manual-export:";
  let mended = 0;
  for (const { key, value } of findEntries<ManualExport>(state, prefix)) {
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

/** Restores shop names by the streams. Otherwise a shop's next login would create a second tenant. */
const mendShopNames = async ({ stateStore }: MendDeps, { shops }: Causes): Promise<number> => {
  let mended = 0;
  // An intact entry is unreachable if its index row was lost.
  const known = await readShopNames(stateStore);
  for (const [shop, tenant] of shops) {
    if (known.get(shop) === tenant && (await stateStore.get(`${shopNamePrefix}${shop}`))?.value === tenant) continue;
    await setTenant(stateStore, shop, tenant);
    mended += 1;
  }
  return mended;
};

/** Removes progress, fetches and frozen inputs of exports that don't exist and won't be requested. */
const forgetLostExports = async ({ state }: MendDeps, { exports, claimed }: Causes): Promise<number> => {
  const wanted = new Set([...claimed, ...[...exports.values()].map(({ inputHash }) => inputHash)]);
  let forgotten = 0;
  for (const { key } of findEntries<FrozenInput>(state, inputPrefix))
    if (!wanted.has(hashOfKey(key))) {
      await removeEntry(state, key);
      forgotten += 1;
    }
  for (const { key } of findEntries(state, "progress:"))
    if (!exports.has(key.slice("progress:".length))) await removeEntry(state, key);
  for (const { key } of findEntries(state, fetchedPrefix))
    if (!exports.has(key.slice(fetchedPrefix.length))) await removeEntry(state, key);
  return forgotten;
};

/** Rebuilds permits by the streams: lost exports would hold some, and forgotten ones none. */
const rebuildExportPermits = async ({ state, stateStore, clock }: MendDeps, { exports }: Causes): Promise<void> => {
  for (const prefix of Object.values(permitPrefixes)) await removeEntriesWith(state, prefix);
  const permitsByKey = new Map<string, ExportPermit[]>();
  const since = clock.wall().toISOString();
  const tenants = new Map<string, string>();
  for (const [exportId, { tenant, trigger, ended }] of exports) {
    if (ended) continue;
    const key = `${permitPrefixes[trigger]}${tenant}`;
    tenants.set(key, tenant);
    permitsByKey.set(key, [...(permitsByKey.get(key) ?? []), { exportId, since }]);
  }
  for (const [key, permits] of permitsByKey)
    await stateStore.put(key, permits, { index: { tenant: tenants.get(key) ?? "" } });
};

/**
 * Drops upkeep's own state, which it rebuilds from all events. Erases the subjects of missing requests; their webhooks
 * are accepted again.
 */
const mendUpkeep = async ({ state }: MendDeps, { requests }: Causes): Promise<void> => {
  await removeEntriesWith(state, exportOfPrefix);
  await removeEntriesWith(state, openRequestPrefix);
  await removeEntriesWith(state, customerRequestPrefix);
  await removeEntriesWith(state, processedPrefix);
  for (const { reference } of encryptedValuesWith(state, subjectPrefix))
    if (!requests.has(reference.slice(subjectPrefix.length))) await removeEncryptedValue(state, reference);
  for (const replayed of [privacyGroup, publicGroup, reportMailGroup])
    await removeEntry(state, `${groupPrefix}${replayed}`);
};

/** Said to merchants when the era of their tokens was dropped. */
export const sessionsEndedMessage = "Every session was ended: every shop must log in again.";

/**
 * The position up to which mail events are processed. Jobs tell it too, but a replaced store's are gone. An older state
 * store knows no later events, so only the group's own checkpoint counts there.
 */
const findProcessedMails = async (
  { eventStore, state }: MendDeps,
  { shared, newest, differences }: Comparison,
): Promise<ProcessedUpTo> => {
  const { history, mending } = readStoreHistory(state);
  const isOwnHistory = history?.storeId === eventStore.storeId;
  if (!isOwnHistory || differences.some(({ disagreement }) => disagreement === "older")) return "unknown";
  const checkpoint = findEntries<Checkpoint>(state, `${groupPrefix}${mailGroup}`)[0]?.value;
  const processed = checkpoint && !(await findDisagreement(checkpoint, eventStore)) ? checkpoint.position : undefined;
  if (mending) return processed ?? "unknown";
  if (newest && !shared) return "unknown";
  return shared && (processed === undefined || processed < shared.position) ? shared.position : processed;
};

/**
 * Moves the reactions' checkpoints to the newest event. The repair does their work, except for rows of automated
 * reports, which the scheduler restores at its start.
 */
const mendGroups = async ({ eventStore: { storeId }, state, stateStore }: MendDeps, { head }: Causes) => {
  const known = findEntries(state, groupPrefix).map(({ key }) => key);
  const ours = [exportGroup, mailGroup, automationGroup, subscriptionChecksGroup].map(
    (group) => `${groupPrefix}${group}`,
  );
  for (const key of new Set([...known, ...ours]))
    if (head) await stateStore.put(key, { storeId, position: head.position, eventId: head.eventId });
    else await removeEntry(state, key);
  // Kafka offsets may belong to other events now.
  await removeEntriesWith(state, offsetPrefix);
};

/**
 * Makes the state store match the event store: removes references to missing events, and rebuilds the rest. Safe to
 * repeat after a kill. Returns sentences.
 */
export const mendState = async (deps: MendDeps, causes: Causes, comparison: Comparison): Promise<string[]> => {
  const { eventStore, state, stateStore, clock } = deps;
  const { storeId } = eventStore;
  const { stillThere } = comparison;
  const outcomes = await removeEntriesWith(state, "command:");
  const snapshots = await removeEntriesWith(state, "snapshot:");
  const inputs = await forgetLostExports(deps, causes);
  await removeEntry(state, tokenEraKey);
  const names = await mendShopNames(deps, causes);
  const pages = await mendPageStates(deps);
  const jobs = await resetReactions(deps, causes, {
    upTo: await findProcessedMails(deps, comparison),
    now: clock.wall(),
  });
  await rebuildExportPermits(deps, causes);
  await mendUpkeep(deps, causes);
  await mendGroups(deps, causes);
  // Two sweeps remove values of failed saves and lost events.
  for (const prefix of vaultPrefixes) await markForCleanup(state, prefix);
  const head: Mark[] =
    causes.head && stillThere.at(-1)?.position !== causes.head.position
      ? [{ ...causes.head, instant: clock.wall().toISOString() }]
      : [];
  // Must come last: until then the stores disagree, so a killed repair is asked for again.
  const history: History = { storeId, marks: [...stillThere, ...head] };
  await stateStore.put(historyKey, history);
  await removeEntry(state, historyBeforeMendKey);
  return [
    `${jobs.begun} jobs were begun again and ${jobs.forgotten} forgotten.`,
    ...(jobs.unsent > 0
      ? [
          `Messages to support: it is not known whether ${jobs.unsent} of them were sent. They are not sent again. Ask the shops if it matters.`,
        ]
      : []),
    `${names} shop names, ${pages} page states, ${inputs} frozen inputs, ${outcomes} remembered answers and ${snapshots} snapshots were put in order.`,
    sessionsEndedMessage,
  ];
};
