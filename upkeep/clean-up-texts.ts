import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
import { listReferences } from "#domain/filters/personal.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { listDestinations, listVaultTexts, vaultPrefixes } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Cleanup } from "./run-cleanup.ts";

type Needs = Pick<UpkeepDeps, "vault" | "runner" | "eventStore" | "log">;

/** The current state, checked first, usually holds all references. */
const findReferenced = async (
  { runner, eventStore }: Needs,
  tenant: string,
  references: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string[]> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const { state: shop } = await runner.load(shopDecider, tenant);
  const found = new Set([
    ...listReferences(...state.filters.map(({ sievers }) => sievers)),
    ...state.automations.flatMap(listDestinations).flatMap((one) => listVaultTexts(one).map(({ text }) => text)),
    ...("alertAddress" in shop ? [shop.alertAddress] : []),
  ]);
  const open = new Set([...references].filter((reference) => !found.has(reference)));
  // The history can restore values that nothing holds now.
  for (let fromVersion = 0; open.size > 0; ) {
    signal.throwIfAborted();
    const page = await eventStore.readStream(`workspace-${tenant}`, { fromVersion, limit: 500 });
    if (page.length === 0) break;
    for (const { data } of page)
      for (const [reference] of JSON.stringify(data).matchAll(/[ps]v:[\w-]{22}/g)) open.delete(reference);
    fromVersion += page.length;
  }
  return [...references].filter((reference) => !open.has(reference));
};

const cleanUpPrefix = async (needs: Needs, prefix: string, signal: AbortSignal): Promise<void> => {
  const { vault, log } = needs;
  const byOwner = Map.groupBy(await vault.beginCleanup(prefix), ({ owner }) => owner);
  for (const [tenant, rows] of byOwner) {
    const references = new Set(rows.map(({ reference }) => reference));
    const used = await skipIfDamaged(log, () => findReferenced(needs, tenant, references, signal));
    if (!used) continue;
    await vault.markReferenced(used);
    for (const reference of used) references.delete(reference);
    const erased = references.size === 0 ? 0 : await vault.eraseUnreferenced([...references]);
    if (erased > 0) log.info({ tenant, erased }, "Texts of failed saves were removed from the vault.");
  }
};

/**
 * Removes personal values that no event names (ADR 21): their save lost a race, failed or was killed. Judges them not
 * before the second round, as a save takes seconds.
 */
export const cleanUpTexts = async (needs: Needs, signal: AbortSignal): Promise<void> => {
  for (const prefix of vaultPrefixes) await cleanUpPrefix(needs, prefix, signal);
};

export const createTextCleanup = (needs: Needs): Cleanup => ({
  round: (signal) => cleanUpTexts(needs, signal),
  failed: "Texts that no event refers to could not be removed.",
});
