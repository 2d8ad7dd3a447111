import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns words in base64, at any offset, as in a mail's attachment. */
const inBase64 = (words: string): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.from(`${"x".repeat(before)}${words}`).toString("base64");
    // The first and last signs have bits of their neighbors.
    return text.slice(before === 0 ? 0 : before + 1, -4);
  });

/** Returns words as in a file: in UTF-8, in UTF-16, in base64 (with or without a mail's line breaks). */
const formsOf = (words: string): Buffer[] => [
  Buffer.from(words),
  Buffer.from(words.toLowerCase()),
  Buffer.from(words, "utf16le"),
  ...inBase64(words).map((text) => Buffer.from(text)),
];

/** Returns whether one of these words is in the bytes. */
export const holding = (words: readonly string[]): ((bytes: Buffer) => boolean) => {
  const forms = words.flatMap(formsOf);
  return (bytes) => forms.some((form) => bytes.includes(form));
};

/** Finds files, and output, that contain one of these words, byte by byte. */
export const whereIs = async (dataDir: string, printed: string, words: readonly string[]): Promise<string[]> => {
  const holds = holding(words);
  const found = holds(Buffer.from(printed)) ? ["log"] : [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // The product runs, so a temporary file may be gone.
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return Buffer.alloc(0);
    });
    const isMail = path.endsWith(".eml");
    if (holds(isMail ? Buffer.from(bytes.toString("latin1").replaceAll("\r\n", ""), "latin1") : bytes))
      found.push(path.slice(dataDir.length + 1));
  }
  return found.sort();
};
