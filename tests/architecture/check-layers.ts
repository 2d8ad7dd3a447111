import type { Import } from "./imports.ts";
import { layers } from "./layers.ts";

const isIn = (part: string, path: string): boolean => path === part || path.startsWith(`${part}/`);

/** The part of the product that a file belongs to; undefined if none is named for it. */
const partOf = (path: string): string | undefined =>
  Object.keys(layers)
    .filter((part) => isIn(part, path))
    .sort((a, b) => b.length - a.length)[0];

/** A sentence for each import that its part isn't allowed, and for each file of no part. */
export const misplacedImports = (imports: readonly Import[]): string[] =>
  imports.flatMap(({ place, from, to }) => {
    const [part, target] = [partOf(from), partOf(to)];
    if (part === undefined) return [`${place}: tests/architecture/layers.ts has no entry for ${from}.`];
    if (target === undefined) return [`${place}: tests/architecture/layers.ts has no entry for ${to}.`];
    const allowed = layers[part] ?? [];
    if (part === target || allowed.some((one) => isIn(one, target))) return [];
    return [`${place}: ${part} may not import ${target} (${to}).`];
  });

/** The parts that a part reaches, over any number of imports. */
export const reachedFrom = (part: string, imports: readonly Import[]): Set<string> => {
  const reached = new Set<string>();
  const visit = (one: string): void => {
    for (const { from, to } of imports) {
      const target = partOf(to);
      if (partOf(from) !== one || target === undefined || reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(part);
  return reached;
};
