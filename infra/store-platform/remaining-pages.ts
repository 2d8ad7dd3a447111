import type { Json, JsonObject } from "../ports/json.ts";
import { PlatformError } from "../ports/store-platform.ts";
import { computeConnectionCost, costBudget, costOfSearch, type FirstOf } from "./calls/cost.ts";
import { followDocument } from "./documents/document.ts";
import { flattenPage, isObject, readPage, type UnfinishedConnection } from "./documents/flatten.ts";
import type { Child } from "./documents/selection.ts";
import { largestPage } from "./page-plan.ts";
import type { Scale, Sizing } from "./sizing.ts";

/** `cost`: an estimate. */
export type Send = (document: string, variables: JsonObject, cost: number) => Promise<JsonObject>;

const maxPerRequest = 25;

/**
 * Reads connections to their end, with those found on the way. An object met twice (a product on two lines) is read
 * once.
 * @throws {PlatformError} unavailable: something was deleted while it was read
 */
export const readRemainingPages = async (
  found: readonly UnfinishedConnection[],
  firstOf: FirstOf,
  sizing: Sizing,
  send: Send,
): Promise<void> => {
  let open = [...found];
  while (open.length > 0) {
    const groups = grouped(open);
    const { batch, data } = await sizing.attempt(async (scale) => {
      const batch = nextBatch(groups, firstOf, scale);
      return { batch, data: await send(batch.document, batch.variables, batch.cost) };
    });
    const more = batch.members.flatMap((member, index) => takeAnswer(member, data[`n${index}`]));
    // Continued connections come first: their nodes may hold the same objects as the rest.
    open = [...more, ...batch.rest];
  }
};

/** All arrays that wait for the same page. */
type Group = { unfinished: UnfinishedConnection; targets: UnfinishedConnection["target"][] };

const grouped = (found: readonly UnfinishedConnection[]): Group[] => {
  const groups = new Map<Child, Map<string, Group>>();
  for (const unfinished of found) {
    const ofConnection = groups.get(unfinished.connection) ?? new Map<string, Group>();
    groups.set(unfinished.connection, ofConnection);
    const key = `${unfinished.id} ${unfinished.of ?? ""} ${unfinished.after}`;
    const group = ofConnection.get(key);
    if (group) group.targets.push(unfinished.target);
    else ofConnection.set(key, { unfinished, targets: [unfinished.target] });
  }
  return [...groups.values()].flatMap((ofConnection) => [...ofConnection.values()]);
};

type Batch = { members: Group[]; rest: UnfinishedConnection[]; document: string; variables: JsonObject; cost: number };

/** The most objects that one request can pay for, with one connection. */
const nextBatch = (open: readonly Group[], firstOf: FirstOf, scale: Scale): Batch => {
  const [head] = open;
  if (!head) throw new Error("There is nothing to follow.");
  const { anchor, connection } = head.unfinished;
  const costOf = (first: number) =>
    1 +
    anchor.path.length +
    (anchor.searched === undefined ? 0 : costOfSearch) +
    computeConnectionCost(first, connection.selection, firstOf);
  const first = scale(largestPage(costOf));
  const count = scale(Math.max(1, Math.min(maxPerRequest, Math.floor(costBudget / costOf(first)))));
  const members = open.filter((group) => group.unfinished.connection === connection).slice(0, count);
  const chosen = new Set(members);
  const variables: JsonObject = { first };
  members.forEach(({ unfinished }, index) => {
    variables[`id${index}`] = unfinished.id;
    variables[`after${index}`] = unfinished.after;
    if (unfinished.of !== undefined) variables[`of${index}`] = `id:${unfinished.of.replace(/^.*\//, "")}`;
  });
  return {
    members,
    rest: open.filter((group) => !chosen.has(group)).flatMap(spread),
    document: followDocument(anchor, connection, firstOf, members.length),
    variables,
    cost: costOf(first) * members.length,
  };
};

const spread = ({ unfinished, targets }: Group): UnfinishedConnection[] =>
  targets.map((target) => ({ ...unfinished, target }));

/** The page of a connection in the response about its node. */
const findPage = ({ anchor, of, connection }: UnfinishedConnection, node: Json | undefined): Json | undefined => {
  const valueAt = (value: Json | undefined, names: readonly string[]): Json | undefined =>
    names.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  const owner = valueAt(node, anchor.path);
  if (anchor.searched === undefined) return valueAt(owner, [connection.name]);
  const found = valueAt(owner, [anchor.searched, "nodes"]);
  const [only] = Array.isArray(found) ? found : [];
  return isObject(only) && only.id === of ? only[connection.name] : undefined;
};

const takeAnswer = ({ unfinished, targets }: Group, node: Json | undefined): UnfinishedConnection[] => {
  const value = findPage(unfinished, node);
  if (value === undefined || value === null) {
    throw new PlatformError(
      "unavailable",
      "Something in the shop was deleted while the report was being made. Run it again.",
      unfinished.id,
    );
  }
  const { nodes, after } = readPage(value);
  if (after === unfinished.after) {
    throw new PlatformError(
      "unexpected-answer",
      "The store platform keeps sending the same page. Try again later.",
      unfinished.id,
    );
  }
  const below = flattenPage(nodes, unfinished);
  for (const target of targets) for (const item of nodes) target.push(item);
  return after === undefined ? below : [...spread({ unfinished: { ...unfinished, after }, targets }), ...below];
};
