/** Width of a local status list with its button, px; the widths of empty columns don't include it. */
const least = 136;

/** Index of the column with lists, from a response's first row; -1 if none. */
export const placeOfLists = (html: string): number => {
  const row = /<tr[^>]* data-key=[\s\S]*?<\/tr>/.exec(html)?.[0] ?? "";
  const before = row.split('<td class="l"');
  return before.length < 2 ? -1 : (before[0]?.split("<td").length ?? 0) - 1;
};

/** Column widths with room for the lists in the column at `place`. */
export const withRoomForLists = (style: string, index: number): string => {
  const missing = new Map<string, number>();
  const wider = style.replace(/--(wide|fit):([^;]*)/g, (_all, name: string, tracks: string) => {
    const columns = tracks.trim().split(" ");
    const [, pixels = "", share = ""] = /^minmax\((\d+)px,(\d+)fr\)$/.exec(columns[index] ?? "") ?? [];
    if (pixels === "") return `--${name}:${tracks}`;
    missing.set(name, Math.max(0, least - Number(pixels)));
    columns[index] = `minmax(${Math.max(least, Number(pixels))}px,${Math.max(least, Number(share))}fr)`;
    return `--${name}:${columns.join(" ")}`;
  });
  return wider.replace(
    /--(wide|fit)-least:(\d+)px/g,
    (_all, name: string, pixels: string) => `--${name}-least:${Number(pixels) + (missing.get(name) ?? 0)}px`,
  );
};
