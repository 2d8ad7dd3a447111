import { parseMetafield } from "#domain/orders/metafields.ts";

type Tree = Map<string, Tree>;
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const treeOf = (fields: readonly string[]): Tree => {
  const root: Tree = new Map();
  for (const field of fields) {
    let at = root;
    for (const segment of field.split(".").filter((name) => name !== "nodes")) {
      const below: Tree = at.get(segment) ?? new Map();
      at.set(segment, below);
      at = below;
    }
  }
  return root;
};

/** The platform's response under a metafield's alias. `metafields` of the fixed orders contains all of them. */
const metafieldIn = ({ metafields }: { [name: string]: Json }, alias: string): Json | undefined => {
  const asked = parseMetafield(alias);
  if (asked === undefined) return undefined;
  const isAsked = (one: Json) =>
    typeof one === "object" &&
    one !== null &&
    !Array.isArray(one) &&
    one.namespace === asked.namespace &&
    one.key === asked.key;
  return Array.isArray(metafields) ? (metafields.find(isAsked) ?? null) : null;
};

const partOf = (value: Json, tree: Tree): Json => {
  if (tree.size === 0 || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => partOf(item, tree));
  const asked = new Map(tree);
  for (const [name, below] of tree) {
    if (!name.startsWith("(")) continue;
    asked.delete(name);
    asked.set("__typename", new Map());
    if (value.__typename === name.slice(1, -1)) for (const [field, further] of below) asked.set(field, further);
  }
  if ("id" in value) asked.set("id", new Map());
  return Object.fromEntries(
    [...asked].flatMap(([name, below]) => {
      const inner = Object.hasOwn(value, name) ? value[name] : metafieldIn(value, name);
      return inner === undefined ? [] : [[name, partOf(inner, below)]];
    }),
  );
};

/**
 * The platform's response to these paths below an order (`lineItems.nodes.title`). It has nothing else except ids, so a
 * column that reads data it didn't request shows nothing.
 */
export const askedPart = <Answer>(order: object, fields: readonly string[]): Answer =>
  partOf(order as Json, treeOf(fields)) as Answer;
