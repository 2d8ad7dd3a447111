/** Epoch ms as the platform writes instants: UTC, whole seconds. */
export const instantText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
