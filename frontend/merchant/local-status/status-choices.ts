import type { LocalStatus } from "#domain/enumerations.ts";

type Choice = {
  /** What the server has, as far as is known here. */
  kept: LocalStatus;
  /** What the merchant wants by now. */
  wanted: LocalStatus;
};

export type StatusChoices = {
  /** What is wanted and not kept yet, by the number of the order. The same object until that changes. */
  waiting(): ReadonlyMap<string, LocalStatus>;
  subscribe(listener: () => void): () => void;
  /** `seen`: what stood in the row. */
  choose(orderId: string, status: LocalStatus, seen: LocalStatus): void;
};

/**
 * Statuses on their way to the server: shown at once, one save at a time for each order, and of what is chosen meanwhile only the newest, as
 * whoever goes through the words with the arrow keys means the last. `kept` is told of each that the server has; after a `failed` one the row
 * shows what it showed before.
 */
export const createStatusChoices = (server: {
  set(orderId: string, status: LocalStatus, seen: LocalStatus): Promise<unknown>;
  kept(orderId: string, status: LocalStatus): void;
  failed(orderId: string, error: unknown): void;
}): StatusChoices => {
  const choices = new Map<string, Choice>();
  const listeners = new Set<() => void>();
  let waiting: ReadonlyMap<string, LocalStatus> = new Map();
  const tell = () => {
    waiting = new Map([...choices].map(([orderId, { wanted }]) => [orderId, wanted]));
    for (const listener of listeners) listener();
  };

  const send = async (orderId: string, choice: Choice): Promise<void> => {
    try {
      while (choice.wanted !== choice.kept) {
        const status = choice.wanted;
        await server.set(orderId, status, choice.kept);
        choice.kept = status;
      }
      server.kept(orderId, choice.kept);
    } catch (error) {
      server.failed(orderId, error);
    } finally {
      choices.delete(orderId);
      tell();
    }
  };

  return {
    waiting: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose(orderId, status, seen) {
      const known = choices.get(orderId);
      if (known) known.wanted = status;
      else {
        const choice: Choice = { kept: seen, wanted: status };
        choices.set(orderId, choice);
        void send(orderId, choice);
      }
      tell();
    },
  };
};
