export type Flash = { severity: "error" | "info" | "success"; message: string };

export type FlashBox = {
  current: () => Flash | null;
  show: (flash: Flash) => void;
  /** Removes this message, unless a newer one has come. */
  dismiss: (flash: Flash) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Holds one message, shown on the next account screen. */
export const createFlashBox = (): FlashBox => {
  const listeners = new Set<() => void>();
  let flash: Flash | null = null;
  const set = (next: Flash | null) => {
    flash = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    current: () => flash,
    show: set,
    dismiss: (shown) => {
      if (flash === shown) set(null);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
