import { operatorCommand } from "../operator-command.ts";
import type { EventStore, Position } from "./event-store.ts";

/** The event id tells if the store is still the same: after a restored backup, other events get the same positions. */
export type Checkpoint = { storeId: string; position: Position; eventId: string };

/** `another-store`: its id differs. `shorter`: no event is at the position. `another-event`: another event is there. */
export type Disagreement = "another-store" | "shorter" | "another-event";

/** Compares a checkpoint with its event store. Undefined if its event stands at its position. */
export const findDisagreement = async (
  checkpoint: Checkpoint,
  eventStore: Pick<EventStore, "storeId" | "findEventId">,
): Promise<Disagreement | undefined> => {
  if (checkpoint.storeId !== eventStore.storeId) return "another-store";
  const found = await eventStore.findEventId(checkpoint.position);
  if (found === undefined) return "shorter";
  return found === checkpoint.eventId ? undefined : "another-event";
};

const words: Record<Disagreement, string> = {
  "another-store": "belong to another event store than the one that is there",
  shorter: "know more events than the event store has: its end was lost, or an older copy was restored",
  "another-event": "know other events than the event store has: an older copy was restored and has grown since",
};

export const repairAdvice = `Stop Sheaf and run '${operatorCommand("repair")}', which shows what is lost and how to go on.`;

/** The stores don't belong together. Going on would mix two histories. */
export class HistoryDiffers extends Error {
  override name = "HistoryDiffers";
  /** `who` in the plural: "The read models of exports". */
  static of(who: string, disagreement: Disagreement): HistoryDiffers {
    return new HistoryDiffers(`${who} ${words[disagreement]}. ${repairAdvice}`);
  }
}
