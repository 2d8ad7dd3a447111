import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { MovableDocuments, ReadAppends } from "#infra/ports/stores/moving.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Source or target of a move. */
export type Side = {
  /** "the folder .data", "EventStoreDB at events:2113 and MongoDB at documents:27017". */
  name: string;
  eventStore: EventStore & { readAppends: ReadAppends };
  documents: MovableDocuments;
  stateStore: StateStore;
  fileStore: FileStore;
  /** Shows processes at work, for stores without a folder lock. */
  readStore?: Pick<ReadStore, "readRegister">;
  close(): Promise<void>;
};

export type MoveOptions = {
  from: Side;
  to: Side;
  clock: Pick<Clock, "wall">;
  /** Kafka's end offset of each partition, by `{topic}:{partition}`; for a `from` that read from Kafka. */
  ends?: () => Promise<ReadonlyMap<string, string>>;
  say: (line: string) => void;
};
