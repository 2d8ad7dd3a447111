/** A map that forgets what was used longest ago when it holds more than `size` entries. */
export const createLru = <Value>(size: number) => {
  const entries = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set: (key: string, value: Value): void => {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= size) break;
        entries.delete(oldest);
      }
    },
  };
};
