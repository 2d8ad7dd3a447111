/** The ways in which a built file lies packed beside itself, the best first: its name in `Accept-Encoding`, and what ends the file's name. */
export const packings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

/** Whether a file is text, which packing makes shorter; pictures, films and fonts are packed by what they are. */
export const isPackable = (file: string): boolean => /\.(?:js|css|html|svg|json|vtt|txt)$/.test(file);
