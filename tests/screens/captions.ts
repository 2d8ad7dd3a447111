/** A stretch of a recording, in seconds from its beginning, and what is to be read meanwhile. */
export type Scene = { from: number; to: number; words: string };

const timestamp = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(whole / 60))}:${part(whole % 60)}.${String(Math.floor((seconds - whole) * 1000)).padStart(3, "0")}`;
};

/** Captions in WebVTT, one cue a scene. */
export const captionsOf = (scenes: readonly Scene[]): string =>
  `WEBVTT\n\n${scenes.map(({ from, to, words }) => `${timestamp(from)} --> ${timestamp(to)}\n${words}\n`).join("\n")}`;
