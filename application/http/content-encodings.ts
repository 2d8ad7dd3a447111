/** Prebuilt encodings, best first: name in `Accept-Encoding`, and file ending. */
export const contentEncodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

/** True for text files. Pictures, videos and fonts are already compressed. */
export const isCompressible = (file: string): boolean => /\.(?:js|css|html|svg|json|vtt|txt)$/.test(file);
