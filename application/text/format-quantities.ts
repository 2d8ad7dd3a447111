const units = [
  { word: "second", seconds: 1, upTo: 90 },
  { word: "minute", seconds: 60, upTo: 90 * 60 },
  { word: "hour", seconds: 3_600, upTo: 48 * 3_600 },
  { word: "day", seconds: 86_400, upTo: Number.POSITIVE_INFINITY },
] as const;

/** Formats seconds, rounded up: `12 minutes`. */
export const formatDuration = (seconds: number): string => {
  const { word, seconds: one } = units.find(({ upTo }) => seconds < upTo) ?? units[3];
  const count = Math.ceil(seconds / one);
  return `${count} ${word}${count === 1 ? "" : "s"}`;
};

/** Formats bytes, rounded down: `2,000 MB`, from 10 GB on `20 GB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1e10
    ? `${Math.floor(bytes / 1e6).toLocaleString("en")} MB`
    : `${Math.floor(bytes / 1e9).toLocaleString("en")} GB`;
