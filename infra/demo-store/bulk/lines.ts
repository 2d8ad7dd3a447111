type Fields = Record<string, unknown>;

/** The lines of one node at the root: its own, and those of everything in connections below it. */
export type NodeLines = { own: string; below: string[] };

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a connection answered: only a bulk query's connections have edges. */
const edgesOf = (value: unknown): Fields[] | undefined =>
  isObject(value) && Array.isArray(value.edges) ? value.edges.filter(isObject) : undefined;

/** As the platform writes it: slashes escaped. */
const text = (value: Fields): string => JSON.stringify(value).replaceAll("/", "\\/");

/** A node as lines: connections below it leave its object, and their nodes say whose they are (P-4.6). */
export const linesOf = (node: Fields): NodeLines => {
  const below: string[] = [];
  const strip = (value: unknown, parent: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, parent));
    if (!isObject(value)) return value;
    const kept: Fields = {};
    const deeper: Fields[] = [];
    for (const [name, inner] of Object.entries(value)) {
      const edges = edgesOf(inner);
      if (edges) deeper.push(...edges);
      else kept[name] = strip(inner, parent);
    }
    for (const { node: child } of deeper) {
      if (!isObject(child)) continue;
      // Its line stands before those of what is in it.
      const place = below.push("") - 1;
      below[place] = text({ ...(strip(child, child.id) as Fields), __parentId: parent });
    }
    return kept;
  };
  return { own: text(strip(node, node.id) as Fields), below };
};

export const isNodeObject = isObject;
