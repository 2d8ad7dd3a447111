export type Lane = "short" | "long";

/**
 * Parses EXPORTER_LANES: `short`, `long` or `short,long` (the default).
 * @throws {Error} an unknown lane
 */
export const readLanes = (text: string | undefined): Lane[] => {
  const names = (text ?? "short,long").split(",").map((name) => name.trim());
  return names.map((name) => {
    if (name !== "short" && name !== "long") {
      throw new Error(`EXPORTER_LANES: '${name}' is not a lane. Use short, long or short,long.`);
    }
    return name;
  });
};
