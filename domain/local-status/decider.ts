import { refuseConflicts } from "../core/conflict.ts";
import type { Decider } from "../core/decider.ts";
import type { Actor, CommandContext } from "../core/message.ts";
import { LocalStatus } from "../enumerations.ts";
import type { LocalStatusEvent } from "./events.ts";
import { localStatusLabels } from "./labels.ts";

/** Commands on `local-status-{tenant}-{orderId}`. `orderId`: the platform's order number. */
export type LocalStatusCommand =
  | {
      type: "SetLocalStatus";
      orderId: string;
      status: LocalStatus;
      /** The status seen by the user; default: the current one (D-4). */
      seen?: LocalStatus | undefined;
      context: CommandContext;
    }
  | { type: "EraseLocalStatus"; orderId: string; context: CommandContext };

export type LocalStatusState = {
  status: LocalStatus;
  /** The last change; null before the first. `instant`: ISO UTC. */
  last: { actor: Actor; instant: string } | null;
};

/** Returns the id of an order's stream, after its category. */
export const toLocalStatusId = (tenant: string, orderId: string): string => `${tenant}-${orderId}`;

export const localStatusDecider: Decider<LocalStatusCommand, LocalStatusEvent, LocalStatusState> = {
  category: "local-status",
  stateSchema: 1,
  initialState: { status: LocalStatus.none, last: null },
  decide: (command, { status, last }) => {
    const { orderId } = command;
    if (command.type === "EraseLocalStatus")
      return last === null ? [] : [{ type: "LocalStatusErased", data: { orderId } }];
    const { status: to, seen = status } = command;
    if (to === status) return [];
    // Without a status, or once erased, nobody else's change can conflict.
    if (seen !== status && last !== null)
      return refuseConflicts<{ LocalStatus: LocalStatus }>(
        [{ field: "LocalStatus", base: seen, current: status, wanted: to }],
        () => last,
        { field: () => "The local status", value: (_, value) => localStatusLabels[value as LocalStatus] },
      );
    return [{ type: "LocalStatusChanged", data: { orderId, to } }];
  },
  evolve: (_state, event, { actor, instant }) =>
    event.type === "LocalStatusErased"
      ? { status: LocalStatus.none, last: null }
      : { status: event.data.to, last: { actor, instant } },
};
