import type { BulkFaultKind } from "./faults.ts";
import type { NodeLines } from "./lines.ts";

const tenMegabytes = "n".repeat(10_000_000);

const withNote = (line: string): string => `${line.slice(0, -1)},"note":"${tenMegabytes}"}`;

/** Puts faults into an operation's first page (`first`). */
export const injectFaults = (page: NodeLines[], faults: ReadonlySet<BulkFaultKind>, first: boolean): NodeLines[] => {
  const [head, ...rest] = page;
  if (!first || !head) return page;
  if (faults.has("bulk-long-note")) return [{ ...head, own: withNote(head.own) }, ...rest];
  if (faults.has("bulk-malformed")) return [{ ...head, own: head.own.slice(0, head.own.length / 2) }, ...rest];
  if (faults.has("bulk-duplicate")) return [head, { own: head.own, below: [] }, ...rest];
  if (faults.has("bulk-orphan"))
    return [
      {
        ...head,
        below: [
          ...head.below,
          `{"id":"gid:\\/\\/shopify\\/LineItem\\/1","__parentId":"gid:\\/\\/shopify\\/Order\\/1"}`,
        ],
      },
      ...rest,
    ];
  return page;
};
