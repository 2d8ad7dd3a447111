const units = ["kB", "MB", "GB"] as const;

/** File size in decimal units: `812 bytes`, `48 kB`, `1.2 MB`. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes;
  let unit: string = "";
  for (const next of units) {
    // 999.95 kB would round to 1000.0 kB.
    if (unit !== "" && Math.round(value) < 1000) break;
    value /= 1000;
    unit = next;
  }
  const digits = value < 10 && unit !== "kB" ? 1 : 0;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits, useGrouping: false })} ${unit}`;
};
