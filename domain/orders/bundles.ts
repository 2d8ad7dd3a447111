import type { LineItem } from "./order.ts";
import { propertyNamed } from "./properties.ts";

/** Lines that were sold together. */
export type Bundle = {
  /** Title of the platform's group, or of the line that the others belong to. */
  title: string;
  /** Number of bundles bought; null if unknown. */
  units: number | null;
  /** Null if the parent is a group. */
  parent: LineItem | null;
};

/** Read by {@link findBundles}, as paths below Order. */
export const fieldsOfBundles = [
  "lineItems.nodes.id",
  "lineItems.nodes.lineItemGroup.id",
  "lineItems.nodes.customAttributes.key",
  "lineItems.nodes.customAttributes.value",
] as const;

const isBundleId = (name: string): boolean => name === "_bundle_id";

/**
 * Finds each line's bundle, by line id: the platform's line item group, or else several lines with one `_bundle_id`, of
 * which the first is the parent. `lines`: all of the order, in order.
 */
export const findBundles = (lines: readonly LineItem[]): ReadonlyMap<string, Bundle> => {
  const bundles = new Map<string, Bundle>();
  const groups = new Map<string, Bundle>();
  const byProperty = new Map<string, LineItem[]>();
  for (const line of lines) {
    const { lineItemGroup: group } = line;
    if (group) {
      const bundle = groups.get(group.id) ?? { title: group.title ?? "", units: group.quantity ?? null, parent: null };
      groups.set(group.id, bundle);
      bundles.set(line.id, bundle);
      continue;
    }
    const id = propertyNamed(line.customAttributes, isBundleId);
    if (id === null) continue;
    const known = byProperty.get(id);
    if (known) known.push(line);
    else byProperty.set(id, [line]);
  }
  for (const several of byProperty.values()) {
    const [parent] = several;
    if (parent === undefined || several.length === 1) continue;
    const bundle = { title: parent.title ?? "", units: parent.quantity ?? null, parent };
    for (const { id } of several) bundles.set(id, bundle);
  }
  return bundles;
};
