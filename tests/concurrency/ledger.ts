/** The acknowledgements that editors got. This is the test's own memory and knows no events. */

/** A field of an item got a value, by an acknowledged command. Whether the item exists is a field too. */
export type Write = {
  thing: string;
  field: string;
  /** The value as JSON. */
  value: string;
  sent: number;
  done: number;
  version: number;
};

type Save = {
  filterId: string;
  /** Version that the editor saw. */
  base: number;
  version: number;
  /** Field → value as JSON, of the fields that the editor changed. */
  wanted: Readonly<Record<string, string>>;
};

/** A row that was put two places or more away from where it stood, so that only it can be meant. */
type Move = { list: "filters" | "reports"; id: string; above: readonly string[]; version: number };

export type Collision = {
  filterId: string;
  base: number;
  wanted: Save["wanted"];
  details: readonly { field: string; current: unknown; wanted: unknown }[];
};

/** A refusal that the events must justify. `since`: the newest version known when the call was made. */
type Refused = { why: "gone" | "quota"; list: "filters" | "reports"; id: string; since: number };

export const createLedger = () => {
  const writes: Write[] = [];
  let newest = -1;
  return {
    writes,
    saves: [] as Save[],
    moves: [] as Move[],
    collisions: [] as Collision[],
    refused: [] as Refused[],
    /** Descriptions of unexpected responses. */
    surprises: [] as string[],
    /** Calls that were acknowledged, by what they were. */
    done: {} as Record<string, number>,
    newest: () => newest,
    note: (thing: string, fields: Readonly<Record<string, string>>, at: Pick<Write, "sent" | "done" | "version">) => {
      newest = Math.max(newest, at.version);
      for (const [field, value] of Object.entries(fields))
        writes.push({ thing, field, value, sent: at.sent, done: at.done, version: at.version });
    },
  };
};

export type Ledger = ReturnType<typeof createLedger>;

const keyOf = ({ thing, field }: Write) => `${thing} ${field}`;

/**
 * By item and field: the values that may be current at the end, since no other write began after they were
 * acknowledged.
 */
export const acceptableValues = (writes: readonly Write[]): Map<string, Set<string>> =>
  new Map(
    [...Map.groupBy(writes, keyOf)].map(([key, ofField]) => {
      const lastBegun = Math.max(...ofField.map(({ sent }) => sent));
      return [key, new Set(ofField.filter(({ done }) => done >= lastBegun).map(({ value }) => value))];
    }),
  );

/** By item and field: the value of the acknowledged write with the greatest version, which must be the current one. */
export const lastValues = (writes: readonly Write[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(writes, keyOf)].map(([key, ofField]) => [
      key,
      ofField.reduce((last, write) => (write.version > last.version ? write : last)).value,
    ]),
  );
