import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { MovableDocuments, ReadAppends } from "#infra/ports/stores/moving.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** All that is moved, or moved to. */
export type Side = {
  /** As sentences call it: "the folder .data", "EventStoreDB at events:2113 and MongoDB at documents:27017". */
  name: string;
  eventStore: EventStore & { readAppends: ReadAppends };
  documents: MovableDocuments;
  stateStore: StateStore;
  fileStore: FileStore;
  /** Of a store that no lock of a folder guards: by it processes at work are noticed. */
  readStore?: Pick<ReadStore, "readRegister">;
  close(): Promise<void>;
};

export type MoveOptions = {
  from: Side;
  to: Side;
  clock: Pick<Clock, "wall">;
  /** Of Kafka, up to which offset each partition goes, by `{topic}:{partition}`; where `from` has heard of events over it. */
  ends?: () => Promise<ReadonlyMap<string, string>>;
  /** Told in sentences what was done. */
  say: (line: string) => void;
};
