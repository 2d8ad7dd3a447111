import type { LocalStatus } from "#domain/enumerations.ts";

type Choice = {
  /** The server's status, as known here. */
  stored: LocalStatus;
  /** The merchant's latest choice. */
  selected: LocalStatus;
};

export type StatusChoices = {
  /** Unsaved choices, by order number. The same object until they change. */
  waiting(): ReadonlyMap<string, LocalStatus>;
  subscribe(listener: () => void): () => void;
  /** `seen`: the status in the row. */
  choose(orderId: string, status: LocalStatus, seen: LocalStatus): void;
};

/**
 * Sends chosen local statuses. Each order has one save at a time, and of choices made meanwhile only the newest is
 * sent, as arrow keys pass through all values. `kept` is called for each saved choice; after `failed` the row shows its
 * old status.
 */
export const createStatusChoices = (server: {
  set(orderId: string, status: LocalStatus, seen: LocalStatus): Promise<unknown>;
  kept(orderId: string, status: LocalStatus): void;
  failed(orderId: string, error: unknown): void;
}): StatusChoices => {
  const choices = new Map<string, Choice>();
  const listeners = new Set<() => void>();
  let pendingStatuses: ReadonlyMap<string, LocalStatus> = new Map();
  const tell = () => {
    pendingStatuses = new Map([...choices].map(([orderId, { selected }]) => [orderId, selected]));
    for (const listener of listeners) listener();
  };

  const send = async (orderId: string, choice: Choice): Promise<void> => {
    try {
      while (choice.selected !== choice.stored) {
        const status = choice.selected;
        await server.set(orderId, status, choice.stored);
        choice.stored = status;
      }
      server.kept(orderId, choice.stored);
    } catch (error) {
      server.failed(orderId, error);
    } finally {
      choices.delete(orderId);
      tell();
    }
  };

  return {
    waiting: () => pendingStatuses,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose(orderId, status, seen) {
      const known = choices.get(orderId);
      if (known) known.selected = status;
      else {
        const choice: Choice = { stored: seen, selected: status };
        choices.set(orderId, choice);
        void send(orderId, choice);
      }
      tell();
    },
  };
};
