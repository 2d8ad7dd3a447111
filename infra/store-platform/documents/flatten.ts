import type { Json, JsonObject } from "../../ports/json.ts";
import { PlatformError } from "../../ports/store-platform.ts";
import { type Anchor, type Child, type Selection, UnknownField } from "./selection.ts";
import { shapes } from "./shapes.ts";

/** An object that can be read again. `of`: its id, if it is searched below the object with `id`. */
type Place = { id: string; anchor: Anchor; of?: string };
type NodePath = Place | undefined;

export type UnfinishedConnection = Place & {
  connection: Child;
  after: string;
  /** Array that further nodes are added to. */
  target: Json[];
};

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Turns every `{nodes, pageInfo}` into a plain array, in place, and returns those with more pages.
 * @throws {PlatformError} unexpected-answer: not of the requested shape
 */
export const flatten = (value: Json | undefined, selection: Selection): UnfinishedConnection[] => {
  const unfinished: UnfinishedConnection[] = [];
  visit(value, selection, undefined, unfinished);
  return unfinished;
};

/** Flattens a further page, in place, like {@link flatten}. */
export const flattenPage = (nodes: readonly Json[], { connection, ...place }: UnfinishedConnection) => {
  const unfinished: UnfinishedConnection[] = [];
  visitNodes(nodes, connection, place, unfinished);
  return unfinished;
};

/** `after` is undefined at the end. */
export const readPage = (value: Json | undefined): { nodes: Json[]; after: string | undefined } => {
  const info = isObject(value) ? value.pageInfo : undefined;
  if (!isObject(value) || !Array.isArray(value.nodes) || !isObject(info)) {
    throw new PlatformError("unexpected-answer", "The store platform sent a list we can't read. Try again later.");
  }
  if (info.hasNextPage !== true) return { nodes: value.nodes, after: undefined };
  if (typeof info.endCursor !== "string") {
    throw new PlatformError(
      "unexpected-answer",
      "The store platform did not say where its list continues. Try again later.",
    );
  }
  return { nodes: value.nodes, after: info.endCursor };
};

const visit = (
  value: Json | undefined,
  selection: Selection,
  around: NodePath,
  unfinished: UnfinishedConnection[],
): void => {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, selection, around, unfinished);
    return;
  }
  if (!isObject(value)) return;
  const place: NodePath =
    shapes[selection.type]?.node && typeof value.id === "string"
      ? { id: value.id, anchor: { type: selection.type, path: [] } }
      : around;
  for (const child of selection.children.values()) {
    const inner = value[child.name];
    if (inner === undefined || inner === null) continue;
    if (child.connection) value[child.name] = takeConnection(inner, child, place, unfinished);
    else visit(inner, child.selection, below(place, child.name, Array.isArray(inner)), unfinished);
  }
  for (const fragment of selection.fragments.values()) visit(value, fragment, place, unfinished);
};

/** Objects inside a list can't be reached through its owner, only by their own id. */
const below = (place: NodePath, name: string, list: boolean): NodePath =>
  place && place.of === undefined && !list
    ? { id: place.id, anchor: { type: place.anchor.type, path: [...place.anchor.path, name] } }
    : undefined;

const takeConnection = (
  value: Json,
  connection: Child,
  place: NodePath,
  unfinished: UnfinishedConnection[],
): Json[] => {
  const { nodes, after } = readPage(value);
  if (after !== undefined) {
    if (!place)
      throw new UnknownField(`The connection '${connection.name}' has no object above it that can be read again.`);
    unfinished.push({ ...place, connection, after, target: nodes });
  }
  visitNodes(nodes, connection, place, unfinished);
  return nodes;
};

const visitNodes = (
  nodes: readonly Json[],
  { name, selection }: Child,
  place: NodePath,
  unfinished: UnfinishedConnection[],
): void => {
  const isSearched = shapes[selection.type]?.searched === true && place?.of === undefined;
  for (const item of nodes) {
    const searched: NodePath =
      isSearched && place && isObject(item) && typeof item.id === "string"
        ? { id: place.id, anchor: { ...place.anchor, searched: name }, of: item.id }
        : undefined;
    visit(item, selection, searched, unfinished);
  }
};
