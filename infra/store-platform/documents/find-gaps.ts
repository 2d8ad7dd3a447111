import type { Json, JsonObject } from "../../ports/json.ts";
import { isObject } from "./flatten.ts";
import { isNonNull } from "./non-null-fields.ts";
import { PartialFailure } from "./partial-failure.ts";
import type { Selection } from "./selection.ts";

/**
 * `null`: a null where the schema allows none; a GraphQL response has every key. `absent`: also a missing key, as in a
 * file.
 */
type GapKind = "null" | "absent";

type Checks = {
  kind: GapKind;
  required: string[];
  /** Keys that may be null, but not absent. */
  optional: string[];
  children: { name: string; path: string; checks: Checks }[];
  fragments: Map<string, Checks>;
};

const compile = ({ type, scalars, children, fragments }: Selection, kind: GapKind, path: string): Checks => {
  const below = [...children.values()];
  const keys = [...scalars, ...below.filter(({ connection }) => !connection).map(({ name }) => name)];
  return {
    kind,
    required: keys.filter((name) => isNonNull(type, name)),
    optional: kind === "null" ? [] : keys.filter((name) => !isNonNull(type, name)),
    children: below.map(({ name, connection, selection }) => {
      const inner = `${path}${name}${connection ? ".nodes" : ""}.`;
      return { name, path: inner, checks: compile(selection, kind, inner) };
    }),
    fragments: new Map([...fragments].map(([name, fragment]) => [name, compile(fragment, kind, path)])),
  };
};

const visit = (value: Json | undefined, checks: Checks, path: string, gaps: Set<string>): void => {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, checks, path, gaps);
    return;
  }
  if (!isObject(value)) return;
  for (const name of checks.required)
    if (value[name] === null || (value[name] === undefined && checks.kind === "absent")) gaps.add(path + name);
  for (const name of checks.optional) if (value[name] === undefined) gaps.add(path + name);
  for (const child of checks.children) visit(value[child.name], child.checks, child.path, gaps);
  if (checks.fragments.size === 0) return;
  const fragment = checks.fragments.get(String(value.__typename));
  if (fragment) visit(value, fragment, path, gaps);
};

/**
 * Finds requested fields that an order lacks. They would look blank although the platform failed to read them (ADR
 * 107).
 */
export const createGapFinder = (selection: Selection, kind: GapKind): ((order: JsonObject) => string[]) => {
  const checks = compile(selection, kind, "");
  return (order) => {
    const gaps = new Set<string>();
    visit(order, checks, "", gaps);
    return [...gaps];
  };
};

/** @throws {PartialFailure} some of these orders lack a field */
export const assertNoGaps = (orders: readonly Json[], findGaps: (order: JsonObject) => string[]): void => {
  const gaps = orders.map((order) => (isObject(order) ? findGaps(order) : []));
  const broken = gaps.filter(({ length }) => length > 0);
  if (broken.length === 0) return;
  throw new PartialFailure("A field is missing.", {
    paths: [...new Set(broken.flat())],
    objects: broken.length,
    pathsByIndex: new Map([...gaps.entries()].filter(([, { length }]) => length > 0)),
  });
};
