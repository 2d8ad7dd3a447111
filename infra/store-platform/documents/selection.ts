import { getFieldType, shapes } from "./shapes.ts";

export type Selection = {
  type: string;
  scalars: Set<string>;
  children: Map<string, Child>;
  fragments: Map<string, Selection>;
};
export type Child = { name: string; connection: boolean; selection: Selection };

/** A mistake in a column definition, never in a merchant's input. */
export class UnknownField extends Error {
  override name = "UnknownField";
}

/**
 * Builds the selection of dotted paths below Order: `lineItems.nodes.title`,
 * `paymentDetails.(CardPaymentDetails).company`. Adds `id` where the type has one, `__typename` where fragments tell
 * types apart.
 * @throws {UnknownField} a path that leads nowhere
 */
export const buildSelection = (paths: readonly string[]): Selection => {
  const root = empty("Order", "");
  for (const path of paths) add(root, path.split("."), path);
  return root;
};

const empty = (type: string, path: string): Selection => {
  const shape = shapes[type];
  if (!shape)
    throw new UnknownField(`The platform's type ${type} of the field '${path}' is missing in the table of shapes.`);
  return { type, scalars: new Set(shape.id ? ["id"] : []), children: new Map(), fragments: new Map() };
};

const add = (selection: Selection, segments: readonly string[], path: string): void => {
  const [name, ...rest] = segments;
  if (name === undefined || !/^(\w+|\(\w+\))$/.test(name)) throw new UnknownField(`The field '${path}' is not a path.`);
  if (name.startsWith("(")) addFragment(selection, name.slice(1, -1), rest, path);
  else addField(selection, name, rest, path);
};

const addField = (selection: Selection, name: string, rest: readonly string[], path: string): void => {
  const type = getFieldType(selection.type, name);
  if (type === undefined) {
    if (rest.length > 0)
      throw new UnknownField(`${selection.type}.${name} of the field '${path}' leads to nothing we know.`);
    selection.scalars.add(name);
    return;
  }
  const connection = type.endsWith("Connection");
  const [next, ...below] = rest;
  if (next === undefined || (connection && (next !== "nodes" || below.length === 0))) {
    throw new UnknownField(`The field '${path}' must name something below ${selection.type}.${name}.`);
  }
  const child = selection.children.get(name) ?? {
    name,
    connection,
    selection: empty(connection ? type.slice(0, -"Connection".length) : type, path),
  };
  selection.children.set(name, child);
  add(child.selection, connection ? below : rest, path);
};

const addFragment = (selection: Selection, type: string, rest: readonly string[], path: string): void => {
  if (!shapes[selection.type]?.abstract)
    throw new UnknownField(`${selection.type} in the field '${path}' allows no fragment.`);
  selection.scalars.add("__typename");
  const fragment = selection.fragments.get(type) ?? empty(type, path);
  selection.fragments.set(type, fragment);
  add(fragment, rest, path);
};

/**
 * The nearest object that `node(id:)` finds, and the path from there through objects without an id. `searched`: a
 * connection at the path's end, which finds the object by its id.
 */
export type Anchor = { type: string; path: readonly string[]; searched?: string };
