import { refuseConflicts } from "../core/conflict.ts";
import type { Decider } from "../core/decider.ts";
import type { Actor, CommandContext } from "../core/message.ts";
import { LocalStatus } from "../enumerations.ts";
import type { LocalStatusEvent } from "./events.ts";
import { localStatusWords } from "./words.ts";

/** Commands on `local-status-{tenant}-{orderId}`. `orderId`: the number of the platform's order. */
export type LocalStatusCommand =
  | {
      type: "SetLocalStatus";
      orderId: string;
      status: LocalStatus;
      /** What whoever chose it had before them; absent: what stands there (D-4). */
      seen?: LocalStatus | undefined;
      context: CommandContext;
    }
  | { type: "EraseLocalStatus"; orderId: string; context: CommandContext };

export type LocalStatusState = {
  status: LocalStatus;
  /** Who changed it last, and when (ISO UTC); null before anybody has. */
  last: { actor: Actor; instant: string } | null;
};

/** The id of an order's stream, behind its category. */
export const localStatusId = (tenant: string, orderId: string): string => `${tenant}-${orderId}`;

/** Stream `local-status-{tenant}-{orderId}`. */
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
    // Where nobody has said anything, or it was erased, nobody has changed it either.
    if (seen !== status && last !== null)
      return refuseConflicts<{ LocalStatus: LocalStatus }>(
        [{ field: "LocalStatus", base: seen, current: status, wanted: to }],
        () => last,
        { field: () => "The local status", value: (_, value) => localStatusWords[value as LocalStatus] },
      );
    return [{ type: "LocalStatusChanged", data: { orderId, to } }];
  },
  evolve: (_state, event, { actor, instant }) =>
    event.type === "LocalStatusErased"
      ? { status: LocalStatus.none, last: null }
      : { status: event.data.to, last: { actor, instant } },
};
